/** Stock in Amazon's warehouses: what is sold leaves it, what is ordered anew arrives some weeks later. */
import { addDays, type IsoDate } from '#contract/date-range.ts'
import { demandOn } from './demand.ts'
import { daysOf, type DemoWindow } from './demo-window.ts'
import { offeredFrom, type Good } from './goods.ts'
import type { Market } from './markets.ts'
import type { Order } from './orders.ts'
import { random } from './random.ts'
import type { Refund } from './refunds.ts'
import { localDayOf } from './traffic.ts'

export interface StockDay {
  day: IsoDate
  market: Market
  good: Good
  available: number
  inboundWorking: number
  inboundShipped: number
  inboundReceiving: number
  reservedForOrders: number
  reservedInTransfer: number
  reservedInProcessing: number
  unfulfillable: number
}

interface Delivery {
  units: number
  orderedOn: IsoDate
}

/** Days from the order of a delivery to the end of each of its stages. */
const WORKING_DAYS = 12
const SHIPPED_DAYS = 30
const RECEIVED_DAYS = 34
/** Stock and deliveries together are kept above so many days of sales, and a delivery is for so many. */
const REORDER_DAYS = 60
const DELIVERY_DAYS = 45
const CARTON = 12
/** Unsellable units are removed at the end of a quarter. */
const REMOVAL_DAYS = new Set(['03-31', '06-30', '09-30', '12-31'])

/** Every day of the last months, and one a week before. */
const DAILY_DAYS = 120

export function stockOf(
  market: Market,
  { orders, refunds }: { orders: readonly Order[]; refunds: readonly Refund[] },
  window: DemoWindow,
  seed: number,
): StockDay[] {
  const dayOf = localDayOf(market)
  const sold = new Map<string, number>()
  const add = (units: Map<string, number>, key: string, quantity: number) =>
    units.set(key, (units.get(key) ?? 0) + quantity)
  for (const { status, purchasedAt, lines } of orders)
    if (status !== 'Cancelled')
      for (const { good, quantity } of lines) add(sold, `${dayOf(purchasedAt)} ${good.sku}`, quantity)
  const back = new Map<string, number>()
  const damaged = new Map<string, number>()
  for (const { returned, quantity, line } of refunds)
    if (returned)
      add(returned.disposition === 'SELLABLE' ? back : damaged, `${returned.day} ${line.good.sku}`, quantity)

  const days = daysOf(window)
  const goods = market.goods.filter((good) => good.fulfilment === 'AFN')
  const demand = new Map(days.map((day) => [day, demandOn(day, market, window)]))
  const isShown = (day: IsoDate) =>
    day > addDays(window.lastDay, -DAILY_DAYS) || new Date(day).getUTCDay() === 1
  return goods
    .flatMap((good): StockDay[] => {
      const expectedOn = (day: IsoDate) => demand.get(day)!.find((one) => one.good === good)!.lines * 1.13
      const cartons = (units: number) => CARTON * Math.max(2, Math.ceil(units / CARTON))
      const from = offeredFrom(good, window)
      let available = cartons(
        expectedOn(days[days.indexOf(from) + 21] ?? window.lastDay) * (REORDER_DAYS + 30),
      )
      let unfulfillable = 0
      let deliveries: Delivery[] = []
      return days
        .filter((day) => day >= from)
        .flatMap((day) => {
          const key = `${day} ${good.sku}`
          const chance = random(seed, 'stock', market.code, key)
          const soldToday = sold.get(key) ?? 0
          for (const { units, orderedOn } of deliveries)
            if (addDays(orderedOn, RECEIVED_DAYS) === day) available += units
          deliveries = deliveries.filter(({ orderedOn }) => addDays(orderedOn, RECEIVED_DAYS) > day)
          available = Math.max(0, available + (back.get(key) ?? 0) - soldToday)
          unfulfillable += damaged.get(key) ?? 0
          const pipeline = available + deliveries.reduce((sum, { units }) => sum + units, 0)
          // What sells in six weeks decides, as it was on the same days.
          const ahead = addDays(day, RECEIVED_DAYS)
          const expected = expectedOn(ahead > window.lastDay ? day : ahead)
          if (pipeline < expected * REORDER_DAYS)
            deliveries.push({ units: cartons(expected * DELIVERY_DAYS), orderedOn: day })
          const inStage = (after: number, before: number) =>
            deliveries
              .filter(({ orderedOn }) => addDays(orderedOn, after) <= day && day < addDays(orderedOn, before))
              .reduce((sum, { units }) => sum + units, 0)
          const moving = Math.floor(available * 0.06 * chance.unit())
          const processing = Math.floor(available * 0.02 * chance.unit())
          const stock: StockDay = {
            day,
            market,
            good,
            available: available - moving - processing,
            inboundWorking: inStage(0, WORKING_DAYS),
            inboundShipped: inStage(WORKING_DAYS, SHIPPED_DAYS),
            inboundReceiving: inStage(SHIPPED_DAYS, RECEIVED_DAYS),
            reservedForOrders: soldToday,
            reservedInTransfer: moving,
            reservedInProcessing: processing,
            unfulfillable,
          }
          if (REMOVAL_DAYS.has(day.slice(5))) unfulfillable = 0
          return isShown(day) ? [stock] : []
        })
    })
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

export const stockRows = (days: readonly StockDay[]): Record<string, string | number>[] =>
  days.map((one) => {
    const cells = {
      available: one.available,
      inbound_working: one.inboundWorking,
      inbound_shipped: one.inboundShipped,
      inbound_receiving: one.inboundReceiving,
      reserved_customer_orders: one.reservedForOrders,
      reserved_fc_transfer: one.reservedInTransfer,
      reserved_fc_processing: one.reservedInProcessing,
      researching: 0,
      unfulfillable: one.unfulfillable,
    }
    const sum = Object.values(cells).reduce((all, units) => all + units, 0)
    return { date: one.day, marketplace: one.market.code, sku: one.good.sku, ...cells, afn_total: sum }
  })
