/** The rows of a shipped order in its settlement. */
import { dayOf, type DemoWindow } from './demo-window.ts'
import { fulfilmentFee, referralFee, withFeeVat } from './fees.ts'
import type { Market } from './markets.ts'
import type { MoneyRow } from './money-row.ts'
import { share } from './money.ts'
import type { Order, OrderLine } from './orders.ts'

/** The referral fee of a line as charged, VAT on the fee included. */
export function chargedReferralFee(line: OrderLine, postedAt: number, market: Market): number {
  // Amazon keeps the shipping of what it ships itself, so only a seller's own shipping bears a referral fee.
  const shipping = line.good.fulfilment === 'MFN' ? line.shipping : 0
  return withFeeVat(referralFee(line.principal - line.discount + shipping), dayOf(postedAt), market)
}

export const chargedClosingFee = (line: OrderLine, postedAt: number, market: Market): number =>
  withFeeVat(line.good.closingFee * line.quantity, dayOf(postedAt), market)

/** Tax that the buyer pays on top of the price, where prices stand without it. */
export const salesTax = (line: OrderLine, market: Market): number =>
  share(line.principal - line.discount, 100 * market.salesTaxPercent)

/** Shipping that Amazon charges to the buyer for its own parcel and takes back from the seller. */
export const shippingChargedBack = (line: OrderLine): number =>
  line.good.fulfilment === 'MFN' || line.shippingIsFree ? 0 : line.shipping

type Cell = Pick<MoneyRow, 'amountType' | 'description' | 'cents' | 'promotionId'>

function saleCells(line: OrderLine, postedAt: number, perUnitFee: number, market: Market): Cell[] {
  const cells: Cell[] = [{ amountType: 'ItemPrice', description: 'Principal', cents: line.principal }]
  const add = (amountType: string, description: string, cents: number, promotionId?: string): void => {
    if (cents !== 0) cells.push({ amountType, description, cents, ...(promotionId && { promotionId }) })
  }
  const isFree = line.shippingIsFree && line.shipping > 0
  const tax = salesTax(line, market)
  add('ItemPrice', 'Tax', tax)
  add('ItemPrice', 'Shipping', line.shipping)
  add('ItemPrice', 'GiftWrap', line.giftWrap)
  add('ItemFees', 'FBAPerUnitFulfillmentFee', -perUnitFee * line.quantity)
  add('ItemFees', 'Commission', -chargedReferralFee(line, postedAt, market))
  add('ItemFees', 'VariableClosingFee', -chargedClosingFee(line, postedAt, market))
  add('ItemFees', 'ShippingChargeback', -shippingChargedBack(line))
  add('ItemFees', 'GiftwrapChargeback', -line.giftWrap)
  add('Promotion', 'Principal', -line.discount, line.promotionId)
  add('Promotion', 'Shipping', isFree ? -line.shipping : 0, 'DEMO-FREE-SHIPPING')
  add('ItemWithheldTax', 'MarketplaceFacilitatorTax-Principal', -tax)
  return cells
}

/** What the rows of an order have in common. */
export function orderCells(
  order: Order,
): Pick<MoneyRow, 'transactionType' | 'orderId' | 'merchantOrderId' | 'shipmentId' | 'marketplaceName'> {
  return {
    transactionType: 'Order',
    orderId: order.id,
    merchantOrderId: order.merchantOrderId,
    shipmentId: order.shipmentId,
    marketplaceName: order.isMultiChannel ? order.market.nonAmazonChannel : order.market.salesChannel,
  }
}

/** Multi-channel fulfilment costs about half as much again as a marketplace order, in two fees. */
function multiChannelRows(order: Order, postedAt: number, perUnitFee: number): MoneyRow[] {
  const common = { ...orderCells(order), postedAt }
  const line = order.lines[0]!
  const item = {
    ...common,
    fulfilment: 'AFN',
    itemCode: line.itemCode,
    merchantItemId: `${order.merchantOrderId}-0`,
    sku: line.good.sku,
    quantity: line.quantity,
  }
  return [
    { ...item, amountType: 'ItemPrice', description: 'Principal', cents: 0 },
    {
      ...item,
      amountType: 'ItemFees',
      description: 'FBAPerUnitFulfillmentFee',
      cents: -perUnitFee * line.quantity,
    },
    {
      ...common,
      fulfilment: 'AFN',
      amountType: 'Shipment-Fees',
      description: 'FBATransportationFee',
      cents: -withFeeVat(245 + 60 * line.quantity, dayOf(postedAt), order.market),
    },
  ]
}

export function saleRows(order: Order, window: DemoWindow): MoneyRow[] {
  const { postedAt, market } = order
  if (postedAt === undefined) return []
  const day = dayOf(postedAt)
  const perUnitFee = (line: OrderLine): number =>
    withFeeVat(fulfilmentFee(line.good, market, day, window), day, market)
  if (order.isMultiChannel) return multiChannelRows(order, postedAt, perUnitFee(order.lines[0]!))
  const common = { ...orderCells(order), postedAt }
  return order.lines.flatMap((line) =>
    saleCells(line, postedAt, perUnitFee(line), market).map((cell) => ({
      ...common,
      ...cell,
      fulfilment: line.good.fulfilment,
      itemCode: line.itemCode,
      sku: line.good.sku,
      quantity: line.quantity,
    })),
  )
}
