/** Reports of orders and of what comes back, as tab-separated tables. */
import { addDays, daysIn, startOfMonth, addMonths, type IsoDate } from '#contract/date-range.ts'
import { dayOf } from '../demo-window.ts'
import { amountText } from '../money.ts'
import { ordersFile } from '../orders-file.ts'
import type { Order } from '../orders.ts'
import { random } from '../random.ts'
import type { ReportAnswer, ReportQuestion } from '../seller.ts'
import { orderAt, type MarketDays } from './market-days.ts'
import { eachDay } from './story.ts'
import { tableOf } from './table.ts'

const ORDERS_DAYS_MAX = 31
const DAYS_TO_CHANGE = 4

/** By purchase, or by the last change, from `start` on and before `end`. */
export function allOrders(
  { reportType, start, end, region }: ReportQuestion,
  markets: readonly MarketDays[],
  now: number,
): ReportAnswer {
  if (daysIn({ start: dayOf(start.getTime()), end: dayOf(end.getTime()) }) > ORDERS_DAYS_MAX)
    return { kind: 'FATAL', reason: 'The range is longer than 30 days.' }
  const byChange = reportType.includes('LAST_UPDATE')
  const momentOf = (order: Order) => (byChange ? order.updatedAt : order.purchasedAt)
  const from = addDays(dayOf(start.getTime()), byChange ? -DAYS_TO_CHANGE : 0)
  const orders = markets
    .flatMap((days) => [...eachDay(from, dayOf(end.getTime()))].flatMap((day) => days.bought(day)))
    .flatMap((order) => orderAt(order, now) ?? [])
    .filter((order) => momentOf(order) >= start.getTime() && momentOf(order) < end.getTime())
    .sort((a, b) => momentOf(a) - momentOf(b))
  if (orders.length === 0) return { kind: 'CANCELLED' }
  return table([...ordersFile(orders)].join(''), region)
}

/** Europe's tables are not in UTF-8. */
export const table = (content: string, region: ReportQuestion['region']): ReportAnswer => ({
  kind: 'DONE',
  content,
  ...(region === 'EUROPE' && { charset: 'windows-1252' as const }),
})

type Range = { start: IsoDate; end: IsoDate }

/** A refund comes up to 35 days after the purchase, and what is sent back a few days before or after it. */
const DAYS_TO_RETURN = 42

export function customerReturns(
  { region }: ReportQuestion,
  markets: readonly MarketDays[],
  { start, end }: Range,
  now: number,
): ReportAnswer {
  const rows = markets.flatMap((days) =>
    [...eachDay(addDays(start, -DAYS_TO_RETURN), end)]
      .flatMap((day) => days.refunds(day))
      .flatMap(({ order, line, quantity, returned }) =>
        returned && returned.day >= start && returned.day <= end && returned.day < days.localDay(now)
          ? [
              {
                'return-date': `${returned.day}T10:00:00+00:00`,
                'order-id': order.id,
                sku: line.good.sku,
                asin: line.good.asin,
                fnsku: line.good.fnsku,
                'product-name': line.good.title,
                quantity,
                'fulfillment-center-id': `${order.market.code}X1`,
                'detailed-disposition': returned.disposition,
                reason: returned.reason,
                status: 'Unit returned to inventory',
                'license-plate-number': returned.licensePlate,
                'customer-comments': '',
              },
            ]
          : [],
      ),
  )
  rows.sort((a, b) => (a['return-date'] < b['return-date'] ? -1 : 1))
  return rows.length === 0 ? { kind: 'CANCELLED' } : table(tableOf(rows), region)
}

export function reimbursements(
  { region }: ReportQuestion,
  markets: readonly MarketDays[],
  { start, end }: Range,
  now: number,
): ReportAnswer {
  const isIn = (moment: number) => moment <= now && dayOf(moment) >= start && dayOf(moment) <= end
  const rows = markets.flatMap(({ market, context, charges, postings }) => {
    const goods = new Map(market.goods.map((good) => [good.sku, good]))
    const months: IsoDate[] = []
    for (let month = addMonths(startOfMonth(start), -1); month <= end; month = addMonths(month, 1))
      months.push(month)
    return [
      ...months.flatMap((month) => charges(month)),
      // Of refunds whose goods never came back.
      ...[...eachDay(addDays(start, -100), addDays(end, -40))].flatMap((day) =>
        postings(day).flatMap((posting) => posting.rows),
      ),
    ]
      .filter(({ amountType, postedAt }) => amountType === 'FBA Inventory Reimbursement' && isIn(postedAt))
      .map(({ postedAt, orderId, description, sku, cents, quantity = 1 }) => {
        const chance = random(context.seed, 'reimbursement', market.code, postedAt, sku ?? '')
        const good = goods.get(sku ?? '')
        return {
          'approval-date': new Date(postedAt).toISOString().replace('.000Z', '+00:00'),
          'reimbursement-id': chance.digits(11),
          'case-id': chance.digits(10),
          'amazon-order-id': orderId ?? '',
          reason: description,
          sku: sku ?? '',
          fnsku: good?.fnsku ?? '',
          asin: good?.asin ?? '',
          'product-name': good?.title ?? '',
          condition: 'NewItem',
          'currency-unit': market.currency,
          'amount-per-unit': amountText(Math.round(cents / quantity), market.currency),
          'amount-total': amountText(cents, market.currency),
          'quantity-reimbursed-cash': quantity,
          'quantity-reimbursed-inventory': 0,
          'quantity-reimbursed-total': quantity,
          'original-reimbursement-id': '',
          'original-reimbursement-type': '',
        }
      })
  })
  rows.sort((a, b) => (a['approval-date'] < b['approval-date'] ? -1 : 1))
  return rows.length === 0 ? { kind: 'CANCELLED' } : table(tableOf(rows), region)
}
