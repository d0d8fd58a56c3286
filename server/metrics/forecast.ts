import {
  addDays,
  addMonths,
  daysIn,
  earlier,
  endOfMonth,
  later,
  monthsOf,
  startOfMonth,
  type DateRange,
  type IsoDate,
} from '#contract/date-range.ts'
import { toText, ZERO, type Decimal } from '#contract/decimal.ts'
import {
  forecastMonth,
  PROJECTION_DAYS,
  projectedMonth,
  type ForecastMonths,
} from '#contract/metrics/forecast.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import type { Company } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { uncompared, answerWhole, type PeriodFigures } from './answer.ts'
import type { ReportedDays } from './reported-days.ts'
import type { LedgerScope } from './facts/ledger.ts'

interface ForecastQuestion {
  scope: LedgerScope
  metric: MetricId
  startDate: IsoDate
  endDate: IsoDate
  /** By the reports that the metric is made from. */
  covered: ReportedDays
}

/** What the months of a range that are not over will probably come to. */
export async function forecast(
  services: Services,
  company: Company,
  { scope, metric, covered, ...input }: ForecastQuestion,
  signal: AbortSignal | undefined,
): Promise<ForecastMonths> {
  const { today, lastDay } = covered
  const thisMonth = startOfMonth(today)
  const starts = monthsOf({ start: later(input.startDate, thisMonth), end: input.endDate })
  if (starts.length === 0 || lastDay === null || lastDay < startOfMonth(input.startDate))
    return { months: [] }

  const lastThree: DateRange = { start: addMonths(thisMonth, -3), end: addDays(thisMonth, -1) }
  const { recent, toDate } = projectedFrom(today)
  const asked = [
    recent,
    toDate,
    lastThree,
    yearBefore(lastThree),
    ...starts.map((start) => yearBefore(month(start))),
  ]
  const answers = await answerWhole(
    services,
    company,
    { scope, metrics: [metric], periods: asked.map(uncompared) },
    signal,
  )
  /** Of days that are all covered. */
  const wholeAt = (index: number) => {
    const { value, lacks } = answers[index]!.now.figure(metric)
    return lacks.has('DAYS') ? null : value
  }
  const isConverted = answers[0]!.now.figure(metric).unconverted.size === 0
  const months = starts.map((start, index): ForecastMonths['months'][number] => {
    const isNow = start === thisMonth
    const value = isNow
      ? projected(metric, { recent: answers[0]!.now, toDate: answers[1]!.now }, today)
      : forecastMonth({ lastThree: wholeAt(2), sameThree: wholeAt(3), sameMonth: wholeAt(4 + index) })
    return {
      startDate: start,
      endDate: endOfMonth(start),
      kind: isNow ? 'PROJECTED' : 'FORECAST',
      value: value === null || !isConverted ? null : toText(value),
    }
  })
  return { months }
}

/** From which days a month in progress is projected. On its first day there are none of it yet. */
export const projectedFrom = (today: IsoDate): { recent: DateRange; toDate: DateRange } => {
  const yesterday = addDays(today, -1)
  const start = startOfMonth(today)
  return {
    recent: { start: addDays(today, -PROJECTION_DAYS), end: yesterday },
    toDate: { start, end: later(start, yesterday) },
  }
}

/**
 * What the month of `today` will probably come to by a metric that adds up: its days that are over and covered, and a mean day
 * for each of the others, be they to come or without a report. Days before the first report of all count as nothing. Null where
 * too few days are known, or one of them has no exchange rate.
 */
export function projected(
  metric: MetricId,
  { recent, toDate }: Record<'recent' | 'toDate', PeriodFigures>,
  today: IsoDate,
): Decimal | null {
  const start = startOfMonth(today)
  const { startDate, endDate, missing, coveredDays } = toDate.coverageOf(metric)
  const hasDays = today !== start && startDate !== null && endDate !== null
  // Missing days are those after a first report, which may be of a month before.
  const first = hasDays ? earlier(startDate, missing[0]?.startDate ?? startDate) : start
  const figures = [recent.figure(metric), ...(hasDays ? [toDate.figure(metric)] : [])]
  if (figures.some(({ unconverted }) => unconverted.size > 0)) return null
  return projectedMonth({
    toDate: (hasDays && toDate.figure(metric).value) || ZERO,
    daysLeft: daysIn({ start: first, end: endOfMonth(start) }) - (hasDays ? coveredDays : 0),
    recent: recent.figure(metric).value ?? ZERO,
    recentDays: recent.coverageOf(metric).coveredDays,
  })
}

const month = (start: string): DateRange => ({ start, end: endOfMonth(start) })

const yearBefore = ({ start, end }: DateRange): DateRange => ({
  start: addMonths(start, -12),
  end: endOfMonth(addMonths(startOfMonth(end), -12)),
})
