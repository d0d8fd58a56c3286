import { csvText } from './delimited-text.ts'
import { saveFile } from './save-file.ts'
import type { Sheet } from './sheet.ts'

export type ExportKind = 'csv' | 'xlsx'
/** What the numbers of a file are of: name and value. */
export type Facts = readonly (readonly [string, string])[]

/** The facts, an empty line, and the table, unrounded. */
export const csvOf = ({ heads, rows }: Sheet, facts: Facts): string =>
  csvText([...(facts.length > 0 ? [...facts, []] : []), heads, ...rows])

/** Gives the table as a file. What writes workbooks is loaded only now. */
export async function exportTable(
  sheet: Sheet,
  kind: ExportKind,
  fileName: string,
  facts: Facts,
): Promise<void> {
  if (kind === 'csv') {
    return saveFile(`${fileName}.csv`, new Blob([csvOf(sheet, facts)], { type: 'text/csv;charset=utf-8' }))
  }
  const { xlsxBlob } = await import('./xlsx.ts')
  saveFile(`${fileName}.xlsx`, await xlsxBlob(sheet, facts))
}
