import { marketplaceOf } from '#contract/marketplaces.ts'
import { listSellerAccounts, liveImports, type SellerAccount } from '#server/accounts/index.ts'
import type { Analytics } from '#server/analytics/index.ts'
import { currencyOf, EVERY_MARKETPLACE, homeMarketplace, localDay } from './local-days.ts'
import { perVersion } from './per-version.ts'
import { LIVE_FACTS } from './live-facts.ts'

/**
 * Where amounts belong that name no marketplace (SCOPE-1): to the one marketplace of their currency that their
 * settlement, or without one their month, has rows of. What has no place is of the account alone. As parameters of the
 * SQL below, for all rows of all imports that count.
 */
export interface Places extends Record<string, unknown> {
  placedKeys: string[]
  placedMarketplaces: string[]
}

/** For questions of which rows count, and not of where they belong. */
export const NO_PLACES: Places = { placedKeys: [], placedMarketplaces: [] }

const month = (row: string) => `toStartOfMonth(ifNull(${row}.posted_day, toDate(${row}.posted_at, 'UTC')))`

const keyed = (account: string, place: string, currency: string) =>
  `concat(toString(${account}), ' ', toString(${place}), ' ', toString(${currency}))`

const lookedUp = (key: string) =>
  `transform(${key}, {placedKeys:Array(String)}, {placedMarketplaces:Array(String)}, '')`

/** SQL: the marketplace of a row of `settlement_lines`; empty for what is of its account alone. */
export const placedMarketplace = (row: string) =>
  `if(${row}.marketplace != '', toString(${row}.marketplace), ${lookedUp(keyed(`${row}.account_id`, `if(${row}.settlement_id != '', toString(${row}.settlement_id), toString(${month(row)}))`, `${row}.currency`))})`

/** SQL: the same of a row that knows a day and no settlement. */
export const placedInMonth = (row: string, day: string) =>
  `if(${row}.marketplace != '', toString(${row}.marketplace), ${lookedUp(keyed(`${row}.account_id`, `toStartOfMonth(${day})`, `${row}.currency`))})`

/** SQL: the marketplace whose days and tax a row of `settlement_lines` has; what is of its account alone follows its home. */
export const settledMarketplace = (row: string) =>
  `coalesce(nullIf(${placedMarketplace(row)}, ''), ${homeMarketplace(row)})`

/** The day of a settlement's row, as the statement has it, in a SELECT from `withSettledMarketplace`. */
export const POSTED_DAY = `ifNull(posted_day, ${localDay('posted_at', 'effective_marketplace', EVERY_MARKETPLACE)})`

/** Rows of settlements; named once, the marketplace is planned once and not for each time zone. */
export const withSettledMarketplace = (where: string) =>
  `(SELECT *, ${settledMarketplace('settlement_lines')} AS effective_marketplace FROM settlement_lines WHERE ${where}) AS settlement_lines`

/** Of a company as it is published. */
export const companyPlaces = perVersion(async ({ analytics, accounts }, company): Promise<Places> => {
  const live = (await liveImports(accounts, company)).map(({ attemptVersion }) => attemptVersion!)
  return placesOf(analytics, company.id, live, await listSellerAccounts(accounts, company))
})

export async function placesOf(
  analytics: Analytics,
  companyId: string,
  live: readonly number[],
  accounts: readonly Pick<SellerAccount, 'id' | 'homeMarketplace'>[],
): Promise<Places> {
  const places = await analytics.rows<{
    accountId: string
    place: string
    ofCurrency: string
    marketplace: string
    stated: string
  }>(
    `SELECT accountId, place, ${currencyOf('code')} AS ofCurrency, any(code) AS marketplace, any(stated_currency) AS stated
     FROM (
       SELECT DISTINCT toString(account_id) AS accountId, arrayJoin(arrayPushBack(arrayMap(m -> toString(m), months), toString(settlement_id))) AS place, toString(code) AS code
       -- Millions of rows become some thousands before any text is made of them.
       FROM (
         SELECT account_id, settlement_id, marketplace AS code, groupUniqArray(${month('l')}) AS months
         FROM settlement_lines AS l WHERE ${LIVE_FACTS.text} AND marketplace != '' GROUP BY account_id, settlement_id, code)
     ) AS p
     ANY LEFT JOIN (
       SELECT toString(account_id) AS stated_account, settlement_id AS stated_id, toString(max(currency)) AS stated_currency
       FROM settlements WHERE ${LIVE_FACTS.text} GROUP BY stated_account, stated_id
     ) AS s ON p.accountId = s.stated_account AND p.place = s.stated_id
     WHERE place != ''
     GROUP BY accountId, place, ofCurrency
     HAVING count() = 1 AND ofCurrency != ''`,
    { params: { companyId, live } },
  )
  const homeCurrency = new Map(
    accounts.map(({ id, homeMarketplace }) => [id, marketplaceOf(homeMarketplace ?? '')?.currency]),
  )
  const placed = places.flatMap(({ accountId, place, ofCurrency, marketplace, stated }) => {
    // A row that names no currency has its settlement's, or its account's.
    const isUnnamed = ofCurrency === (stated || homeCurrency.get(accountId))
    return [ofCurrency, ...(isUnnamed ? [''] : [])].map((currency) => ({
      key: `${accountId} ${place} ${currency}`,
      marketplace,
    }))
  })
  return {
    placedKeys: placed.map(({ key }) => key),
    placedMarketplaces: placed.map(({ marketplace }) => marketplace),
  }
}
