import { marketplaceOf } from '#contract/marketplaces.ts'
import { listSellerAccounts, liveVersions, type SellerAccount } from '#server/accounts/index.ts'
import { EVERY_MARKETPLACE, homeMarketplace, localDay } from './local-days.ts'
import { perVersion } from '#server/ledger/per-version.ts'
import {
  greatest,
  holdingsOf,
  type SettlementHoldings,
} from '#server/ledger/settlements/settlement-holdings.ts'

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

/**
 * The day of a settlement's row, as the statement has it, in a SELECT from `withSettledMarketplace`. The fewer
 * marketplaces can occur, the sooner it is planned.
 */
export const postedDay = (occurring: readonly string[] = EVERY_MARKETPLACE): string =>
  `ifNull(posted_day, ${localDay('posted_at', 'effective_marketplace', occurring)})`

/** Rows of settlements; named once, the marketplace is planned once and not for each time zone. */
export const withSettledMarketplace = (where: string) =>
  `(SELECT *, ${settledMarketplace('settlement_lines')} AS effective_marketplace FROM settlement_lines WHERE ${where}) AS settlement_lines`

/** Of a company as it is published. */
export const companyPlaces = perVersion(
  async ({ analytics, accounts }, company): Promise<Places> => {
    const live = await liveVersions(accounts, company)
    const [holdings, names] = await Promise.all([
      holdingsOf(analytics, company.id, live),
      listSellerAccounts(accounts, company),
    ])
    return placesAmong(holdings, names)
  },
  ({ placedKeys }) => placedKeys.length,
)

/** By what imports hold together. */
export function placesAmong(
  { lines, stated }: SettlementHoldings,
  accounts: readonly Pick<SellerAccount, 'id' | 'homeMarketplace'>[],
): Places {
  const held = new Map<string, { accountId: string; place: string; currency: string; codes: Set<string> }>()
  for (const { accountId, settlementId, marketplace, months } of lines) {
    const currency = marketplaceOf(marketplace)?.currency
    if (currency === undefined) continue
    for (const place of [...months, settlementId]) {
      if (place === '') continue
      const key = `${accountId} ${place} ${currency}`
      const one = held.get(key) ?? { accountId, place, currency, codes: new Set() }
      held.set(key, one)
      one.codes.add(marketplace)
    }
  }
  const statedCurrency = new Map<string, string>()
  for (const { accountId, settlementId, currency } of stated) {
    const key = `${accountId} ${settlementId}`
    statedCurrency.set(key, greatest([statedCurrency.get(key) ?? '', currency])!)
  }
  const homeCurrency = new Map(
    accounts.map(({ id, homeMarketplace }) => [id, marketplaceOf(homeMarketplace ?? '')?.currency]),
  )
  const placed = [...held.values()].flatMap(({ accountId, place, currency, codes }) => {
    const [marketplace, another] = codes
    if (another !== undefined) return []
    // A row that names no currency has its settlement's, or its account's.
    const isUnnamed =
      currency === (statedCurrency.get(`${accountId} ${place}`) || homeCurrency.get(accountId))
    return [currency, ...(isUnnamed ? [''] : [])].map((named) => ({
      key: `${accountId} ${place} ${named}`,
      marketplace: marketplace!,
    }))
  })
  return {
    placedKeys: placed.map(({ key }) => key),
    placedMarketplaces: placed.map(({ marketplace }) => marketplace),
  }
}
