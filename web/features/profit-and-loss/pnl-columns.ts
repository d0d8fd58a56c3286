import { addDays, endOfMonth, isoWeek, startOfMonth, startOfWeek, weekNumber } from '#contract/date-range.ts'
import type { CustomSummary } from '#contract/custom-summary-columns.ts'
import {
  customPeriods,
  isSettled,
  planPeriods,
  type DateInterval,
  type SummaryView,
} from '#contract/periods.ts'
import type { PnlRow } from '#contract/profit-and-loss.ts'
import { compactRangeText, monthText, rangeText, shortDayText } from '#web/ui/dates.ts'
import type { PnlView } from './pnl-view.ts'

/** One number within a column, in the order in which they stand. TRANSACTIONS: by how much orders come to more than they. */
export type Part = 'amount' | 'percent' | 'previous' | 'difference' | 'growth' | 'transactions'

/** The period of a column, which is known before its numbers are. */
export type PnlPeriod = Pick<
  PnlRow,
  'column' | 'periodStart' | 'periodEnd' | 'comparisonStart' | 'comparisonEnd' | 'partial' | 'provisional'
> & {
  /** Absent while it is being read. */
  coverage?: PnlRow['coverage']
  /** Of a period whose months are all closed. */
  closedAt?: PnlRow['closedAt']
}

/** Some of its days have no file, or all. */
export const isIncomplete = ({ coverage }: PnlPeriod): boolean => coverage !== undefined && coverage.share < 1

export interface PnlColumn {
  key: string
  period: PnlPeriod
  isSummary: boolean
  title: string
  subtitle: string
  parts: Part[]
  /** How many numbers of a row stand before the first of this column. */
  firstSlot: number
  width: number
}

export const SUMMARY_LABELS: Record<SummaryView, string> = {
  lastYearToDate: 'Last year to date',
  priorYearToDate: 'Prior year to date',
  lastTwelveMonths: 'Last 12 months',
  priorTwelveMonths: 'Prior 12 months',
  lastThreeMonths: 'Last 3 months',
  priorThreeMonths: 'Prior 3 months',
  total: 'Total',
}

/** The periods that the server will answer for a view, so that a table that is being read has its final shape. */
export const plannedPeriods = (
  view: PnlView,
  today: string,
  customs: readonly CustomSummary[] = [],
): PnlPeriod[] =>
  planPeriods(
    {
      ...view,
      summaries: view.summaries,
      customs: customs.map(customPeriods),
      range: { start: view.startDate, end: view.endDate },
      // Without growth no column has a place for it.
      growthType: view.growthType ?? 'MONTH_ON_MONTH',
    },
    today,
  ).map(({ period, comparison, ...column }) => ({
    ...column,
    periodStart: period.start,
    periodEnd: period.end,
    comparisonStart: comparison?.start ?? null,
    comparisonEnd: comparison?.end ?? null,
  }))

/**
 * Columns with their names, numbers and widths. The table gives longer numbers more.
 * @param settledBy today, where settled periods are compared with transactions
 */
export function columnsOf(
  periods: readonly PnlPeriod[],
  view: PnlView,
  settledBy: string | null = null,
): PnlColumn[] {
  const hasSummaries = periods.some(({ column }) => column !== 'bucket')
  const columns: PnlColumn[] = []
  for (const period of periods) {
    const isSummary = period.column !== 'bucket'
    const parts = partsOf(period, view, isSummary || !hasSummaries, settledBy)
    const [first, ...beside] = parts
    const partsWidth = beside.reduce(
      (sum, part) => sum + besideWidth(part, period),
      partWidth(first ?? 'amount', view.currencyCode),
    )
    const before = columns.at(-1)
    columns.push({
      key: keyOf(period),
      period,
      isSummary,
      parts,
      firstSlot: before ? before.firstSlot + before.parts.length : 0,
      width: Math.max(minimumWidth(isSummary, view.dateInterval), partsWidth),
      ...titlesOf(period, view.dateInterval),
    })
  }
  return columns
}

/**
 * With "both", percent stands beside the amounts of the summaries. Period columns stay narrow, so that six months
 * and four summaries fit a common screen; they carry percent only where no summary does.
 */
function partsOf(
  period: PnlPeriod,
  view: PnlView,
  carriesPercent: boolean,
  settledBy: string | null,
): Part[] {
  const parts: Part[] = []
  if (view.show !== 'percent') parts.push('amount')
  if (view.show === 'percent' || (view.show === 'both' && carriesPercent)) parts.push('percent')
  const isCustom = period.column === 'custom' && period.comparisonStart !== null
  if (isCustom && view.show !== 'percent') parts.push('previous', 'difference')
  if (isCustom || (view.growthType && period.comparisonStart !== null)) parts.push('growth')
  const days = { start: period.periodStart, end: period.periodEnd }
  if (settledBy !== null && view.show !== 'percent' && isSettled(days, settledBy)) parts.push('transactions')
  return parts
}

/** Currencies whose amounts have two or three digits more than those of the others. */
const LONG_AMOUNTS = new Set(['JPY', 'INR', 'EGP', 'TRY'])

/** In pixels, of a number beside another. What a part of a month is compared with are days, which take more room. */
export function besideWidth(part: Part, { partial }: PnlPeriod): number {
  if (part === 'transactions' || part === 'previous' || part === 'difference') return 76
  return part === 'percent' ? 47 : partial ? 64 : 54
}

function partWidth(part: Part, currencyCode: string): number {
  if (part === 'amount') return LONG_AMOUNTS.has(currencyCode) ? 94 : 75
  return part === 'percent' ? 47 : 54
}

function minimumWidth(isSummary: boolean, interval: DateInterval): number {
  if (isSummary || interval === 'DEFAULT') return 122
  return interval === 'WEEKLY' ? 88 : 75
}

/** The period that figures speak of by themselves: the last one that is whole, or else the last one. */
export const figureColumn = (periods: readonly PnlColumn[]): PnlColumn | undefined =>
  periods.findLast(isWhole) ?? periods.at(-1)

/** Over, and without days that have no file. */
export const isWhole = ({ period }: PnlColumn): boolean => !period.partial && !isIncomplete(period)

/** `vs Sep`: what the growth of a column is against, as short as its place. */
export function versusText({
  period: { comparisonStart: start, comparisonEnd: end, periodStart },
}: PnlColumn): string {
  if (start === null || end === null) return ''
  // Days of two months take more room than there is.
  if (start === startOfWeek(start) && end === addDays(start, 6)) return `vs W${isoWeek(start).slice(-2)}`
  const isSameYear = start.slice(0, 4) === periodStart.slice(0, 4)
  const year = start.slice(0, 4)
  if (start === startOfMonth(start) && end === endOfMonth(end) && start.slice(0, 7) === end.slice(0, 7))
    return isSameYear ? `vs ${monthText(start)}` : `vs ${monthText(start)} ${year.slice(2)}`
  if (start.slice(0, 7) === end.slice(0, 7)) return `vs ${shortRangeText(start, end, '–')}`
  return isSameYear ? 'vs before' : `vs ${year}`
}

/** Of two columns of the same dates each is compared with others. */
const keyOf = ({ column, periodStart, periodEnd, comparisonStart, comparisonEnd }: PnlPeriod): string =>
  column === 'custom'
    ? [column, periodStart, periodEnd, comparisonStart, comparisonEnd].join('.')
    : `${column}.${periodStart}`

function titlesOf(period: PnlPeriod, interval: DateInterval): Pick<PnlColumn, 'title' | 'subtitle'> {
  const { column, periodStart, periodEnd, comparisonStart, comparisonEnd } = period
  if (column === 'bucket') return bucketTitles(period, interval)
  const dates = compactRangeText(periodStart, periodEnd)
  if (column !== 'custom') return { title: SUMMARY_LABELS[column], subtitle: dates }
  return {
    title: dates,
    subtitle:
      comparisonStart === null || comparisonEnd === null
        ? 'custom dates'
        : `vs ${compactRangeText(comparisonStart, comparisonEnd)}`,
  }
}

function bucketTitles(period: PnlPeriod, interval: DateInterval) {
  const { periodStart, periodEnd, partial } = period
  const covered = coveredText(period)
  const year = periodStart.slice(0, 4)
  switch (interval) {
    case 'DEFAULT':
      return { title: 'Selected dates', subtitle: covered ?? rangeText(periodStart, periodEnd) }
    case 'WEEKLY':
      return {
        title: `Week ${weekNumber(periodStart)}`,
        subtitle: covered ?? shortRangeText(periodStart, periodEnd),
      }
    case 'MONTHLY':
      return {
        title: monthText(periodStart),
        subtitle: covered ?? (partial ? cutText(periodStart, periodEnd) : year),
      }
  }
}

/** What there is of an incomplete period; null of a whole one. */
function coveredText(period: PnlPeriod): string | null {
  if (!isIncomplete(period)) return null
  const { startDate, endDate } = period.coverage!
  if (startDate === null || endDate === null) return 'no data'
  if (startDate > period.periodStart && endDate === period.periodEnd) return `from ${shortDayText(startDate)}`
  if (startDate === period.periodStart && endDate < period.periodEnd) return `to ${shortDayText(endDate)}`
  return 'days missing'
}

/** `9 to 15 Oct`, `28 Sep to 4 Oct`, `18 Oct`. */
function shortRangeText(start: string, end: string, between = ' to '): string {
  if (start === end) return shortDayText(end)
  const isSameMonth = start.slice(0, 7) === end.slice(0, 7)
  return `${isSameMonth ? Number(start.slice(8)) : shortDayText(start)}${between}${shortDayText(end)}`
}

function cutText(start: string, end: string): string {
  if (start === startOfMonth(start)) return `to ${shortDayText(end)}`
  if (end === endOfMonth(end)) return `from ${shortDayText(start)}`
  return shortRangeText(start, end)
}
