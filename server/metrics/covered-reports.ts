import { addDays, earlier, type DateRange, type IsoDate } from '#contract/date-range.ts'
import type { Company } from '#server/accounts/index.ts'
import { streamsAt, streamsIn, streamsPerPeriod, type Streams } from '#server/ledger/claims.ts'
import { coverageOf, type PeriodCoverage, type Stream } from '#server/ledger/covered-days.ts'
import { today, type Services } from '#server/ledger/services.ts'
import type { LedgerScope } from './facts/ledger.ts'

/** Which days a selection is covered on by one kind of report. */
export interface CoveredReports {
  today: IsoDate
  of: (period: DateRange) => PeriodCoverage
  /** The last day with a report that is over; null without any. */
  lastDay: IsoDate | null
}

type Selection = Pick<LedgerScope, 'marketplaces' | 'skus'>

/** Sales and traffic, of which there is a report by product of its own. */
export const coveredSales = (services: Services, company: Company, selection: Selection) =>
  coveredBy(services, company, ({ TRAFFIC, TRAFFIC_BY_PRODUCT }) =>
    streamsAt(selection.skus?.length ? TRAFFIC_BY_PRODUCT : TRAFFIC, selection.marketplaces ?? []),
  )

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
): Promise<CoveredReports> {
  const all = await streamsPerPeriod(services, company)
  const now = today(services)
  const yesterday = addDays(now, -1)
  const ends = streamsOf(all({ start: now, end: now }))
    .map(({ claims }) => claims.at(-1)!.end)
    .toSorted()
  return {
    today: now,
    of: (period) => coverageOf(streamsOf(all(period)), period, yesterday),
    lastDay: ends.length > 0 ? earlier(ends.at(-1)!, yesterday) : null,
  }
}
