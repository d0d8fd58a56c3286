/** The all-orders report of a month, all sales channels of the account together. */
import type { Order, OrderLine } from './orders.ts'
import { amountText } from './money.ts'
import { salesTax } from './sale-rows.ts'

const COLUMNS = [
  'amazon-order-id',
  'merchant-order-id',
  'purchase-date',
  'last-updated-date',
  'order-status',
  'fulfillment-channel',
  'sales-channel',
  'order-channel',
  'ship-service-level',
  'product-name',
  'sku',
  'asin',
  'item-status',
  'quantity',
  'currency',
  'item-price',
  'item-tax',
  'shipping-price',
  'shipping-tax',
  'gift-wrap-price',
  'gift-wrap-tax',
  'item-promotion-discount',
  'ship-promotion-discount',
  'ship-city',
  'ship-state',
  'ship-postal-code',
  'ship-country',
  'promotion-ids',
  'is-business-order',
  'purchase-order-number',
  'price-designation',
]

const LINES_PER_CHUNK = 400

const isoMoment = (moment: number): string => `${new Date(moment).toISOString().slice(0, 19)}+00:00`

/** Prices are empty while an order is pending, and always on orders of the company's own shop. */
function priceCells(order: Order, line: OrderLine): string[] {
  if (order.isMultiChannel || order.status === 'Pending') return Array.from({ length: 9 }, () => '')
  const { currency } = order.market
  const some = (cents: number): string => (cents === 0 ? '' : amountText(cents, currency))
  return [
    currency,
    amountText(line.principal, currency),
    some(salesTax(line, order.market)),
    some(line.shipping),
    '',
    some(line.giftWrap),
    '',
    some(line.discount),
    line.shippingIsFree ? some(line.shipping) : '',
  ]
}

function lineCells(order: Order, line: OrderLine): string[] {
  const { good } = line
  return [
    order.id,
    order.merchantOrderId,
    isoMoment(order.purchasedAt),
    isoMoment(order.updatedAt),
    order.status,
    good.fulfilment === 'AFN' ? 'Amazon' : 'Merchant',
    order.isMultiChannel ? 'Non-Amazon' : order.market.salesChannel,
    '',
    good.fulfilment === 'AFN' ? 'Expedited' : 'Standard',
    good.title,
    good.sku,
    good.asin,
    order.status,
    // Amazon empties a cancelled line, but not its price.
    order.status === 'Cancelled' ? '0' : String(line.quantity),
    ...priceCells(order, line),
    order.place.city,
    order.place.state,
    order.place.postcode,
    order.market.shipCountry,
    line.promotionId,
    String(order.isBusiness),
    '',
    order.isBusiness ? 'Business Price' : '',
  ]
}

export function* ordersFile(orders: readonly Order[]): Generator<string> {
  yield `${COLUMNS.join('\t')}\n`
  for (let from = 0; from < orders.length; from += LINES_PER_CHUNK) {
    yield orders
      .slice(from, from + LINES_PER_CHUNK)
      .flatMap((order) => order.lines.map((line) => `${lineCells(order, line).join('\t')}\n`))
      .join('')
  }
}
