/** What really happened, counted from the story and never from its reports. */
import { addDays, type IsoDate } from '#contract/date-range.ts'
import { dayOf } from '../demo-window.ts'
import type { MoneyRow } from '../money-row.ts'
import type { TruthOfDay } from '../seller.ts'
import { adsAsTold } from './ads.ts'
import { orderAt, type MarketDays } from './market-days.ts'
import { eachDay } from './story.ts'
import { toldSessions } from './traffic-report.ts'
import type { Warehouse } from './warehouse.ts'

/** @param settledBefore the close of the last settlement that has been made */
export function truthOf(
  days: MarketDays,
  warehouse: Warehouse,
  now: number,
  settledBefore: number,
): TruthOfDay[] {
  const { market, context } = days
  const today = days.localDay(now)
  const truth = new Map<string, TruthOfDay>()
  const of = (day: IsoDate, sku: string): TruthOfDay => {
    const key = `${day} ${sku}`
    const known = truth.get(key) ?? nothing(day, market.code, market.currency, sku)
    truth.set(key, known)
    return known
  }
  for (const day of eachDay(addDays(context.window.firstDay, -1), dayOf(now))) {
    for (const order of days.bought(day)) {
      const seen = orderAt(order, now)
      if (!seen || seen.isMultiChannel || seen.status === 'Cancelled') continue
      for (const { good, quantity, principal } of seen.lines) {
        const one = of(days.localDay(order.purchasedAt), good.sku)
        one.unitsOrdered += quantity
        one.orderedSales += principal
      }
    }
    for (const { settlesAt, rows } of days.postings(day))
      if (settlesAt < settledBefore) for (const row of rows) addRow(row)
    for (const ad of adsAsTold(days.ads(day), day, today)) {
      const one = of(day, ad.sku ?? '')
      one.adSpend += ad.cost
      one.adClicks += ad.clicks
      one.adSales += ad.sales
    }
    if (day >= today) continue
    for (const visits of days.productTraffic(day))
      of(day, visits.good.sku).sessions += toldSessions(visits, day, days.localDay, now)
    for (const { sku, units } of warehouse.available(day)) of(day, sku).available = units
  }
  return [...truth].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)

  function addRow({
    postedAt,
    transactionType,
    amountType,
    description,
    cents,
    sku,
    quantity,
    fulfilment,
    orderId,
  }: MoneyRow): void {
    // Of the seller's own shop there are only fees; they count too.
    if (!sku || !orderId || !fulfilment) return
    const one = of(days.localDay(postedAt), sku)
    const what = `${transactionType}/${amountType}/${description}`
    if (what === 'Order/ItemPrice/Principal') {
      one.principalSettled += cents
      if (cents !== 0) one.unitsSettled += quantity ?? 0
    }
    if (what === 'Order/ItemFees/Commission') one.referralFees -= cents
    if (what === 'Order/ItemFees/FBAPerUnitFulfillmentFee') one.fulfilmentFees -= cents
    if (what === 'Refund/ItemPrice/Principal') one.refundedPrincipal -= cents
  }
}

const nothing = (day: IsoDate, marketplace: string, currency: string, sku: string): TruthOfDay => ({
  day,
  marketplace,
  currency,
  sku,
  unitsOrdered: 0,
  orderedSales: 0,
  unitsSettled: 0,
  principalSettled: 0,
  referralFees: 0,
  fulfilmentFees: 0,
  refundedPrincipal: 0,
  adSpend: 0,
  adClicks: 0,
  adSales: 0,
  sessions: 0,
})
