import { lineOfMetric } from '#contract/metrics/line-names.ts'
import type { PnlRow } from '#contract/profit-and-loss.ts'
import type { ExplainedCell } from '#web/explain/explained-cell.ts'
import type { ColumnGroup, TableColumn } from '#web/table/table-column.ts'
import { cx } from '#web/ui/class-names.ts'
import { dayText } from '#web/ui/dates.ts'
import { exactText } from '#web/ui/numbers.ts'
import { isIncomplete, type Part, type PnlColumn } from './pnl-columns.ts'
import { beforeText, cellNotes, missingDaysText } from '#web/explain/lacks.ts'
import { cellOf, isSharedIn, lacksOf, numberOf, type StatementRow } from './pnl-rows.ts'
import { Amount, Growth, RowName, Share } from './PnlCells.tsx'
import styles from './Statement.module.css'

const NAME_WIDTH = 232
/** What the minimum of a column adds goes to its first number. */
const BESIDE_WIDTH = 48

const PART_NAMES = { amount: '', percent: ', share of net sales', growth: ', growth' }

const idOf = (column: PnlColumn, part: Part): string => `${column.key}.${part}`

/** The statement's periods as columns of the table: each period a group, each of its numbers a column. */
export function pnlTableColumns(
  answer: readonly PnlRow[],
  columns: readonly PnlColumn[],
  currencyCode: string,
): TableColumn<StatementRow>[] {
  const names: TableColumn<StatementRow> = {
    id: 'name',
    title: currencyCode,
    exportTitle: 'Line',
    kind: 'text',
    width: NAME_WIDTH,
    isSortable: false,
    value: ({ label }) => label,
    cell: (row) => (
      <RowName row={row} lacks={lacksOf(answer, row.line)} isShared={isSharedIn(answer, row.line)} />
    ),
    cellHint: (row) => nameHint(row, answer),
  }
  return [
    names,
    ...columns.flatMap((column, place) => {
      const group = groupOf(column)
      return column.parts.map((part, index) =>
        partColumn({ answer, column, place, part, index, group, currencyCode }),
      )
    }),
  ]
}

interface PartOptions {
  answer: readonly PnlRow[]
  column: PnlColumn
  /** Of the period in the answer. */
  place: number
  part: Part
  /** Of the number in its period. */
  index: number
  group: ColumnGroup
  currencyCode: string
}

function partColumn({ answer, column, place, part, index, group, currencyCode }: PartOptions) {
  const { period, parts, width, title } = column
  const isOnly = parts.length === 1
  const isBeside = part === 'growth' || (part === 'percent' && !isOnly)
  const isRead = answer.length > 0
  const cell = (row: StatementRow) => {
    const number = cellOf(answer, place, row.line)
    if (!number || isBlank(row, part, isOnly)) return null
    if (part === 'amount') return <Amount row={row} cell={number} currencyCode={currencyCode} />
    if (part === 'growth') return <Growth line={row.line} cell={number} />
    return <Share row={row} cell={number} isOnly={isOnly} hasCue={period.column === 'total' && !isOnly} />
  }
  return {
    id: idOf(column, part),
    title,
    exportTitle: `${title} ${period.periodStart} to ${period.periodEnd}${PART_NAMES[part]}`,
    kind: 'number',
    group,
    width: index === 0 ? width - BESIDE_WIDTH * (parts.length - 1) : BESIDE_WIDTH,
    isSortable: false,
    value: (row) => {
      if (!isRead) return isBlank(row, part, isOnly) ? null : undefined
      return numberOf(answer, place, row, part)
    },
    cell,
    cellHint: (row) => (part === 'amount' ? numberHint(row, answer, place, currencyCode) : undefined),
    className: cx(
      styles.number,
      isBeside && styles.beside,
      isIncomplete(period) && styles.incomplete,
      column.isSummary && styles.summary,
      column.isSummary && index === 0 && styles.first,
    ),
  } satisfies TableColumn<StatementRow>
}

/** A margin beside itself says nothing twice; units have no share of sales. */
function isBlank(row: StatementRow, part: Part, isOnly: boolean): boolean {
  if (part === 'amount') return false
  if (part === 'growth') return row.look === 'margin'
  return row.unit !== 'money' || (row.look === 'margin' && !isOnly)
}

/** What the line is, and what its numbers are without. */
function nameHint({ definition, line }: StatementRow, answer: readonly PnlRow[]): string {
  const before = beforeText(lacksOf(answer, line))
  return [
    definition,
    ...(before === null ? [] : [`Shown ${before}.`]),
    ...(isSharedIn(answer, line) ? ['With account-level amounts shared by net sales.'] : []),
  ].join(' ')
}

/** What rounding to whole units leaves out, and what the number itself is without. */
function numberHint(
  row: StatementRow,
  answer: readonly PnlRow[],
  place: number,
  currencyCode: string,
): string | undefined {
  const cell = cellOf(answer, place, row.line)
  const hints = [exactHint(row, answer, place, currencyCode) ?? [], cell ? cellNotes(cell) : []].flat()
  return hints.join('\n') || undefined
}

function exactHint(
  row: StatementRow,
  answer: readonly PnlRow[],
  place: number,
  currencyCode: string,
): string | undefined {
  const value = cellOf(answer, place, row.line)?.value
  if (!value || row.unit !== 'money' || row.look === 'margin') return undefined
  return `${exactText(value, currencyCode)} ${currencyCode}`
}

/** So many stretches of missing days a head names. */
const MISSING_NAMED = 3

const groupOf = (column: PnlColumn): ColumnGroup => ({
  id: column.key,
  title: column.title,
  subtitle: column.subtitle,
  hint: hintOf(column),
  className: cx(column.isSummary && styles.summaryHead, isIncomplete(column.period) && styles.incompleteHead),
})

function hintOf({ period }: PnlColumn): string | undefined {
  const hints = []
  if (period.partial) hints.push('The dates end within this period.')
  const { coverage } = period
  if (coverage && coverage.share < 1)
    hints.push(
      coverage.missing.length > 0
        ? `Data missing ${coverage.missing.slice(0, MISSING_NAMED).map(missingDaysText).join('; ')}${coverage.missing.length > MISSING_NAMED ? ' and more' : ''}.`
        : coverage.startDate === null
          ? 'No file holds these days.'
          : `The first file begins on ${dayText(coverage.startDate)}.`,
    )
  if (period.provisional)
    hints.push('Provisional: transactions of the last 14 days are still being released.')
  if (period.comparisonStart)
    hints.push(`Growth against ${period.comparisonStart} to ${period.comparisonEnd}.`)
  return hints.join(' ') || undefined
}

/** The number of the statement that a cell of the table shows. */
export function explainedCellAt(
  columns: readonly PnlColumn[],
  { metric }: StatementRow,
  columnId: string,
): ExplainedCell | null {
  const period = columns.find((column) =>
    column.parts.some((part) => idOf(column, part) === columnId),
  )?.period
  return period ? { metric, start: period.periodStart, end: period.periodEnd } : null
}

/** The cells of the table that show a number of the statement: the amount and what stands beside it. */
export function markedCells(columns: readonly PnlColumn[], explained: ExplainedCell | null) {
  const column = columns.find(
    ({ period }) => period.periodStart === explained?.start && period.periodEnd === explained.end,
  )
  if (!explained || !column) return null
  const row = lineOfMetric(explained.metric) ?? explained.metric
  return { row, columns: column.parts.map((part) => idOf(column, part)) }
}
