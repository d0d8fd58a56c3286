import { addDays, earlier, later, type DateRange, type IsoDate } from '#contract/date-range.ts'
import { comparisonRange, isYearOrLonger, type GrowthType } from '#contract/periods.ts'
import type { Company } from '#server/accounts/index.ts'
import { streamsAt, streamsIn, type Streams } from '#server/ledger/coverage/claims.ts'
import { streamsPerPeriod } from '#server/ledger/coverage/streams-per-period.ts'
import {
  coverageOf,
  lastDayOf,
  type PeriodCoverage,
  type Stream,
} from '#server/ledger/coverage/covered-days.ts'
import { today, type Services } from '#server/ledger/services.ts'
import type { ComparedPeriod } from './answer.ts'
import type { LedgerScope } from './facts/ledger.ts'
import { within } from './range-limit.ts'

/** Which days a selection is covered on by reports of one kind. */
export interface ReportedDays {
  today: IsoDate
  of: (period: DateRange) => PeriodCoverage
  /** The last day with a report that is over; null without any. */
  lastDay: IsoDate | null
  /** What is reported of accounts that have a report of the day before, and none of this one. */
  lagging: (day: IsoDate) => Stream[]
}

type Selection = Pick<LedgerScope, 'marketplaces' | 'skus'>

/** Sales and traffic, of which there is a report by product of its own. */
export const coveredSales = (services: Services, company: Company, selection: Selection) =>
  coveredBy(services, company, ({ TRAFFIC, TRAFFIC_BY_PRODUCT }) =>
    streamsAt(selection.skus?.length ? TRAFFIC_BY_PRODUCT : TRAFFIC, selection.marketplaces ?? []),
  )

/** Advertising. */
export const coveredAdvertising = (services: Services, company: Company, selection: Selection) =>
  coveredBy(services, company, ({ ADVERTISING }) => streamsAt(ADVERTISING, selection.marketplaces ?? []))

/** Orders. A report of them is of all marketplaces of its currency, those without an order among them. */
export const coveredOrders = (services: Services, company: Company, selection: Selection) =>
  coveredBy(services, company, ({ ORDER }) => streamsIn(ORDER, selection.marketplaces ?? []))

/** Settlements and other transactions. */
export const coveredTransactions = (services: Services, company: Company, selection: Selection) =>
  coveredBy(services, company, ({ TRANSACTION }) => streamsIn(TRANSACTION, selection.marketplaces ?? []))

async function coveredBy(
  services: Services,
  company: Company,
  streamsOf: (streams: Streams) => Stream[],
): Promise<ReportedDays> {
  const all = await streamsPerPeriod(services, company)
  const now = today(services)
  const yesterday = addDays(now, -1)
  const last = lastDayOf(streamsOf(all({ start: now, end: now })))
  return {
    today: now,
    of: (period) => coverageOf(streamsOf(all(period)), period, yesterday),
    lastDay: last === undefined ? null : earlier(last, yesterday),
    lagging: (day) => {
      const dayBefore = addDays(day, -1)
      const streams = streamsOf(all({ start: dayBefore, end: day }))
      const on = (date: IsoDate) =>
        streams.filter(({ claims }) => claims.some(({ start, end }) => start <= date && date <= end))
      const reached = new Set(on(day).map(({ account }) => account))
      return on(dayBefore).filter(({ account }) => !reached.has(account))
    },
  }
}

interface DaysAsked {
  startDate: IsoDate
  endDate: IsoDate
  growthType: GrowthType
}

/** Growth of a range of a year or longer is always year on year. */
export const growthTypeOf = ({ startDate, endDate, growthType }: DaysAsked): GrowthType =>
  isYearOrLonger({ start: startDate, end: endDate }) ? 'YEAR_ON_YEAR' : growthType

/** The days of a range that reports reach to, so that they are compared with as many. */
export function daysReported(
  input: DaysAsked,
  { lastDay, today: now }: ReportedDays,
  daysMax: number,
): ComparedPeriod {
  const { startDate: start, endDate: end } = within(input, daysMax)
  const last = lastDay ?? addDays(now, -1)
  const period = { start, end: later(start, earlier(end, last)) }
  return { period, comparison: comparisonRange(period, growthTypeOf(input)) }
}

/** Those of these days that are over: one that is not has no report. None where the range begins later. */
export function daysOver(
  { start, end }: DateRange,
  { today: now }: Pick<ReportedDays, 'today'>,
): DateRange | null {
  const over = { start, end: earlier(end, addDays(now, -1)) }
  return over.start > over.end ? null : over
}
