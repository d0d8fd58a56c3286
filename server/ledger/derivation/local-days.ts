import { MARKETPLACES, marketplaceOf } from '#contract/marketplaces.ts'
import type { DateRange } from '#contract/date-range.ts'
import type { SellerAccount } from '#server/accounts/index.ts'
import { localDay as localDayAt } from '#server/local-time.ts'

export const EVERY_MARKETPLACE = MARKETPLACES.map(({ code }) => code)

export const quoted = (codes: readonly string[]) => codes.map((code) => `'${code}'`).join(', ')

/** SQL: the currency of a marketplace. */
export const currencyOf = (marketplace: string, otherwise = ''): string =>
  `transform(${marketplace}, [${quoted(EVERY_MARKETPLACE)}], [${quoted(MARKETPLACES.map(({ currency }) => currency))}], '${otherwise}')`

/** DAY-1. One branch per time zone that occurs. */
export function localDay(moment: string, marketplace: string, occurring: readonly string[]): string {
  const zones = new Map<string, string[]>()
  for (const m of MARKETPLACES.filter(({ code }) => occurring.includes(code)))
    zones.set(m.timeZone, [...(zones.get(m.timeZone) ?? []), m.code])
  const branches = [...zones].map(
    ([zone, codes]) => `${marketplace} IN (${quoted(codes)}), toDate(${moment}, '${zone}')`,
  )
  const rest = `toDate(${moment}, 'UTC')`
  return branches.length > 0 ? `multiIf(${branches.join(', ')}, ${rest})` : rest
}

export const homeMarketplace = (row: string) =>
  `transform(${row}.account_id, {accountIds:Array(String)}, {homes:Array(String)}, '')`

/** Rows without a marketplace of their own follow the seller account's home. */
export const effectiveMarketplace = (row: string) =>
  `if(${row}.marketplace != '', ${row}.marketplace, ${homeMarketplace(row)})`

/** What `homeMarketplace` asks for: where the rows of an account belong that name no marketplace. */
export const homesOf = (accounts: readonly SellerAccount[]) => ({
  accountIds: accounts.map(({ id }) => id),
  homes: accounts.map(({ homeMarketplace }) => homeMarketplace ?? ''),
})

/** The day of an order's row. */
export const PURCHASED_DAY = `ifNull(purchased_day, ${localDay('purchased_at', `(${effectiveMarketplace('order_items')})`, EVERY_MARKETPLACE)})`

/** First and last local day of a settlement. Moments are text in UTC; a plain date is midnight at both ends. */
export function statedDays(
  { accountId, currency, start, end }: { accountId: string; currency: string; start: string; end: string },
  accounts: readonly SellerAccount[],
): DateRange {
  if (start.endsWith(MIDNIGHT) && end.endsWith(MIDNIGHT))
    return { start: start.slice(0, 10), end: end.slice(0, 10) }
  const home = marketplaceOf(accounts.find(({ id }) => id === accountId)?.homeMarketplace ?? '')
  const { timeZone = 'UTC' } =
    (home?.currency === currency ? home : MARKETPLACES.find((other) => other.currency === currency)) ?? {}
  return { start: localDayAt(momentOfText(start), timeZone), end: localDayAt(momentOfText(end), timeZone) }
}

const MIDNIGHT = ' 00:00:00'

const momentOfText = (text: string): Date => new Date(`${text.replace(' ', 'T')}Z`)
