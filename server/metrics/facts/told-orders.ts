import { z } from 'zod'
import { IsoDate } from '#contract/fields.ts'
import { MARKETPLACES } from '#contract/marketplaces.ts'
import { sql } from '#server/analytics/index.ts'
import { merged, type Claim, type Stream } from '#server/ledger/coverage/covered-days.ts'

/*
 * Whether the orders of a day are known where a row is from. Reports are of an account, and followed by currency: those of one say
 * nothing of what another sold, so that stock there is not stock that nobody bought.
 */

/** The days that order reports cover, one after the other. */
export const TOLD_ORDERS = {
  toldAccounts: z.array(z.string()),
  /** Empty: all in which the account has never had an order. */
  toldCurrencies: z.array(z.string()),
  toldStarts: z.array(IsoDate),
  toldEnds: z.array(IsoDate),
  /** Accounts with each currency that they have had orders in, as `<account> EUR`. */
  toldPlaces: z.array(z.string()),
  /** Every marketplace, and its currency. */
  placesOfMoney: z.array(z.string()),
  moneyOfPlaces: z.array(z.string()),
}

export function toldOrders(orders: readonly Stream[]) {
  const ofAccounts = new Map<string, [Claim, ...Claim[]]>()
  for (const { accountId, claims } of orders)
    ofAccounts.set(accountId, merged([...claims, ...(ofAccounts.get(accountId) ?? [])]))
  const told = [
    ...orders,
    ...[...ofAccounts].map(([accountId, claims]) => ({ accountId, currency: '', claims })),
  ].flatMap(({ accountId, currency, claims }) =>
    claims.map(({ start, end }) => ({ accountId, currency, start, end })),
  )
  return {
    toldAccounts: told.map(({ accountId }) => accountId),
    toldCurrencies: told.map(({ currency }) => currency),
    toldStarts: told.map(({ start }) => start),
    toldEnds: told.map(({ end }) => end),
    toldPlaces: orders.map(({ accountId, currency }) => `${accountId} ${currency}`),
    placesOfMoney: MARKETPLACES.map(({ code }) => code),
    moneyOfPlaces: MARKETPLACES.map(({ currency }) => currency),
  }
}

const MONEY = sql`transform(toString(marketplace), {placesOfMoney:Array(String)}, {moneyOfPlaces:Array(String)}, '')`
const ITS_MONEY = sql`if(has({toldPlaces:Array(String)}, concat(account_id, ' ', ${MONEY})), ${MONEY}, '')`

/** Of a row with `account_id`, `marketplace` and `day`. An order is told of itself; what names no account may be of any. */
export const ORDERS_ARE_TOLD = sql`(fact = 'orders' OR arrayExists(
  (account, money, first, last) -> (account = account_id OR account = '' OR account_id = '') AND day BETWEEN first AND last AND money = ${ITS_MONEY},
  {toldAccounts:Array(String)}, {toldCurrencies:Array(String)}, {toldStarts:Array(Date)}, {toldEnds:Array(Date)}))`
