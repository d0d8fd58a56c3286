import { readStored, writeStored } from '#web/stored.ts'

export type ExportKind = 'csv' | 'xlsx'

/** Which rows a file gets: also those that are folded away or stand on other pages, or only those in sight. */
export type ExportedRows = 'all' | 'shown'

export interface ExportChoice {
  rows: ExportedRows
  /** What the numbers are of stands above a CSV table. A workbook has it on a sheet of its own. */
  hasFacts: boolean
}

const KEY = 'exports'

/** How somebody exported last, in this browser. Nothing is left out until they choose so. */
export function lastExportChoice(): ExportChoice {
  const stored = readStored(KEY) as Partial<ExportChoice> | null
  return {
    rows: stored?.rows === 'shown' ? 'shown' : 'all',
    hasFacts: stored?.hasFacts !== false,
  }
}

export const keepExportChoice = (choice: ExportChoice): void => writeStored(KEY, choice)
