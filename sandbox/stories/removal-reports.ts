/** Stock that leaves the warehouse unsold: what customers sent back and nobody can buy any more, once a quarter. */
import { addDays, type DateRange, type IsoDate } from '#contract/date-range.ts'
import { random } from '../random.ts'
import type { ReportAnswer } from '../seller.ts'
import { answer, type StockQuestion } from './stock-reports.ts'
import { eachDay } from './story.ts'
import { isRemovalDay } from './warehouse.ts'

/** From the order to the day on which the units are gone. */
const DAYS_TO_REMOVE = 9

/** Orders by the day on which they were placed. Nothing is sent back to the seller, and Amazon asks nothing for its disposal. */
export function removalOrders(places: readonly StockQuestion[], { start, end }: DateRange): ReportAnswer {
  const rows = places.flatMap((place) =>
    [...eachDay(start, end < place.day ? end : place.day)]
      .filter((requested) => isRemovalDay(addDays(requested, DAYS_TO_REMOVE)))
      .flatMap((requested) => linesOf(place, requested)),
  )
  return answer(rows, places[0]!.question)
}

function linesOf({ days: { market, context }, warehouse, day }: StockQuestion, requested: IsoDate) {
  const goneOn = addDays(requested, DAYS_TO_REMOVE)
  const isGone = goneOn <= day
  const orderId = random(context.seed, 'removal', market.code, goneOn).letters(10)
  const units = new Map<(typeof market.goods)[number], number>()
  for (const { good, disposed } of warehouse.ledger(goneOn))
    if (disposed > 0) units.set(good, (units.get(good) ?? 0) + disposed)
  return [...units].map(([good, quantity]) => ({
    'request-date': `${requested}T09:00:00+00:00`,
    'order-id': orderId,
    'order-type': 'Disposal',
    'service-speed': 'Standard',
    'order-status': isGone ? 'Completed' : 'Processing',
    'last-updated-date': `${isGone ? goneOn : requested}T15:00:00+00:00`,
    sku: good.sku,
    fnsku: good.fnsku,
    disposition: 'Unsellable',
    'requested-quantity': quantity,
    'cancelled-quantity': 0,
    'disposed-quantity': isGone ? quantity : 0,
    'shipped-quantity': 0,
    'in-process-quantity': isGone ? 0 : quantity,
    'removal-fee': '0.00',
    currency: market.currency,
  }))
}
