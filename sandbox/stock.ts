/** Stock in Amazon's warehouses: what is sold leaves it, what is ordered anew arrives some weeks later. */
import { addDays, type IsoDate } from '#contract/date-range.ts'
import { hasSurcharge } from './account-charges.ts'
import { demandOn } from './demand.ts'
import { daysOf, type DemoWindow } from './demo-window.ts'
import type { FactRow } from './facts-files.ts'
import { fulfilmentFee } from './fees.ts'
import { offeredFrom, type Good } from './goods.ts'
import type { Market } from './markets.ts'
import { moneyText } from './money.ts'
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
  /** A snapshot was taken on it. */
  isSnapshot: boolean
  /** What came to and left what can be sold, and what cannot. */
  sellable: StockMoves
  unsellable: StockMoves
}

interface StockMoves {
  opening: number
  received: number
  returned: number
  shipped: number
  disposed: number
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

/** Snapshots are of every day of the last months, and of one a week before. */
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
        .map((day) => {
          const key = `${day} ${good.sku}`
          const chance = random(seed, 'stock', market.code, key)
          const soldToday = sold.get(key) ?? 0
          // Of a product that is offered later the first units are received on its first day.
          const isFirst = day === from && from !== days[0]
          const opening = isFirst ? 0 : available
          const received = deliveries
            .filter(({ orderedOn }) => addDays(orderedOn, RECEIVED_DAYS) === day)
            .reduce((sum, { units }) => sum + units, available - opening)
          deliveries = deliveries.filter(({ orderedOn }) => addDays(orderedOn, RECEIVED_DAYS) > day)
          const returned = back.get(key) ?? 0
          const shipped = Math.min(opening + received + returned, soldToday)
          available = opening + received + returned - shipped
          const unsellable: StockMoves = {
            opening: unfulfillable,
            received: 0,
            returned: damaged.get(key) ?? 0,
            shipped: 0,
            disposed: 0,
          }
          unfulfillable += unsellable.returned
          if (REMOVAL_DAYS.has(day.slice(5))) unsellable.disposed = unfulfillable
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
            isSnapshot: isShown(day),
            sellable: { opening, received, returned, shipped, disposed: 0 },
            unsellable,
          }
          unfulfillable -= unsellable.disposed
          return stock
        })
    })
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

export const stockRows = (days: readonly StockDay[]): FactRow[] =>
  days
    .filter(({ isSnapshot }) => isSnapshot)
    .map((one) => {
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

/** The inventory ledger, by day: what cannot be sold has rows while there is any. */
export const stockLedgerRows = (days: readonly StockDay[]): FactRow[] =>
  days.flatMap(({ day, market, good, sellable, unsellable }) =>
    (
      [
        ['SELLABLE', sellable],
        ['CUSTOMER_DAMAGED', unsellable],
      ] as const
    )
      .filter(
        ([disposition, { opening, returned }]) => disposition === 'SELLABLE' || opening > 0 || returned > 0,
      )
      .map(([disposition, { opening, received, returned, shipped, disposed }]) => ({
        date: day,
        marketplace: market.code,
        sku: good.sku,
        fnsku: good.fnsku,
        asin: good.asin,
        disposition,
        location: market.code,
        starting_balance: opening,
        receipts: received,
        customer_shipments: -shipped || 0,
        customer_returns: returned,
        disposed,
        ending_balance: opening + received + returned - shipped - disposed,
      })),
  )

/** What a unit costs in a month, and what one that has lain for long costs more, in thousandths of its fulfilment fee. */
const STORAGE_OF_UNIT = 40
const SURCHARGE_OF_UNIT = 9

/** Of months that are over, how much each product stores on average. */
function* storedIn(
  days: readonly StockDay[],
  { lastDay }: DemoWindow,
): Generator<{ month: IsoDate; units: number } & Pick<StockDay, 'good' | 'market'>> {
  const groups = new Map<string, StockDay[]>()
  for (const one of days.filter(({ isSnapshot }) => isSnapshot)) {
    const key = `${one.day.slice(0, 7)} ${one.market.code} ${one.good.sku}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  for (const ofMonth of groups.values()) {
    const { day, market, good } = ofMonth[0]!
    const month = `${day.slice(0, 7)}-01`
    if (month.slice(0, 7) >= lastDay.slice(0, 7)) continue
    const units = ofMonth.reduce((sum, { available, unfulfillable }) => sum + available + unfulfillable, 0)
    if (units > 0) yield { month, market, good, units: units / ofMonth.length }
  }
}

/** The report of what a month of storage costs, by product; it names no SKU. */
export const storageFeeRows = (days: readonly StockDay[], window: DemoWindow): FactRow[] =>
  [...storedIn(days, window)].map(({ month, market, good, units }) => ({
    month,
    marketplace: market.code,
    asin: good.asin,
    fnsku: good.fnsku,
    fulfillment_center: market.code === 'GB' ? 'LBA1' : 'LEJ1',
    average_quantity: units.toFixed(2),
    currency: market.currency,
    fee: moneyText(Math.ceil((units * fulfilmentFee(good, market, month, window) * STORAGE_OF_UNIT) / 1000)),
  }))

/** The report of surcharges for stock that has lain for long. */
export const agedFeeRows = (days: readonly StockDay[], window: DemoWindow): FactRow[] =>
  [...storedIn(days, window)]
    .filter(({ month }) => hasSurcharge(month, window))
    .map(({ month, market, good, units }) => ({
      date: addDays(month, 14),
      marketplace: market.code,
      sku: good.sku,
      asin: good.asin,
      fnsku: good.fnsku,
      tier: '181-210 days',
      quantity: Math.ceil(units / 4),
      currency: market.currency,
      amount: moneyText(
        Math.ceil((units * fulfilmentFee(good, market, month, window) * SURCHARGE_OF_UNIT) / 1000),
      ),
    }))
