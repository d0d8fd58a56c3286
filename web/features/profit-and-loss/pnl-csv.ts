import type { PnlRow } from '#contract/profit-and-loss.ts'
import { csvText, type CsvValue } from '#web/ui/csv.ts'
import type { PnlColumn } from './pnl-columns.ts'
import { numberOf, type StatementRow } from './pnl-rows.ts'

interface CsvInput {
  /** Name and value, in the lines before the table. */
  facts: readonly (readonly [string, string])[]
  answer: readonly PnlRow[]
  columns: readonly PnlColumn[]
  rows: readonly StatementRow[]
}

const PART_NAMES = { amount: '', percent: ', share of net sales', growth: ', growth' }

/** The table as it is shown, folded rows left out, with unrounded values; shares are fractions. */
export function pnlCsv({ facts, answer, columns, rows }: CsvInput): string {
  const slots = columns.flatMap((column, columnIndex) =>
    column.parts.map((part) => ({ column, columnIndex, part })),
  )
  const head: CsvValue[] = [
    'Line',
    'Id',
    ...slots.map(
      ({ column: { title, period }, part }) =>
        `${title} ${period.periodStart} to ${period.periodEnd}${PART_NAMES[part]}`,
    ),
  ]
  const body = rows.map((row): CsvValue[] => [
    row.label,
    row.id,
    ...slots.map(({ columnIndex, part }) => numberOf(answer, columnIndex, row, part)),
  ])
  return csvText([...facts, [], head, ...body])
}
