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
import type { PeriodCoverage } from '#server/ledger/coverage/covered-days.ts'
import { answerByKey, answerWhole, uncompared, type PeriodFigures } from './answer.ts'
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
  /** Of days that are all covered from the first one on: what began in their midst was not small before, but is not known. */
  const wholeAt = (index: number, isToldIn: (coverage: PeriodCoverage) => boolean) => {
    const { figure, coverageOf } = answers[index]!.now
    const coverage = coverageOf(metric)
    return coverage.isWhole && isToldIn(coverage) ? figure(metric).value : null
  }
  const isConverted = (...indexes: number[]) =>
    indexes.every((index) => answers[index]!.now.figure(metric).unconverted.size === 0)
  const together = { recent: answers[0]!.now, toDate: answers[1]!.now }
  const parts = isUneven(metric, together)
    ? await partsProjected(services, company, { scope, metrics: [metric], today }, signal)
    : [together]
  const months = starts.map((start, index): ForecastMonths['months'][number] => {
    const isNow = start === thisMonth
    const { value, isPart } = isNow
      ? projectedTogether(metric, parts, today)
      : {
          value: forecastMonth({
            // A marketplace that was opened since sells in the months to come; it did not grow a year ago.
            lastThree: wholeAt(2, ({ isComparable }) => isComparable),
            sameThree: wholeAt(3, ({ isBase }) => isBase),
            sameMonth: wholeAt(4 + index, ({ isBase }) => isBase),
          }),
          isPart: false,
        }
    const isKnown = isNow ? isConverted(0) : isConverted(2, 3, 4 + index)
    return {
      startDate: start,
      endDate: endOfMonth(start),
      kind: isNow ? 'PROJECTED' : 'FORECAST',
      value: value === null || !isKnown ? null : toText(value),
      ...(isPart && { isPart }),
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
 * too few days are known.
 */
function projected(metric: MetricId, { recent, toDate }: ProjectedFrom, today: IsoDate): Decimal | null {
  const start = startOfMonth(today)
  const { startDate, endDate, missing, coveredDays } = toDate.coverageOf(metric)
  const hasDays = today !== start && startDate !== null && endDate !== null
  // Missing days are those after a first report, which may be of a month before.
  const first = hasDays ? earlier(startDate, missing[0]?.startDate ?? startDate) : start
  return projectedMonth({
    toDate: hasDays ? soFar(metric, toDate, today) : ZERO,
    daysLeft: daysIn({ start: first, end: endOfMonth(start) }) - (hasDays ? coveredDays : 0),
    recent: recent.figure(metric).value ?? ZERO,
    recentDays: recent.coverageOf(metric).coveredDays,
  })
}

/** Days of the month that are over; on its first one there are none. */
const soFar = (metric: MetricId, toDate: PeriodFigures, today: IsoDate): Decimal =>
  today === startOfMonth(today) ? ZERO : (toDate.figure(metric).value ?? ZERO)

/** Whether there are reports of days that do not tell what these came to, as of a product whose ASIN others share: that is not 0. */
const isUnknown = (metric: MetricId, { recent, toDate }: ProjectedFrom, today: IsoDate): boolean =>
  [recent, ...(today === startOfMonth(today) ? [] : [toDate])].some(({ figure, coverageOf }) => {
    const { value, unconverted } = figure(metric)
    return unconverted.size > 0 || (value === null && coverageOf(metric).isCovered)
  })

/** Of a marketplace, or of all that is chosen where its reports begin and end together. */
export type ProjectedFrom = Record<'recent' | 'toDate', PeriodFigures>

/**
 * Whether reports of some go on where those of others have ended, or begin later than those of others: a mean day of all of
 * them is then a day of none.
 */
export const isUneven = (metric: MetricId, { recent, toDate }: ProjectedFrom): boolean =>
  [recent, toDate].some(({ coverageOf }) => {
    const { beginsApart, endDate, missing } = coverageOf(metric)
    return beginsApart || (endDate !== null && missing.some(({ startDate }) => startDate <= endDate))
  })

/** The marketplaces that a month is projected of, each by its own days. */
export async function partsProjected(
  services: Services,
  company: Company,
  { scope, metrics, today }: { scope: LedgerScope; metrics: readonly MetricId[]; today: IsoDate },
  signal: AbortSignal | undefined,
): Promise<ProjectedFrom[]> {
  const { recent, toDate } = projectedFrom(today)
  const question = { scope, metrics, periods: [uncompared(recent), uncompared(toDate)] }
  const { keys, in: inRange } = await answerByKey(
    services,
    company,
    question,
    { by: 'marketplace', keys: 'ALL' },
    signal,
  )
  return keys.map((key) => ({ recent: inRange(key, recent), toDate: inRange(key, toDate) }))
}

/**
 * What the parts of a month come to, each projected by itself; of a part of which too few days are known what it has sold so far,
 * which is not all of it (`isPart`). Null where none of them is projected, or where it is not known what one of them sold.
 */
export function projectedTogether(
  metric: MetricId,
  parts: readonly ProjectedFrom[],
  today: IsoDate,
): { value: Decimal | null; isPart: boolean } {
  const each = parts.map((part) => ({ part, value: projected(metric, part, today) }))
  if (parts.some((part) => isUnknown(metric, part, today)) || each.every(({ value }) => value === null))
    return { value: null, isPart: false }
  return {
    value: each.reduce((sum, { part, value }) => sum + (value ?? soFar(metric, part.toDate, today)), ZERO),
    isPart: each.some(
      ({ part, value }) => value === null && (part.recent.figure(metric).value ?? ZERO) !== ZERO,
    ),
  }
}

const month = (start: string): DateRange => ({ start, end: endOfMonth(start) })

const yearBefore = ({ start, end }: DateRange): DateRange => ({
  start: addMonths(start, -12),
  end: endOfMonth(addMonths(startOfMonth(end), -12)),
})
