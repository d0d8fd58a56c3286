import { REAL_TIME_DAYS_MAX } from '#contract/dashboards/executive-summary.ts'
import {
  addDays,
  daysOf,
  earlier,
  endOfMonth,
  later,
  startOfMonth,
  type IsoDate,
} from '#contract/date-range.ts'
import { toText, ZERO, type Decimal } from '#contract/decimal.ts'
import type { Daily, SummaryInput, SalesDay } from '#contract/executive-summary.ts'
import { comparisonRange } from '#contract/periods.ts'
import type { Company } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { answerWhole, baseOf, cellOf, scopeOfOrders, type Answered } from '#server/metrics/answer.ts'
import { answeredDays } from '#server/metrics/listing.ts'
import { within } from '#server/metrics/range-limit.ts'
import { cutByTheClock, daysBeforeLast, reachOf, readNow, withDays, type Now } from './now.ts'
import { readOrderClock } from './order-clock.ts'
import { readTargets } from './targets.ts'

const SALES = 'orderedAmount'

/** The days of a question up to where orders reach, and what they are compared with. */
export function daysAsked(input: Pick<SummaryInput, 'startDate' | 'endDate'>, lastDay: IsoDate) {
  const { startDate: start, endDate } = within(input, REAL_TIME_DAYS_MAX)
  const period = { start, end: later(start, earlier(endDate, lastDay)) }
  return { period, comparison: comparisonRange(period, 'MONTH_ON_MONTH') }
}

/** Sales day by day, how far they are ahead of the days before, and what each day is to bring. */
export async function daily(
  services: Services,
  company: Company,
  input: SummaryInput,
  signal: AbortSignal | undefined,
): Promise<Daily> {
  const now = await readNow(services, company, input, signal)
  const asked = daysAsked(input, now.lastDay)
  const { period, comparison } = asked
  const dates = daysShown(asked, now)
  const comparedDates = daysOf(comparison)
  const isCut = period.end === now.today
  // Of a month in progress the month before is shown to its end.
  const partnerOf = (date: IsoDate, index: number): IsoDate | undefined => {
    // Today has the last one for itself: a shorter month has none for the days before.
    if (isCut && date === period.end) return comparison.end
    if (isCut && date < period.end) return comparedDates.slice(0, -1)[index]
    return index < comparedDates.length
      ? comparedDates[index]
      : dateAfter(comparison.end, index + 1 - comparedDates.length)
  }
  const partners = dates.map(partnerOf)
  const others = isCut ? daysBeforeLast(comparison) : null
  const day = (date: IsoDate) => ({ start: date, end: date })
  const [answers, clock, targets] = await Promise.all([
    answerWhole(
      services,
      company,
      {
        scope: scopeOfOrders(input),
        metrics: [SALES],
        periods: [
          asked,
          { period, comparison: others ?? comparison },
          ...dates.map((date, index) => ({ period: day(date), comparison: day(partners[index] ?? date) })),
        ],
      },
      signal,
    ),
    isCut
      ? readOrderClock(services, company, { scope: input, reach: now, days: [comparison.end] }, signal)
      : undefined,
    readTargets(services, company, { ...input, from: dates[0]!, to: dates.at(-1)!, today: now.today }),
  ])
  const [whole, rest, ...each] = answers as [Answered, Answered, ...Answered[]]
  const isLacking = now.isLackingIn(period)
  const isComparable = !isLacking && whole.now.coverageOf(SALES).isComparable
  const isBaseKnown = whole.before.coverageOf(SALES).isBase
  const base = baseOf(whole.before, SALES)
  if (isCut)
    base.value = cutByTheClock(
      SALES,
      { whole: whole.before, others: others ? rest.before : undefined, last: comparison.end },
      clock,
    )
  const total = cellOf(SALES, whole.now.figure(SALES), base, isComparable)
  let ahead: Decimal | null = whole.now.coverageOf(SALES).isComparable && isBaseKnown ? ZERO : null
  const sold = whole.now.figure(SALES).value
  const aheadInAll = sold === null || base.value === null ? null : sold - base.value
  const upToNow = clock?.before(comparison.end, SALES)
  const days = dates.map((date, index): SalesDay => {
    const partner = partners[index]
    const { now: figures, before } = each[index]!
    const sales = date > period.end ? null : figures.figure(SALES).value
    const previous =
      partner !== undefined && before.coverageOf(SALES).isBase ? before.figure(SALES).value : null
    const held = date === period.end && upToNow !== undefined ? upToNow : partner ? previous : ZERO
    const compared = now.isLackingIn(day(date)) ? null : held
    ahead = ahead === null || sales === null || compared === null ? null : ahead + sales - compared
    // A longer month before has days that no day stands beside: in the end it is ahead of all of them.
    if (ahead !== null && date === period.end) ahead = aheadInAll
    return {
      date,
      sales: textOf(sales),
      previous: textOf(previous),
      ahead: textOf(ahead),
      target: textOf(targets.ofDay(date)),
    }
  })
  return {
    ...reachOf(now),
    days,
    total: { ...total, ...(isLacking && { lacks: withDays(total.lacks) }) },
    isCutByTheClock: isCut,
    ...answeredDays(asked, whole, whole.now.coverageOf(SALES)),
  }
}

/** Those of the range; of the month in progress all of them. */
function daysShown({ period }: ReturnType<typeof daysAsked>, { today }: Now): IsoDate[] {
  const month = startOfMonth(today)
  const isMonthToDate = period.start === month && period.end >= addDays(today, -1)
  return daysOf(isMonthToDate ? { start: month, end: endOfMonth(month) } : period)
}

/** Within its month alone. */
function dateAfter(end: IsoDate, count: number): IsoDate | undefined {
  const date = addDays(end, count)
  return date <= endOfMonth(end) ? date : undefined
}

const textOf = (value: Decimal | null): string | null => (value === null ? null : toText(value))
