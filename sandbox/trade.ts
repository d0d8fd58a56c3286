/** Two years of one market: every file of the demonstration is a view of this. */
import { accountCharges } from './account-charges.ts'
import { advertisingOf, type AdvertisingDay } from './advertising.ts'
import { settlementPeriods, type DemoWindow, type Period } from './demo-window.ts'
import type { Market } from './markets.ts'
import type { MoneyRow } from './money-row.ts'
import { ordersOf, type Order } from './orders.ts'
import { refundRows, refundsOf, type Refund } from './refunds.ts'
import { saleRows } from './sale-rows.ts'

export interface Trade {
  market: Market
  orders: readonly Order[]
  refunds: readonly Refund[]
  advertising: readonly AdvertisingDay[]
  periods: readonly Period[]
  /** By the time of posting; rows posted after the last close are not in any settlement yet. */
  moneyRows: readonly MoneyRow[]
}

export function tradeOf(market: Market, window: DemoWindow, seed: number): Trade {
  const periods = settlementPeriods(window, market)
  const orders = ordersOf(market, window, seed)
  const refunds = refundsOf(orders, window, seed)
  const advertising = advertisingOf(market, window, seed)
  const moneyRows = [
    ...orders.flatMap((order) => saleRows(order, window)),
    ...refunds.flatMap(refundRows),
    ...accountCharges({ market, window, seed }, { orders, refunds, advertising, periods }),
  ].sort((a, b) => a.postedAt - b.postedAt)
  return { market, orders, refunds, advertising, periods, moneyRows }
}
