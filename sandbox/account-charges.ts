/** Everything in a settlement that is not an order or a refund. */
import { addDays, addMonths, type IsoDate } from '#contract/date-range.ts'
import type { AdvertisingDay } from './advertising.ts'
import { dayOf, momentOf, monthsOf, type DemoWindow, type Period } from './demo-window.ts'
import { withFeeVat } from './fees.ts'
import { establishedShare, priceOf, type Good } from './goods.ts'
import type { Market } from './markets.ts'
import type { MoneyRow } from './money-row.ts'
import { share } from './money.ts'
import { couponIdOf, type Order } from './orders.ts'
import { random, type Random } from './random.ts'
import type { Refund } from './refunds.ts'

const SUBSCRIPTION_CENTS = 3900
export const COUPON_REDEMPTION_CENTS = 60
const DISPOSAL_CENTS_PER_UNIT = 35

/** Amazon's rates rise in the last quarter. */
const STORAGE_SEASON = [1.2, 0.9, 0.8, 0.85, 0.95, 1, 1, 1, 1.1, 1.9, 2.1, 1.8]
const AGED_MONTHS = new Set(['02', '05', '08', '11'])
const INBOUND_SHIPMENTS = [1, 1, 2, 1, 2, 2, 2, 1, 2, 3, 3, 1]

const monthIndex = (day: IsoDate): number => Number(day.slice(5, 7)) - 1

export interface ChargeContext {
  market: Market
  window: DemoWindow
  seed: number
}

/** Office hours in UTC: the same day in London and Berlin. */
const at = (day: IsoDate, chance: Random): number => momentOf(day, chance.between(7 * 3600, 17 * 3600))

export const other = (
  postedAt: number,
  description: string,
  cents: number,
  more: Partial<MoneyRow> = {},
): MoneyRow => ({
  postedAt,
  transactionType: 'other-transaction',
  amountType: 'other-transaction',
  description,
  cents,
  ...more,
})

export const fee = (
  { market }: ChargeContext,
  postedAt: number,
  description: string,
  netCents: number,
  more: Partial<MoneyRow> = {},
): MoneyRow => other(postedAt, description, -withFeeVat(netCents, dayOf(postedAt), market), more)

const vary = (cents: number, chance: Random): number => Math.round(cents * (0.88 + 0.24 * chance.unit()))

const growthOf = (day: IsoDate, { firstDay }: DemoWindow): number =>
  1.1 ** ((Date.parse(day) - Date.parse(firstDay)) / (365.25 * 86_400_000))

function storedGoods({ market, window }: ChargeContext, day: IsoDate): Good[] {
  return market.goods.filter((good) => good.fulfilment === 'AFN' && establishedShare(good, day, window) > 0)
}

/** Whether stock that has lain for long is charged for in a month. */
export const hasSurcharge = (month: IsoDate, { lossMonth }: DemoWindow): boolean =>
  AGED_MONTHS.has(month.slice(5, 7)) || month === lossMonth

/** Charges that come every month, on days that differ a little. */
export function monthlyCharges(context: ChargeContext, month: IsoDate): MoneyRow[] {
  const { market, window, seed } = context
  const { storage, aged, agedInLossMonth, inbound } = market.charges
  const chance = random(seed, 'monthly', market.code, month)
  const lossful = month === window.lossMonth
  const rows: MoneyRow[] = []

  // One subscription serves the whole account; it stands in the settlement of the home marketplace.
  const subscriptionAt = at(addDays(month, 4), chance)
  if (market.isHome) rows.push(fee(context, subscriptionAt, 'Subscription Fee', SUBSCRIPTION_CENTS))

  const storedMonth = addMonths(month, -1)
  const storageAt = at(addDays(month, chance.between(6, 11)), chance)
  const stored = vary(storage * STORAGE_SEASON[monthIndex(storedMonth)]! * growthOf(month, window), chance)
  if (stored > 0) rows.push(fee(context, storageAt, 'Storage Fee', stored))

  if (hasSurcharge(month, window)) {
    const surcharge = vary(lossful ? agedInLossMonth : aged, chance)
    const postedAt = at(addDays(month, 15), chance)
    if (surcharge > 0) rows.push(fee(context, postedAt, 'StorageRenewalBilling', surcharge))
  }

  for (let shipment = 0; shipment < INBOUND_SHIPMENTS[monthIndex(month)]!; shipment++) {
    const day = addDays(month, 2 + shipment * 8 + chance.between(0, 6))
    const postedAt = at(day, chance)
    const carried = vary(inbound * growthOf(day, window), chance)
    if (carried > 0) rows.push(fee(context, postedAt, 'FBAInboundTransportationFee', carried))
  }

  const disposals = storage === 0 ? 0 : lossful ? 5 : chance.count(0.35)
  for (let disposal = 0; disposal < disposals; disposal++) {
    const units = lossful ? chance.between(40, 70) : chance.between(2, 9)
    const postedAt = at(addDays(month, chance.between(12, 26)), chance)
    rows.push(
      fee(context, postedAt, 'DisposalComplete', DISPOSAL_CENTS_PER_UNIT * units, {
        orderId: `DEMO${chance.digits(6)}`,
      }),
    )
  }
  return [...rows, ...reimbursements(context, month, chance)]
}

/** Stock that Amazon lost or broke, paid at about what a sale would have left. */
function reimbursements(context: ChargeContext, month: IsoDate, chance: Random): MoneyRow[] {
  const { market, window } = context
  return Array.from({ length: chance.count(1.6) }).flatMap(() => {
    const day = addDays(month, chance.between(1, 27))
    const stored = storedGoods(context, day)
    if (stored.length === 0) return []
    const good = chance.weighted(stored, ({ popularity }) => popularity)
    const quantity = chance.chance(0.8) ? 1 : chance.between(2, 4)
    const cents = share(priceOf(good, market, day, window), 5600) * quantity
    const description = chance.chance(0.55) ? 'WAREHOUSE_DAMAGE' : 'WAREHOUSE_LOST'
    return [
      other(at(day, chance), description, cents, {
        amountType: 'FBA Inventory Reimbursement',
        sku: good.sku,
        quantity,
      }),
    ]
  })
}

/** A refund whose good never came back is paid by Amazon after some weeks. */
export function reversals(refunds: readonly Refund[], { seed }: ChargeContext): MoneyRow[] {
  return refunds.flatMap((refund) => {
    const { line, order, quantity, adjustmentId } = refund
    if (refund.returned || line.good.fulfilment === 'MFN') return []
    const chance = random(seed, 'reversal', order.id, line.good.sku)
    if (!chance.chance(0.55)) return []
    const postedAt = at(addDays(dayOf(refund.postedAt), chance.between(46, 62)), chance)
    const cents = share(Math.round((line.principal * quantity) / line.quantity), 7200)
    return [
      other(postedAt, 'REVERSAL_REIMBURSEMENT', cents, {
        amountType: 'FBA Inventory Reimbursement',
        orderId: order.id,
        adjustmentId,
        sku: line.good.sku,
        quantity,
      }),
    ]
  })
}

/** A coupon is charged per redemption, after its month, under a text that the seller chose. */
export function couponFees(
  orders: readonly Order[],
  { market, seed }: ChargeContext,
  months: readonly IsoDate[],
): MoneyRow[] {
  const redeemed = new Map<string, number>()
  for (const order of orders) {
    if (order.postedAt === undefined) continue
    for (const { promotionId } of order.lines)
      if (promotionId) redeemed.set(promotionId, (redeemed.get(promotionId) ?? 0) + 1)
  }
  return months.flatMap((month) => {
    const promotionId = couponIdOf(market, month)
    const count = redeemed.get(promotionId)
    if (!count) return []
    const day = addDays(addMonths(month, 1), 2)
    const postedAt = at(day, random(seed, 'coupon', promotionId))
    return [
      {
        postedAt,
        transactionType: 'CouponRedemptionFee',
        amountType: 'CouponRedemptionFee',
        description: `Save 10% on our favourites ${promotionId}`,
        cents: -withFeeVat(COUPON_REDEMPTION_CENTS * count, day, market),
      },
    ]
  })
}

/** Amazon bills advertising in arrears, once in each settlement, for all days since the bill before. */
function advertisingBills(
  advertising: readonly AdvertisingDay[],
  periods: readonly Period[],
  context: ChargeContext,
): MoneyRow[] {
  let billedBefore = ''
  return periods.flatMap(({ start, end }) => {
    const day = billedOn(start)
    const cents = advertising.reduce(
      (sum, one) => (one.day >= billedBefore && one.day < day ? sum + one.cost : sum),
      0,
    )
    const bill = advertisingBill(context, start, cents)
    if (bill.postedAt >= end) return []
    billedBefore = day
    return [bill]
  })
}

/** Day of the bill in a settlement that starts at the moment: it is for the days before. */
export const billedOn = (start: number): IsoDate => addDays(dayOf(start), 3)

export const advertisingBill = ({ seed, market }: ChargeContext, start: number, cents: number): MoneyRow => ({
  postedAt: at(billedOn(start), random(seed, 'advertising bill', market.code, start)),
  transactionType: 'ServiceFee',
  amountType: 'Cost of Advertising',
  description: 'TransactionTotalAmount',
  cents: -cents,
})

/** What happens once: the bank account check at the start, and a fee that no list knows yet. */
function singleCharges(context: ChargeContext): MoneyRow[] {
  const { market, window, seed } = context
  const chance = random(seed, 'single', market.code)
  const deposit = other(at(addDays(window.firstDay, 2), chance), 'Micro Deposit', -1, {
    marketplaceName: market.salesChannel,
  })
  const unknownAt = at(window.newFeeOn[market.code]!, chance)
  return [...(market.isHome ? [] : [deposit]), fee(context, unknownAt, 'NewMarketplaceProgramFee', 1250)]
}

/** In some settlements Amazon holds a part back and gives it in the next one. The last settlement holds nothing back. */
function reserves(periods: readonly Period[], { market, seed }: ChargeContext): MoneyRow[] {
  return periods.slice(0, -1).flatMap(({ end }, index) => {
    if (index % 4 !== 2) return []
    const cents = random(seed, 'reserve', market.code, end).between(18_000, 52_000)
    return [
      other(end - 60_000, 'Current Reserve Amount', -cents),
      other(end + 1000, 'Previous Reserve Amount Balance', cents),
    ]
  })
}

export function accountCharges(
  context: ChargeContext,
  made: {
    orders: readonly Order[]
    refunds: readonly Refund[]
    advertising: readonly AdvertisingDay[]
    periods: readonly Period[]
  },
): MoneyRow[] {
  return [
    ...monthsOf(context.window).flatMap((month) => monthlyCharges(context, month)),
    ...reversals(made.refunds, context),
    ...couponFees(made.orders, context, monthsOf(context.window)),
    ...advertisingBills(made.advertising, made.periods, context),
    ...singleCharges(context),
    ...reserves(made.periods, context),
  ]
}
