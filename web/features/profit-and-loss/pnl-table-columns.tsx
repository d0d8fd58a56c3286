import { lineOfMetric } from '#contract/metrics/line-names.ts'
import type { PnlCell, PnlRow } from '#contract/profit-and-loss.ts'
import type { ExplainedCell } from '#web/explain/explained-cell.ts'
import type { CellNeighbours } from '#web/dashboard/DashboardPage.tsx'
import type { ColumnGroup, TableColumn } from '#web/table/table-column.ts'
import { cx } from '#web/ui/class-names.ts'
import { dayText } from '#web/ui/dates.ts'
import { exactText, wholeText } from '#web/ui/numbers.ts'
import { besideWidth, isIncomplete, versusText, type Part, type PnlColumn } from './pnl-columns.ts'
import { beforeText, cellNotes, missingDaysText } from '#web/explain/lacks.ts'
import { cellOf, groupOfLine, isSharedIn, lacksOf, numberOf, type StatementRow } from './pnl-rows.ts'
import type { StatementBasis } from './statement-basis.ts'
import { Amount, Difference, Growth, RowName, Share } from './PnlCells.tsx'
import styles from './Statement.module.css'

const NAME_WIDTH = 232

type Provisional = Pick<StatementBasis, 'provisional'>

/** What stands over each number of a period. */
function partTitle(part: Part, column: PnlColumn, currencyCode: string): string {
  if (part === 'transactions') return 'vs Transact.'
  return part === 'growth' ? versusText(column) : part === 'percent' ? '%' : currencyCode
}

const PART_NAMES = {
  amount: '',
  percent: ', share of net sales',
  growth: ', growth',
  transactions: ', more than transactions',
}

const idOf = (column: PnlColumn, part: Part): string => `${column.key}.${part}`

/** The statement's periods as columns of the table: each period a group, each of its numbers a column. */
export function pnlTableColumns(
  basis: Provisional,
  answer: readonly PnlRow[],
  columns: readonly PnlColumn[],
  currencyCode: string,
): TableColumn<StatementRow>[] {
  const names: TableColumn<StatementRow> = {
    id: 'name',
    title: headText(columns, currencyCode),
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
      const group = groupOf(column, basis)
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
  const isBeside = part === 'growth' || part === 'transactions' || (part === 'percent' && !isOnly)
  const isRead = answer.length > 0
  const cell = (row: StatementRow) => {
    const number = cellOf(answer, place, row.line)
    if (!number || isBlank(row, part, isOnly)) return null
    if (part === 'amount') return <Amount row={row} cell={number} currencyCode={currencyCode} />
    if (part === 'transactions') return <Difference row={row} difference={number.transactions?.difference} />
    if (part === 'growth') return <Growth row={row} column={answer[place]!} />
    return <Share row={row} cell={number} isOnly={isOnly} hasCue={period.column === 'total' && !isOnly} />
  }
  return {
    id: idOf(column, part),
    title: partTitle(part, column, currencyCode),
    hint: partHint(part, column),
    exportTitle: `${title} ${period.periodStart} to ${period.periodEnd}${PART_NAMES[part]}`,
    kind: 'number',
    group,
    // What the minimum of a column adds goes to its first number.
    width:
      index === 0
        ? width - parts.slice(1).reduce((sum, beside) => sum + besideWidth(beside, period), 0)
        : besideWidth(part, period),
    isSortable: false,
    isPinned: period.column === 'total',
    value: (row) => {
      if (!isRead) return isBlank(row, part, isOnly) ? null : undefined
      return numberOf(answer, place, row, part)
    },
    cell,
    cellHint: (row) =>
      part === 'amount' || part === 'transactions'
        ? numberHint(row, answer, place, currencyCode, part)
        : undefined,
    className: cx(
      styles.number,
      isBeside && styles.beside,
      isIncomplete(period) && styles.incomplete,
      column.isSummary && styles.summary,
      column.isSummary && index === 0 && styles.first,
    ),
  } satisfies TableColumn<StatementRow>
}

/** What stands at the head of the names: all that the numbers are. */
function headText(columns: readonly PnlColumn[], currencyCode: string): string {
  if (!hasPartHeads(columns)) return currencyCode
  const shown = new Set(columns.flatMap(({ parts }) => parts))
  return [
    ...(shown.has('amount') ? [currencyCode] : []),
    ...(shown.has('percent') ? ['% of net sales'] : []),
    ...(shown.has('growth') ? ['change in %'] : []),
  ].join(', ')
}

/** Numbers of one period have heads of their own where there are several, or where their kind is not said elsewhere. */
export const hasPartHeads = (columns: readonly PnlColumn[]): boolean =>
  columns.some(({ parts }) => parts.length > 1)

function partHint(part: Part, { period: { comparisonStart, comparisonEnd } }: PnlColumn): string {
  if (part === 'transactions') return 'Orders less transactions of the same days'
  if (part === 'amount') return 'Amount'
  return part === 'percent'
    ? 'Share of net sales'
    : `Change in % against ${comparisonStart} to ${comparisonEnd}`
}

/** A margin beside itself says nothing twice; units have no share of sales. */
function isBlank(row: StatementRow, part: Part, isOnly: boolean): boolean {
  if (part === 'amount') return false
  if (part === 'growth') return false
  if (part === 'transactions') return row.look === 'margin'
  return row.unit !== 'money' || (row.look === 'margin' && !isOnly)
}

const ESTIMATED =
  'Estimated: from fee previews, else from what was charged for the product before, else as 15 % of what was paid.'

/** What the line is, and what its numbers are without. */
function nameHint({ definition, line, isEstimated }: StatementRow, answer: readonly PnlRow[]): string {
  const before = beforeText(lacksOf(answer, line))
  return [
    definition,
    ...(isEstimated ? [ESTIMATED] : []),
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
  part: 'amount' | 'transactions',
): string | undefined {
  const cell = cellOf(answer, place, row.line)
  if (part === 'transactions') return transactionsHint(row, cell?.transactions, currencyCode)
  const hints = [exactHint(row, answer, place, currencyCode) ?? [], cell ? cellNotes(cell) : []].flat()
  return hints.join('\n') || undefined
}

/** Both sides of the difference, and why there is none. */
function transactionsHint(
  { unit }: StatementRow,
  transactions: PnlCell['transactions'],
  currencyCode: string,
): string | undefined {
  if (!transactions) return undefined
  const { value, difference } = transactions
  if (value === null) return 'Transactions do not wholly cover these days.'
  if (difference === null) return 'Orders do not wholly cover these days.'
  const text = (amount: string) =>
    unit === 'count' ? wholeText(amount) : `${exactText(amount, currencyCode)} ${currencyCode}`
  return `Transaction P&L: ${text(value)}\nDifference: ${text(difference)}`
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

const groupOf = (column: PnlColumn, basis: Provisional): ColumnGroup => ({
  id: column.key,
  title: column.title,
  subtitle: column.subtitle,
  hint: hintOf(column, basis),
  className: cx(column.isSummary && styles.summaryHead, isIncomplete(column.period) && styles.incompleteHead),
})

function hintOf({ period }: PnlColumn, { provisional }: Provisional): string | undefined {
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
  if (period.provisional) hints.push(`Provisional: ${provisional}.`)
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
export function markedCells(
  columns: readonly PnlColumn[],
  explained: ExplainedCell | null,
  shown: readonly { row: StatementRow }[],
) {
  const column = columns.find(
    ({ period }) => period.periodStart === explained?.start && period.periodEnd === explained.end,
  )
  if (!explained || !column) return null
  const row = shown.find((line) => line.row.metric === explained.metric)?.row
  if (row) return { row: row.id, columns: column.parts.map((part) => idOf(column, part)) }
  const line = lineOfMetric(explained.metric)
  const group = line && groupOfLine(line)
  return group ? { row: group, columns: [] } : null
}

/** The numbers around one: of the lines as they are folded, and of the periods beside it. */
export function neighboursOf(
  columns: readonly PnlColumn[],
  explained: ExplainedCell,
  shown: readonly { row: StatementRow }[],
): CellNeighbours | null {
  if (explained.isLeftOut) return null
  const marked = markedCells(columns, explained, shown)
  const place = shown.findIndex(({ row }) => row.id === marked?.row)
  const column = columns.findIndex(
    ({ period }) => period.periodStart === explained.start && period.periodEnd === explained.end,
  )
  if (!marked || place < 0) return null
  const inLine = (at: number) => {
    const metric = shown[at]?.row.metric
    return metric === undefined ? null : { ...explained, metric }
  }
  const inColumn = (at: number) => {
    const period = columns[at]?.period
    return period ? { ...explained, start: period.periodStart, end: period.periodEnd } : null
  }
  return {
    place: `${place + 1} of ${shown.length}`,
    previous: inLine(place - 1),
    next: inLine(place + 1),
    left: inColumn(column - 1),
    right: inColumn(column + 1),
  }
}
