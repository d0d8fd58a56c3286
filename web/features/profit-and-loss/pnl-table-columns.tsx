import { Lock } from 'lucide-react'
import { lineOfMetric } from '#contract/metrics/line-names.ts'
import type { PnlRow } from '#contract/profit-and-loss.ts'
import type { ExplainedCell } from '#web/explain/explained-cell.ts'
import { absenceText } from '#web/explain/lacks.ts'
import type { CellNeighbours } from '#web/dashboard/DashboardPage.tsx'
import { periodName } from '#web/table/period-name.ts'
import { typeOfUnit, type CellType } from '#web/table/sheet.ts'
import type { ColumnGroup, TableColumn } from '#web/table/table-column.ts'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import {
  besideWidth,
  isIncomplete,
  SUMMARY_LABELS,
  versusText,
  type Part,
  type PnlColumn,
} from './pnl-columns.ts'
import { hintOf, nameHint, numberHint } from './pnl-hints.ts'
import {
  cellOf,
  groupOfLine,
  isSharedIn,
  lacksOf,
  numberOf,
  unsaidOf,
  type StatementRow,
} from './pnl-rows.ts'
import type { StatementBasis } from './statement-basis.ts'
import { Amount, Difference, Growth, RowName, Share } from './PnlCells.tsx'
import styles from './Statement.module.css'

const NAME_WIDTH = 232

/** On the head of a period whose months are closed. */
const ClosedMark = () => (
  <span className={styles.closed}>
    <Icon of={Lock} size={12} />
    <VisuallyHidden>, closed</VisuallyHidden>
  </span>
)

type Provisional = Pick<StatementBasis, 'provisional'>

/** What stands over each number of a period. */
function partTitle(part: Part, column: PnlColumn, currencyCode: string): string {
  if (part === 'transactions') return 'vs Transact.'
  if (part === 'previous') return 'compared'
  if (part === 'difference') return 'difference'
  return part === 'growth' ? versusText(column) : part === 'percent' ? '%' : currencyCode
}

const PART_NAMES: Record<Part, string> = {
  previous: ', compared',
  amount: '',
  percent: ', share of net sales',
  growth: ', growth',
  difference: ', difference',
  transactions: ', more than transactions',
}

/** `2026-06`, `Total 2026-01-01/2026-06-30, growth`. */
export function exportTitleOf({ period }: PnlColumn, part: Part): string {
  const { column, periodStart, periodEnd, comparisonStart, comparisonEnd } = period
  const name = periodName(periodStart, periodEnd)
  const title =
    column === 'bucket' ? name : `${column === 'custom' ? 'Custom dates' : SUMMARY_LABELS[column]} ${name}`
  // Of two columns of the same dates the file tells with which others each is compared.
  return part === 'previous' && comparisonStart !== null && comparisonEnd !== null
    ? `${title}, compared with ${periodName(comparisonStart, comparisonEnd)}`
    : `${title}${PART_NAMES[part]}`
}

export function typeOf({ look, unit }: StatementRow, part: Part): CellType {
  return part === 'percent' || part === 'growth' || look === 'margin' ? 'share' : typeOfUnit(unit)
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
    cell: (row) => <RowName row={row} lacks={lacksOf(answer, row)} isShared={isSharedIn(answer, row)} />,
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
  const { period, parts, width } = column
  const isOnly = parts.length === 1
  const isBeside = part !== 'amount' && !(part === 'percent' && isOnly)
  const isRead = answer.length > 0
  const numberIn = (row: StatementRow) => numberOf(answer, place, row, part)
  const cell = (row: StatementRow) => {
    const found = cellOf(answer, place, row)
    if (!found || isBlank(row, part, isOnly)) return null
    const number = numberIn(row)
    if (part === 'amount' || part === 'previous') {
      const absence = part === 'amount' ? (unsaidOf(row, found) ?? absenceText(found)) : null
      return <Amount row={row} number={number} absence={absence} currencyCode={currencyCode} />
    }
    if (part === 'difference' || part === 'transactions') return <Difference row={row} number={number} />
    if (part === 'growth') return <Growth row={row} column={answer[place]!} />
    return <Share row={row} number={number} isOnly={isOnly} hasCue={period.column === 'total' && !isOnly} />
  }
  return {
    id: idOf(column, part),
    title: partTitle(part, column, currencyCode),
    hint: partHint(part, column),
    exportTitle: exportTitleOf(column, part),
    kind: 'number',
    type: (row) => typeOf(row, part),
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
      return numberIn(row)
    },
    cell,
    cellHint: (row) => numberHint(row, cellOf(answer, place, row), part, numberIn(row), currencyCode),
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
  if (part === 'transactions') return 'Order P&L less Transaction P&L for the same days'
  if (part === 'amount') return 'Amount'
  if (part === 'previous') return `Amount from ${comparisonStart} to ${comparisonEnd}`
  if (part === 'difference') return `Amount less the amount from ${comparisonStart} to ${comparisonEnd}`
  return part === 'percent'
    ? 'Share of net sales'
    : `Change in % compared with ${comparisonStart} to ${comparisonEnd}`
}

/** A margin beside itself says nothing twice; units have no share of sales. */
function isBlank(row: StatementRow, part: Part, isOnly: boolean): boolean {
  if (part === 'amount') return false
  if (part === 'growth') return false
  if (part === 'transactions' || part === 'difference') return row.look === 'margin'
  if (part === 'previous') return false
  return row.unit !== 'money' || (row.look === 'margin' && !isOnly)
}

const groupOf = (column: PnlColumn, basis: Provisional): ColumnGroup => ({
  id: column.key,
  title: column.title,
  subtitle: column.subtitle,
  hint: hintOf(column, basis),
  mark: column.period.closedAt !== undefined && <ClosedMark />,
  className: cx(column.isSummary && styles.summaryHead, isIncomplete(column.period) && styles.incompleteHead),
})

/** The number of the statement that a cell of the table shows. */
export function explainedCellAt(
  columns: readonly PnlColumn[],
  row: StatementRow,
  columnId: string,
): ExplainedCell | null {
  const period = columns.find((column) =>
    column.parts.some((part) => idOf(column, part) === columnId),
  )?.period
  return period && isExplained(row)
    ? { ...explainedNumber(row), start: period.periodStart, end: period.periodEnd }
    : null
}

/** The smaller categories of expenses together are asked of by nobody. */
const isExplained = ({ expense, category }: StatementRow): boolean =>
  expense === undefined || category !== undefined

/** What number a row is of. */
const explainedNumber = ({ metric, category }: StatementRow): Pick<ExplainedCell, 'metric' | 'of'> => ({
  metric,
  ...(category !== undefined && { of: { by: 'expense', key: category } }),
})

const isOf = (row: StatementRow, { metric, of }: ExplainedCell): boolean =>
  row.metric === metric && row.category === (of?.by === 'expense' ? of.key : undefined)

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
  const row = shown.find((line) => isOf(line.row, explained))?.row
  if (row) return { row: row.id, columns: column.parts.map((part) => idOf(column, part)) }
  const line = lineOfMetric(explained.metric)
  const group = explained.of?.by === 'expense' ? line : line && groupOfLine(line)
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
  const lines = shown.filter(({ row }) => isExplained(row))
  const place = lines.findIndex(({ row }) => row.id === marked?.row)
  const column = columns.findIndex(
    ({ period }) => period.periodStart === explained.start && period.periodEnd === explained.end,
  )
  if (!marked || place < 0) return null
  const { start, end } = explained
  const inLine = (at: number) => {
    const line = lines[at]
    return line ? { ...explainedNumber(line.row), start, end } : null
  }
  const inColumn = (at: number) => {
    const period = columns[at]?.period
    return period ? { ...explained, start: period.periodStart, end: period.periodEnd } : null
  }
  return {
    place: `${place + 1} of ${lines.length}`,
    previous: inLine(place - 1),
    next: inLine(place + 1),
    left: inColumn(column - 1),
    right: inColumn(column + 1),
  }
}
