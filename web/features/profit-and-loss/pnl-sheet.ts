import { missingText } from '#contract/lack-words.ts'
import type { PnlRow } from '#contract/profit-and-loss.ts'
import { missingDays } from '#web/dashboard/missing-days.ts'
import { missingDaysText, unconvertedText } from '#web/explain/lacks.ts'
import { sheetOf, type Facts, type Sheet } from '#web/table/sheet.ts'
import type { FileColumn, TableColumn } from '#web/table/table-column.ts'
import { coveragesOf } from './pnl-notes.ts'
import { isSharedIn, lacksOf, type StatementRow } from './pnl-rows.ts'

/** Names of lines may change; a program that reads the file goes by this. */
const ID: FileColumn<StatementRow> = { title: 'Id', kind: 'text', value: ({ id }) => id }

/** Why cells of the line are empty, or are not all that they will be. */
const lacking = (answer: readonly PnlRow[]): FileColumn<StatementRow> => ({
  title: 'Missing',
  kind: 'text',
  value: ({ line }) => lacksText(answer, line),
})

function lacksText(answer: readonly PnlRow[], line: StatementRow['line']): string {
  const money = answer
    .filter(({ lines }) => lines[line].unconverted)
    .map(
      ({ lines, periodStart, periodEnd }) =>
        `${periodStart} to ${periodEnd}: ${unconvertedText(lines[line])}`,
    )
  return missingText({ lacks: lacksOf(answer, line), isShared: isSharedIn(answer, line) }, money.join('; '))
}

/** What the file says of the answer as a whole. */
export const missingFacts = (answer: readonly PnlRow[]): Facts => {
  const missing = missingDays(coveragesOf(answer))
  return missing.length === 0 ? [] : [['Data missing', missing.map(missingDaysText).join('; ')]]
}

/** Rows of the statement under its columns, with unrounded values; shares are fractions. */
export function pnlSheet(
  columns: readonly TableColumn<StatementRow>[],
  rows: readonly StatementRow[],
  answer: readonly PnlRow[],
  currencyCode: string,
): Sheet {
  const [name, ...numbers] = columns
  return sheetOf([...(name ? [name] : []), ID, ...numbers, lacking(answer)], rows, currencyCode)
}
