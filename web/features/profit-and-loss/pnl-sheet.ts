import { missingText } from '#contract/lack-words.ts'
import { childrenOf, lineDefinition } from '#contract/profit-and-loss-lines.ts'
import type { PnlRow } from '#contract/profit-and-loss.ts'
import { missingDays, unnamedStretches } from '#web/dashboard/missing-days.ts'
import { missingDaysText, moreRangesText, unconvertedText } from '#web/explain/lacks.ts'
import { sheetOf, type Facts, type Sheet } from '#web/table/sheet.ts'
import type { FileColumn, TableColumn } from '#web/table/table-column.ts'
import { coveragesOf } from './pnl-notes.ts'
import type { PnlColumn } from './pnl-columns.ts'
import { cellIn, cellOf, EXPENSES, isSharedIn, lacksOf, numberOf, type StatementRow } from './pnl-rows.ts'
import { exportTitleOf, typeOf } from './pnl-table-columns.tsx'

/** Names of lines may change; a program that reads the file goes by this. */
const ID: FileColumn<StatementRow> = { title: 'Id', kind: 'text', value: ({ id }) => id }

/** Why cells of the line are empty, or are not all that they will be. */
const lacking = (answer: readonly PnlRow[]): FileColumn<StatementRow> => ({
  title: 'Missing',
  kind: 'text',
  value: (row) => lacksText(answer, row),
})

function lacksText(answer: readonly PnlRow[], row: StatementRow): string {
  const money = answer
    .filter((column) => cellIn(column, row).unconverted)
    .map((column) => `${column.periodStart} to ${column.periodEnd}: ${unconvertedText(cellIn(column, row))}`)
  return missingText({ lacks: lacksOf(answer, row), isShared: isSharedIn(answer, row) }, money.join('; '))
}

/** What the file says of the answer as a whole. */
export const missingFacts = (answer: readonly PnlRow[]): Facts => {
  const coverages = coveragesOf(answer)
  const more = unnamedStretches(coverages)
  const missing = [
    ...missingDays(coverages).map(missingDaysText),
    ...(more > 0 ? [`and in ${moreRangesText(more)}`] : []),
  ]
  return missing.length === 0 ? [] : [['Data missing', missing.join('; ')]]
}

/** The lines that a result or a group is the sum of. */
function sumsIn(rows: readonly StatementRow[]): NonNullable<Sheet['sums']> {
  const placeOf = new Map<string, number>(rows.map(({ id }, place) => [id, place]))
  return rows.map(({ id, line }) => {
    // A margin has no parts, and a category has none of its own.
    if (id !== line) return []
    if (line === EXPENSES) return rows.flatMap(({ expense }, place) => (expense === undefined ? [] : place))
    return (lineDefinition(line).sumOf ?? childrenOf(line)).flatMap((part) => placeOf.get(part) ?? [])
  })
}

/** Rows of the statement under its columns, with unrounded values; shares are fractions. */
export function pnlSheet(
  columns: readonly TableColumn<StatementRow>[],
  rows: readonly StatementRow[],
  answer: readonly PnlRow[],
  currencyCode: string,
): Sheet {
  const [name, ...numbers] = columns
  return {
    ...sheetOf([...(name ? [name] : []), ID, ...numbers, lacking(answer)], rows, currencyCode),
    sums: sumsIn(rows),
  }
}

interface StatementValue {
  row: StatementRow
  column: PnlColumn
  /** Of the column in the answer. */
  place: number
}

/** The statement for programs: a row for each value, with what it is of and what it lacks. Margins are fractions. */
export function pnlValuesSheet(
  columns: readonly PnlColumn[],
  rows: readonly StatementRow[],
  answer: readonly PnlRow[],
  currencyCode: string,
): Sheet {
  const text = (title: string, value: FileColumn<StatementValue>['value']): FileColumn<StatementValue> => ({
    title,
    kind: 'text',
    value,
  })
  return sheetOf<StatementValue>(
    [
      text('Line', ({ row }) => row.label),
      text('Id', ({ row }) => row.id),
      text('Column', ({ column }) => exportTitleOf(column, 'amount')),
      { ...text('From', ({ column }) => column.period.periodStart), type: 'day' },
      { ...text('To', ({ column }) => column.period.periodEnd), type: 'day' },
      text('Currency', ({ row }) => (typeOf(row, 'amount') === 'money' ? currencyCode : '')),
      {
        title: 'Value',
        kind: 'number',
        type: ({ row }) => typeOf(row, 'amount'),
        value: ({ row, place }) => numberOf(answer, place, row, 'amount'),
      },
      text('Missing', ({ row, place }) => {
        const cell = cellOf(answer, place, row)
        return cell && missingText(cell, unconvertedText(cell))
      }),
    ],
    columns.flatMap((column, place) => rows.map((row) => ({ row, column, place }))),
    currencyCode,
  )
}
