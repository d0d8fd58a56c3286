/** Refunds: who sends what back, when, in which state, and the rows this makes in a settlement. */
import { addDays, type IsoDate } from '#contract/date-range.ts'
import { dayOf, momentOf, type DemoWindow } from './demo-window.ts'
import type { MoneyRow } from './money-row.ts'
import { share } from './money.ts'
import type { Order, OrderLine } from './orders.ts'
import { random, type Random } from './random.ts'
import {
  chargedClosingFee,
  chargedReferralFee,
  orderCells,
  salesTax,
  shippingChargedBack,
} from './sale-rows.ts'

/** A unit that came back to Amazon's warehouse. */
interface ReturnedGood {
  day: IsoDate
  disposition: 'SELLABLE' | 'CUSTOMER_DAMAGED' | 'DEFECTIVE' | 'CARRIER_DAMAGED'
  reason: string
  licensePlate: string
}

export interface Refund {
  order: Order
  line: OrderLine
  /** Units refunded: all of the line, or one of several. */
  quantity: number
  postedAt: number
  adjustmentId: string
  merchantAdjustmentItemId: string
  goodwill: number
  /** Undefined where nothing came back, or not yet. */
  returned: ReturnedGood | undefined
}

/** Amazon keeps a fifth of the referral fee that it gives back, at most 5.00. */
const REFUND_COMMISSION_SHARE = 2000
const REFUND_COMMISSION_MAX_CENTS = 500
const GOODWILL_CENTS = 300

const DISPOSITIONS = [
  {
    disposition: 'SELLABLE',
    weight: 62,
    reasons: ['UNWANTED_ITEM', 'ORDERED_WRONG_ITEM', 'NO_REASON_GIVEN'],
  },
  {
    disposition: 'CUSTOMER_DAMAGED',
    weight: 21,
    reasons: ['UNWANTED_ITEM', 'NOT_AS_DESCRIBED', 'QUALITY_UNACCEPTABLE'],
  },
  { disposition: 'DEFECTIVE', weight: 12, reasons: ['DEFECTIVE', 'MISSING_PARTS'] },
  { disposition: 'CARRIER_DAMAGED', weight: 5, reasons: ['DAMAGED_BY_FC', 'DAMAGED_BY_CARRIER'] },
] as const

function returnedGood(refundedAt: number, window: DemoWindow, chance: Random): ReturnedGood | undefined {
  const comesBack = chance.chance(0.88)
  // Amazon refunds when the parcel is scanned; the warehouse looks at it some days before or after.
  const day = addDays(dayOf(refundedAt), chance.between(-1, 5))
  const { disposition, reasons } = chance.weighted(DISPOSITIONS, ({ weight }) => weight)
  const reason = chance.pick(reasons)
  const licensePlate = `LPNDEM${chance.digits(8)}`
  return comesBack && day <= window.lastDay ? { day, disposition, reason, licensePlate } : undefined
}

function refundOf(
  order: Order,
  line: OrderLine,
  window: DemoWindow,
  close: number,
  chance: Random,
): Refund | undefined {
  if (!chance.chance(line.good.returnRate)) return undefined
  const postedAt = momentOf(
    dayOf(order.postedAt! + chance.between(6, 30) * 86_400_000),
    chance.between(18_000, 75_000),
  )
  const returned = returnedGood(postedAt, window, chance)
  if (postedAt >= close) return undefined
  const onlyOne = line.quantity > 1 && line.discount === 0 && chance.chance(0.4)
  return {
    order,
    line,
    quantity: onlyOne ? 1 : line.quantity,
    postedAt,
    adjustmentId: `amzn1:crow:${chance.letters(22)}`,
    merchantAdjustmentItemId: chance.between(1, 9) + chance.digits(18),
    goodwill: chance.chance(0.02) ? GOODWILL_CENTS : 0,
    returned: line.good.fulfilment === 'AFN' ? returned : undefined,
  }
}

/** The refunds of a market's orders, in the order of the sales. */
export function refundsOf(orders: readonly Order[], window: DemoWindow, seed: number): Refund[] {
  return orders.flatMap((order) => {
    if (order.postedAt === undefined || order.isMultiChannel) return []
    const chance = random(seed, 'refund', order.id)
    const close = momentOf(window.lastDay, order.market.closesAtSecond)
    return order.lines
      .map((line) => refundOf(order, line, window, close, chance))
      .filter((refund) => refund !== undefined)
  })
}

export function refundRows(refund: Refund): MoneyRow[] {
  const { order, line, quantity, postedAt } = refund
  const saleAt = order.postedAt!
  const ofLine = (cents: number): number => Math.round((cents * quantity) / line.quantity)
  const whole = quantity === line.quantity
  // The fee comes back as it was charged at the sale, with the VAT it bore then.
  const referral = ofLine(chargedReferralFee(line, saleAt, order.market))
  const cells: Pick<MoneyRow, 'amountType' | 'description' | 'cents' | 'promotionId'>[] = []
  const add = (amountType: string, description: string, cents: number, promotionId?: string): void => {
    if (cents !== 0) cells.push({ amountType, description, cents, ...(promotionId && { promotionId }) })
  }
  const chargedBack = shippingChargedBack(line)
  const shipping = whole ? line.shipping : 0
  const isFree = chargedBack === 0 && line.good.fulfilment === 'AFN'
  const tax = ofLine(salesTax(line, order.market))
  add('ItemPrice', 'Principal', -ofLine(line.principal))
  add('ItemPrice', 'Tax', -tax)
  add('ItemPrice', 'Shipping', -shipping)
  add('ItemPrice', 'Goodwill', -refund.goodwill)
  add('ItemFees', 'Commission', referral)
  add(
    'ItemFees',
    'RefundCommission',
    -Math.min(share(referral, REFUND_COMMISSION_SHARE), REFUND_COMMISSION_MAX_CENTS),
  )
  add('ItemFees', 'VariableClosingFee', ofLine(chargedClosingFee(line, saleAt, order.market)))
  add('ItemFees', 'ShippingChargeback', whole ? chargedBack : 0)
  add('Promotion', 'Principal', whole ? line.discount : 0, line.promotionId)
  add('Promotion', 'Shipping', isFree ? shipping : 0, 'DEMO-FREE-SHIPPING')
  add('ItemWithheldTax', 'MarketplaceFacilitatorTax-Principal', tax)
  const { shipmentId: _, ...ofOrder } = orderCells(order)
  const common: Omit<MoneyRow, 'amountType' | 'description' | 'cents'> = {
    ...ofOrder,
    transactionType: 'Refund',
    postedAt,
    adjustmentId: refund.adjustmentId,
    fulfilment: line.good.fulfilment,
    itemCode: line.itemCode,
    merchantAdjustmentItemId: refund.merchantAdjustmentItemId,
    sku: line.good.sku,
  }
  return cells.map((cell) => ({ ...common, ...cell }))
}
