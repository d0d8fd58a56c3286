/** What the charts and figures of the page say, from the answers of the server. */
import { NO_CATEGORY } from '#contract/dashboards/expenses.ts'
import { earlier, later, monthsOf, endOfMonth, type DateRange } from '#contract/date-range.ts'
import { parseDecimal } from '#contract/decimal.ts'
import type { Lack } from '#contract/profit-and-loss-lines.ts'
import type { ExpenseAmount, ExpenseList, ExpensePreview } from '#contract/expenses.ts'
import {
  plotted,
  sumOf,
  type ChartPeriod,
  type ChartSeries,
  type ChartTone,
} from '#web/charts/chart-series.ts'
import { minus, plus } from './expense-lines.ts'

const NAMED = 5
const TONES: ChartTone[] = ['seq-7', 'seq-6', 'seq-5', 'seq-4', 'seq-3']

/** The months of a range, cut by it. */
export const monthsIn = (range: DateRange): ChartPeriod[] =>
  monthsOf(range).map((month) => ({
    start: later(month, range.start),
    end: earlier(endOfMonth(month), range.end),
  }))

/** Stacked by month: the largest categories, and the others added up. */
export function categorySeries({ byMonth }: ExpenseList, periods: readonly ChartPeriod[]): ChartSeries[] {
  const names = [...new Set(byMonth.map(({ category }) => category))]
  const all = names
    .map((name) => ({
      name,
      values: periods.map(({ start }) =>
        sumOf(
          byMonth
            .filter(({ category, month }) => category === name && month.slice(0, 7) === start.slice(0, 7))
            .map(({ amount }) => amount),
        ),
      ),
    }))
    .toSorted((a, b) => size(b.values) - size(a.values))
  const rest = all.slice(NAMED)
  return [
    ...all.slice(0, NAMED).map(({ name, values }, index): ChartSeries => ({
      id: name || ' ',
      label: name || NO_CATEGORY,
      tone: TONES[index]!,
      values,
    })),
    ...(rest.length === 0
      ? []
      : [
          {
            id: ' other',
            label: 'Other',
            tone: 'other' as const,
            values: periods.map((_, index) => sumOf(rest.map(({ values }) => values[index]))),
          },
        ]),
  ]
}

const size = (values: readonly ExpenseAmount[]) =>
  values.reduce((sum, value) => sum + Math.abs(plotted(value) ?? 0), 0)

/** The category that costs most in the range. */
export function largestCategory({ byMonth }: ExpenseList): { name: string; amount: ExpenseAmount } | null {
  const names = [...new Set(byMonth.map(({ category }) => category))]
  const [largest] = names
    .map((name) => ({
      name: name || NO_CATEGORY,
      amount: sumOf(byMonth.filter(({ category }) => category === name).map(({ amount }) => amount)),
    }))
    .toSorted((a, b) => (plotted(b.amount) ?? 0) - (plotted(a.amount) ?? 0))
  return largest ?? null
}

/** Net profit before and after, of the range as far as it has come and of each month in it that changes. */
export interface EffectRow {
  id: string
  /** Null: of all days up to today. */
  month: string | null
  isPlanned: boolean
  saved: ExpenseAmount
  after: ExpenseAmount
  change: ExpenseAmount
  /** What net profit is without. */
  lacks: readonly Lack[]
}

interface ProfitOfMonth {
  startDate: string
  netProfit: string | null
  lacks: readonly Lack[]
}

export function effectRows(preview: ExpensePreview, profits: readonly ProfitOfMonth[]): EffectRow[] {
  const row = (
    month: string | null,
    saved: ExpenseAmount,
    spent: ExpenseAmount,
    lacks: readonly Lack[],
  ): EffectRow => ({
    id: month ?? 'all',
    month,
    isPlanned: false,
    saved,
    after: minus(saved, spent),
    change: minus('0', spent),
    lacks,
  })
  const months = preview.byMonth.filter(({ isPlanned }) => !isPlanned)
  const all = profits.reduce<ExpenseAmount>((sum, { netProfit }) => plus(sum, netProfit), '0')
  return [
    row(null, profits.length > 0 ? all : null, preview.toToday, lacksOf(profits)),
    ...months.map(({ month, change }) => {
      const profit = profits.find(({ startDate }) => startDate.slice(0, 7) === month.slice(0, 7))
      return row(month, profit?.netProfit ?? null, change, profit?.lacks ?? [])
    }),
    ...(preview.planned === '0'
      ? []
      : [
          {
            id: 'planned',
            month: null,
            isPlanned: true,
            saved: null,
            after: null,
            change: minus('0', preview.planned),
            lacks: [],
          },
        ]),
  ]
}

/** What any of them is without. */
export const lacksOf = (cells: readonly { lacks?: readonly Lack[] | undefined }[]): Lack[] => [
  ...new Set(cells.flatMap(({ lacks = [] }) => lacks)),
]

/** A share of a whole; null where there is none. */
export function shareOf(part: ExpenseAmount, whole: ExpenseAmount): string | null {
  if (part === null || whole === null || parseDecimal(whole) === 0n) return null
  return String(Number(part) / Number(whole))
}
