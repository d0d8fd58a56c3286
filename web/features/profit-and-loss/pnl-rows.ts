import { parseDecimal, toText } from '#contract/decimal.ts'
import { unsaidText } from '#contract/lack-words.ts'
import { shareOfSales } from '#contract/metrics/comparisons.ts'
import { lineOfMetric, metricOfLine } from '#contract/metrics/line-names.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import {
  childrenOf,
  expenseLineNames,
  isCostLine,
  LACKS,
  lineDefinition,
  PNL_LINE_IDS,
  type Lack,
  type LineDefinition,
  type PnlLine,
} from '#contract/profit-and-loss-lines.ts'
import type { PnlCell, PnlRow } from '#contract/profit-and-loss.ts'
import { shownGrowth } from '#web/charts/change.ts'
import type { ExplainedCell } from '#web/explain/explained-cell.ts'
import { isZero } from '#web/ui/numbers.ts'
import type { Part } from './pnl-columns.ts'
import type { StatementBasis } from './statement-basis.ts'

/** How a row of the table is set: its weight and its rules. */
export type RowLook = 'count' | 'group' | 'line' | 'result' | 'net' | 'margin'

export interface StatementRow {
  /** A line; `netMargin`, which is the percentage of net profit; or a category of the operating expenses. */
  id: string
  /** The line whose numbers these are. */
  line: PnlLine
  /** Of a category of operating expenses, its place among them. */
  expense?: number
  /** What a click explains. */
  metric: MetricId
  /** Of a category that it is asked of by itself. */
  category?: string
  label: string
  definition: string
  level: number
  look: RowLook
  unit: NonNullable<LineDefinition['unit']> | 'money'
  /** Its amounts are expected rather than charged, all or some of them. */
  isEstimated: boolean
  parent: PnlLine | null
}

interface WhichRows {
  basis: Pick<StatementBasis, 'id' | 'leavesOut' | 'estimated'>
  emptyLines: boolean
  /** False where only shares of sales are shown, which units do not have. */
  hasUnits: boolean
}

/** Lines that stand under the statement, in parts of their own. */
const isApart = (id: PnlLine): boolean => id === 'deferredNetProceeds' || topOf(id) === 'memo'

/** The line that the other counts are folded under. */
export const UNITS: PnlLine = 'unitsSold'
/** The line whose parts are what people called them. */
export const EXPENSES: PnlLine = 'operatingExpenses'

/** The statement itself: money down to net margin, then units. */
export function statementRows(answer: readonly PnlRow[], which: WhichRows): StatementRow[] {
  const rows = rowsOf(
    PNL_LINE_IDS.filter((id) => !isApart(id) && !lineDefinition(id).unit),
    answer,
    which,
  )
  const netProfit = rows.find(({ id }) => id === 'netProfit')
  const units = unitRows(answer, which)
  if (!netProfit) return [...rows, ...units]
  return [
    ...rows,
    {
      ...netProfit,
      id: 'netMargin',
      metric: 'netMargin',
      label: 'Net margin',
      definition: 'Net profit as a share of net sales.',
      look: 'margin',
    },
    ...units,
  ]
}

function unitRows(answer: readonly PnlRow[], which: WhichRows): StatementRow[] {
  const [, ...others] = [UNITS, ...PNL_LINE_IDS.filter((id) => lineDefinition(id).unit && id !== UNITS)]
  const folded = rowsOf(others, answer, which).map((row) => ({ ...row, parent: UNITS, level: 2 }))
  return folded.length > 0 ? [rowOf(UNITS, which), ...folded] : rowsOf([UNITS], answer, which)
}

/** What passes through the account without being profit. */
export const memoRows = (answer: readonly PnlRow[], which: WhichRows): StatementRow[] =>
  rowsOf(
    PNL_LINE_IDS.filter((id) => topOf(id) === 'memo'),
    answer,
    which,
  )

const rowsOf = (ids: readonly PnlLine[], answer: readonly PnlRow[], which: WhichRows) =>
  ids
    .filter((id) => isShown(id, answer, which))
    .flatMap((id) => [rowOf(id, which), ...(id === EXPENSES ? categoryRows(answer, which) : [])])

/** Operating expenses by category, those with most money first. */
function categoryRows(answer: readonly PnlRow[], which: WhichRows): StatementRow[] {
  const rows = (answer[0]?.expenses ?? []).map(({ category }, expense): StatementRow => ({
    ...rowOf(EXPENSES, which),
    ...expenseLineNames(category),
    expense,
    ...(category !== null && { category }),
    definition:
      category === null ? 'The smaller categories together.' : 'Operating expenses of this category.',
    level: 2,
    look: 'line',
    parent: EXPENSES,
  }))
  return which.emptyLines
    ? rows
    : rows.filter((row) => answer.some((column) => !isNothing(cellIn(column, row))))
}

function isShown(id: PnlLine, answer: readonly PnlRow[], { basis, emptyLines, hasUnits }: WhichRows) {
  if (!hasUnits && lineDefinition(id).unit) return false
  const isOfBasis = !basis.leavesOut.includes(id)
  if (isOfBasis && (emptyLines || lineDefinition(id).sumOf || answer.length === 0)) return true
  return answer.some(
    ({ lines }) => !isNothing(lines[id]) || lines[id].lacks?.includes('COSTS') || differs(lines[id]),
  )
}

/** Neither a number nor money that is only not converted. */
const isNothing = ({ value, unconverted }: PnlCell): boolean =>
  value === null ? unconverted === undefined : isZero(value)

/** Transactions have something where orders have nothing: without it the differences would not add up. */
const differs = ({ transactions }: PnlCell): boolean =>
  transactions?.difference != null && !isZero(transactions.difference)

/** True where the periods of the range hold no number at all, whatever the summaries of other ranges hold. */
export function isEmptyAnswer(answer: readonly PnlRow[]): boolean {
  const buckets = answer.filter(({ column }) => column === 'bucket')
  return buckets.length > 0 && buckets.every(({ lines }) => Object.values(lines).every(isNothing))
}

function rowOf(id: PnlLine, { basis }: WhichRows): StatementRow {
  const { label, definition, orderDefinition, unit = 'money' } = lineDefinition(id)
  const parent = parentOf(id)
  return {
    id,
    line: id,
    metric: metricOfLine(id),
    label,
    definition: (basis.id === 'ORDER' && orderDefinition) || definition,
    isEstimated: [id, ...childrenOf(id)].some((line) => basis.estimated.includes(line)),
    level: parent ? 2 : 1,
    look: lookOf(id),
    unit,
    parent,
  }
}

function lookOf(id: PnlLine): RowLook {
  const { unit, parent, sumOf } = lineDefinition(id)
  if (id === 'netProfit') return 'net'
  if (sumOf) return 'result'
  if (unit) return 'count'
  return parent ? 'line' : 'group'
}

const parentOf = (id: PnlLine): PnlLine | null => lineDefinition(id).parent as PnlLine | null
/** The line that folds another away; null of those at the top. */
export const groupOfLine = (id: PnlLine): PnlLine | null =>
  lineDefinition(id).unit && id !== UNITS ? UNITS : parentOf(id)
const topOf = (id: PnlLine): PnlLine => parentOf(id) ?? id

/** True for what passes through the account without being profit. */
export const isMemo = ({ line }: StatementRow): boolean => topOf(line) === 'memo'

/** Red is a judgement on results, never on costs: those are below zero by nature. */
export const isResult = (look: RowLook): boolean => look === 'result' || look === 'net' || look === 'margin'

/** A line over the periods of the range, from the total if it was asked for. */
export function totalOf(
  answer: readonly PnlRow[],
  id: PnlLine,
): Pick<PnlCell, 'value' | 'lacks' | 'unconverted'> {
  const total = answer.find(({ column }) => column === 'total')
  if (total) return total.lines[id]
  return together(answer.filter(({ column }) => column === 'bucket').map(({ lines }) => lines[id]))
}

/** What the selection leaves out of the periods of the range; null where that is nothing. */
export function leftOutOf(answer: readonly PnlRow[]): ReturnType<typeof together> | null {
  const leftOut = answer.flatMap((row) => (row.column === 'bucket' && row.leftOut ? [row.leftOut] : []))
  return leftOut.length === 0 ? null : together(leftOut)
}

/** Money without a rate makes no sum. */
function together(
  cells: readonly Pick<PnlCell, 'value' | 'lacks' | 'unconverted'>[],
): Pick<PnlCell, 'value' | 'lacks' | 'unconverted'> {
  const unconverted = amountsTogether(cells.flatMap((cell) => cell.unconverted ?? []))
  const values = cells.map(({ value }) => value).filter((value) => value !== null)
  const lacks = LACKS.filter((lack) => cells.some((cell) => cell.lacks?.includes(lack)))
  return {
    value: unconverted.length > 0 || values.length === 0 ? null : sumText(values),
    ...(lacks.length > 0 && { lacks }),
    ...(unconverted.length > 0 && { unconverted }),
  }
}

const sumText = (values: readonly string[]): string =>
  toText(values.reduce((sum, value) => sum + parseDecimal(value), 0n))

function amountsTogether(amounts: NonNullable<PnlCell['unconverted']>): typeof amounts {
  const currencies = [...new Set(amounts.map(({ currency }) => currency))]
  return currencies.map((currency) => ({
    currency,
    amount: sumText(amounts.filter((one) => one.currency === currency).map(({ amount }) => amount)),
  }))
}

type Numbers = Pick<StatementRow, 'line' | 'expense'>

/** The number of a row in a column. */
export const cellIn = ({ lines, expenses }: Pick<PnlRow, 'lines' | 'expenses'>, row: Numbers): PnlCell =>
  (row.expense === undefined ? undefined : expenses?.[row.expense]) ?? lines[row.line]

/** What the numbers of a row are without, in any column. */
export const lacksOf = (answer: readonly PnlRow[], row: Numbers): Lack[] =>
  LACKS.filter((lack) => answer.some((column) => cellIn(column, row).lacks?.includes(lack)))

/** The number of a row in a column; undefined while it is being read. */
export const cellOf = (answer: readonly PnlRow[], column: number, row: Numbers): PnlCell | undefined =>
  answer[column] && cellIn(answer[column], row)

/** The share of net sales that the table shows for a number; null where it shows none. */
export function shareOf(answer: readonly PnlRow[], { metric, start, end, of }: ExplainedCell): number | null {
  const line = lineOfMetric(metric)
  if (line === undefined) return null
  const column = answer.find(({ periodStart, periodEnd }) => periodStart === start && periodEnd === end)
  const found =
    of?.by === 'expense' ? column?.expenses?.find(({ category }) => category === of.key) : column?.lines[line]
  return found && unsaidOf({ look: lookOf(line) }, found) === null ? found.percentOfNetSales : null
}

/** What the number is compared with; null where there is nothing. */
export function comparisonOf(
  answer: readonly PnlRow[],
  { start, end }: ExplainedCell,
): { start: string; end: string } | null {
  const column = answer.find(({ periodStart, periodEnd }) => periodStart === start && periodEnd === end)
  if (!column || column.comparisonStart === null || column.comparisonEnd === null) return null
  return { start: column.comparisonStart, end: column.comparisonEnd }
}

/** What a number is compared with; null where the comparison is not wholly known, which is nothing to compare with. */
export const priorOf = ({ growth, previous }: PnlCell): string | null =>
  growth === null && previous !== null && !isZero(previous) ? null : previous

/** Net margin and that of the comparison, as decimal text. */
export function netMarginOf({ lines: { netProfit, netSales } }: Pick<PnlRow, 'lines'>): {
  value: string | null
  prior: string | null
} {
  const profitBefore = priorOf(netProfit)
  const salesBefore = netSales.previous
  return {
    value: shareText(netProfit.percentOfNetSales),
    prior:
      profitBefore === null || salesBefore === null
        ? null
        : shareText(shareOfSales(parseDecimal(profitBefore), parseDecimal(salesBefore))),
  }
}

const SHARE_DIGITS = 6
const shareText = (share: number | null): string | null =>
  share === null ? null : share.toFixed(SHARE_DIGITS)

/**
 * Why a line shows no number where the answer has a 0: nobody said how much it is. Null of every other number, and of
 * results: without one of its parts a result is still a result.
 */
export const unsaidOf = ({ look }: Pick<StatementRow, 'look'>, cell: PnlCell): string | null =>
  isResult(look) ? null : unsaidText(cell)

/** The number of a row in a column, as it is shown, copied and exported: decimal text for money, a fraction for shares. */
export function numberOf(
  answer: readonly PnlRow[],
  column: number,
  row: StatementRow,
  part: Part,
): string | number | null {
  const cell = cellOf(answer, column, row)
  if (!cell) return null
  const isMargin = row.look === 'margin'
  if (part === 'previous') return isMargin ? netMarginOf(answer[column]!).prior : cell.previous
  if (part === 'growth') return shownGrowth(...comparedIn(row, answer[column]!))
  if (part === 'transactions') return isMargin ? null : (cell.transactions?.difference ?? null)
  if (unsaidOf(row, cell) !== null) return null
  if (part === 'difference') return isMargin ? null : differenceOf(cell)
  return part === 'percent' || isMargin ? cell.percentOfNetSales : cell.value
}

/** What a row's growth is of: the number, its comparison, and how its change is told. */
export function comparedIn(row: StatementRow, column: PnlRow): Parameters<typeof shownGrowth> {
  if (row.look === 'margin') {
    const { value, prior } = netMarginOf(column)
    return [value, prior, { better: 'more', isRatio: true }]
  }
  const cell = cellIn(column, row)
  // What nobody said did not fall to nothing.
  const value = unsaidOf(row, cell) === null ? cell.value : null
  // Results are judged; a cost may have risen because more was sold.
  const better = isResult(row.look) ? 'more' : undefined
  return [value, priorOf(cell), { better, isCost: isCostLine(row.line) }]
}

/** By how much a number is more than what it is compared with; null where one of them is not wholly known. */
export function differenceOf(cell: PnlCell): string | null {
  const prior = priorOf(cell)
  return cell.value === null || prior === null ? null : toText(parseDecimal(cell.value) - parseDecimal(prior))
}

/** Whether some of a line's numbers hold shares of what belongs to no marketplace. */
export const isSharedIn = (answer: readonly PnlRow[], row: Numbers): boolean =>
  answer.some((column) => cellIn(column, row).isShared)
