/** What really happened, counted from the story and never from its reports. */
import { addDays, addMonths, startOfMonth, type IsoDate } from '#contract/date-range.ts'
import { dayOf } from '../demo-window.ts'
import type { MoneyRow } from '../money-row.ts'
import type { TruthOfDay } from '../seller.ts'
import { adsAsTold } from './ads.ts'
import { orderAt, type MarketDays } from './market-days.ts'
import { eachDay } from './story.ts'
import { toldSessions } from './traffic-report.ts'
import type { Warehouse } from './warehouse.ts'

type Counted = 'units' | 'principal' | 'referralFees' | 'fulfilmentFees' | 'refundedPrincipal'
type CountedTruth =
  | 'unitsSettled'
  | 'principalSettled'
  | 'referralFees'
  | 'fulfilmentFees'
  | 'refundedPrincipal'
  | `${Counted}Posted`
const SETTLED: Record<Counted, CountedTruth> = {
  units: 'unitsSettled',
  principal: 'principalSettled',
  referralFees: 'referralFees',
  fulfilmentFees: 'fulfilmentFees',
  refundedPrincipal: 'refundedPrincipal',
}
const POSTED: Record<Counted, CountedTruth> = {
  units: 'unitsPosted',
  principal: 'principalPosted',
  referralFees: 'referralFeesPosted',
  fulfilmentFees: 'fulfilmentFeesPosted',
  refundedPrincipal: 'refundedPrincipalPosted',
}

const ACCOUNT_FEES = new Set(['Storage Fee', 'StorageRenewalBilling', 'Subscription Fee', 'DisposalComplete'])

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
    for (const posting of days.postings(day)) {
      const { settlesAt, rows, deferral } = posting
      if (settlesAt < settledBefore) for (const row of rows) addRow(row, SETTLED)
      else if (rows[0]!.postedAt <= now) {
        if (deferral && deferral.releasedAt > now) for (const row of rows) holdBack(row)
        else for (const row of rows) addRow(row, POSTED)
      }
    }
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
  const firstMonth = startOfMonth(context.window.firstDay)
  for (let month = firstMonth; month <= today; month = addMonths(month, 1))
    for (const { postedAt, description, cents } of days.charges(month))
      if (ACCOUNT_FEES.has(description) && postedAt <= now)
        of(days.localDay(postedAt), '').accountFees -= cents
  return [...truth].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)

  function holdBack({ postedAt, cents, sku = '' }: MoneyRow): void {
    of(days.localDay(postedAt), sku).heldBack += cents
  }

  function addRow(row: MoneyRow, to: Record<Counted, CountedTruth>): void {
    const { postedAt, transactionType, amountType, description, cents } = row
    const { sku, quantity, fulfilment, orderId } = row
    // Of the seller's own shop there are only fees; they count too.
    if (!sku || !orderId || !fulfilment) return
    const one = of(days.localDay(postedAt), sku)
    const what = `${transactionType}/${amountType}/${description}`
    if (what === 'Order/ItemPrice/Principal') {
      one[to.principal] += cents
      if (cents !== 0) one[to.units] += quantity ?? 0
    }
    if (what === 'Order/ItemFees/Commission') one[to.referralFees] -= cents
    if (what === 'Order/ItemFees/FBAPerUnitFulfillmentFee') one[to.fulfilmentFees] -= cents
    if (what === 'Refund/ItemPrice/Principal') one[to.refundedPrincipal] -= cents
    if (what === 'Refund/ItemPrice/Goodwill') one.goodwill -= cents
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
  unitsPosted: 0,
  principalPosted: 0,
  referralFeesPosted: 0,
  fulfilmentFeesPosted: 0,
  refundedPrincipalPosted: 0,
  goodwill: 0,
  heldBack: 0,
  accountFees: 0,
  adSpend: 0,
  adClicks: 0,
  adSales: 0,
  sessions: 0,
})
