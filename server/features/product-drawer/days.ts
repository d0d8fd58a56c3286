import { PRODUCT_DAYS, PRODUCT_WEEKS } from '#contract/dashboards/product-drawer.ts'
import { addDays, earlier, startOfWeek, type DateRange, type IsoDate } from '#contract/date-range.ts'
import type { ProductInput } from '#contract/product-drawer.ts'
import type { Company } from '#server/accounts/index.ts'
import { streamsAt, streamsIn } from '#server/ledger/coverage/claims.ts'
import { streamsPerPeriod } from '#server/ledger/coverage/streams-per-period.ts'
import { lastDayOf } from '#server/ledger/coverage/covered-days.ts'
import { today, type Services } from '#server/ledger/services.ts'

/** The last day that is over and that a report of products reaches to: of sales and traffic, or else of orders. */
export async function lastProductDay(
  services: Services,
  company: Company,
  { marketplaces = [] }: Pick<ProductInput, 'marketplaces'>,
): Promise<IsoDate> {
  const yesterday = addDays(today(services), -1)
  const streams = (await streamsPerPeriod(services, company))({ start: yesterday, end: yesterday })
  const traffic = streamsAt(streams.TRAFFIC_BY_PRODUCT, marketplaces)
  const last = lastDayOf(traffic.length > 0 ? traffic : streamsIn(streams.ORDER, marketplaces))
  return last === undefined ? yesterday : earlier(last, yesterday)
}

export const daysTo = (end: IsoDate): DateRange => ({ start: addDays(end, 1 - PRODUCT_DAYS), end })

/** Whole weeks, and the one that the day is in. */
export const weeksTo = (end: IsoDate): DateRange => ({
  start: addDays(startOfWeek(end), -7 * (PRODUCT_WEEKS - 1)),
  end,
})
