import { z } from 'zod'
import { IsoDate } from '#contract/fields.ts'
import { MARKETPLACES } from '#contract/marketplaces.ts'
import { sql } from '#server/analytics/index.ts'
import type { Stream } from '#server/ledger/coverage/covered-days.ts'

/*
 * Whether the orders of a day are known where a row is from. Reports are of an account and a currency: those of one say nothing of
 * what another sold, so that stock there is not stock that nobody bought.
 */

/** The days that order reports cover, one after the other. */
export const TOLD_ORDERS = {
  toldAccounts: z.array(z.string()),
  toldCurrencies: z.array(z.string()),
  toldStarts: z.array(IsoDate),
  toldEnds: z.array(IsoDate),
  /** Every marketplace, and its currency. */
  placesOfMoney: z.array(z.string()),
  moneyOfPlaces: z.array(z.string()),
}

export function toldOrders(orders: readonly Stream[]) {
  const told = orders.flatMap(({ accountId, currency, claims }) =>
    claims.map(({ start, end }) => ({ accountId, currency, start, end })),
  )
  return {
    toldAccounts: told.map(({ accountId }) => accountId),
    toldCurrencies: told.map(({ currency }) => currency),
    toldStarts: told.map(({ start }) => start),
    toldEnds: told.map(({ end }) => end),
    placesOfMoney: MARKETPLACES.map(({ code }) => code),
    moneyOfPlaces: MARKETPLACES.map(({ currency }) => currency),
  }
}

/** Of a row with `account_id`, `marketplace` and `day`. An order is told of itself. */
export const ORDERS_ARE_TOLD = sql`(fact = 'orders' OR arrayExists(
  (account, money, first, last) -> account = account_id AND day BETWEEN first AND last
    AND money = transform(toString(marketplace), {placesOfMoney:Array(String)}, {moneyOfPlaces:Array(String)}, ''),
  {toldAccounts:Array(String)}, {toldCurrencies:Array(String)}, {toldStarts:Array(Date)}, {toldEnds:Array(Date)}))`
