import { MARKETPLACES } from '#contract/marketplaces.ts'
import { liveVersions } from '#server/accounts/index.ts'
import { visibilityOf, VISIBLE } from './journal.ts'
import { perVersion } from './per-version.ts'
import { SET_BEGINS } from './rate-sets.ts'
import { LIVE_FACTS } from './live-facts.ts'

/** What every sum of a company's amounts needs to know first. */
export interface CompanyMoney {
  currencies: string[]
  /** Of its ledger and its expenses. */
  heldMarketplaces: string[]
  /** Marketplaces with advertising reports, and their currencies for what belongs to none; and their first days. */
  advertised: string[]
  advertisedSince: string[]
  /** Where its set of rates begins. */
  ratesVersion: number
}

export const moneyOf = perVersion(async ({ analytics, accounts }, company): Promise<CompanyMoney> => {
  const live = await liveVersions(accounts, company)
  const params = { companyId: company.id, live, ...visibilityOf(company) }
  const [held, reports, [rates]] = await Promise.all([
    analytics.rows<{ currency: string; marketplace: string }>(
      `SELECT currency, toString(marketplace) AS marketplace FROM ledger_by_day
       WHERE company_id = {companyId:String} AND ${VISIBLE.text} AND currency != '' GROUP BY currency, marketplace HAVING sum(row_count) != 0
       UNION DISTINCT
       SELECT currency, toString(marketplace) FROM expense_periods
       WHERE company_id = {companyId:String} AND ${VISIBLE.text} GROUP BY currency, marketplace HAVING sum(n) != 0
       UNION DISTINCT
       SELECT currency, '' FROM measures_by_day
       WHERE company_id = {companyId:String} AND ${VISIBLE.text} AND currency != '' GROUP BY currency HAVING sum(row_count) != 0`,
      { params },
    ),
    analytics.rows<{ marketplace: string; currency: string; since: string }>(
      `SELECT toString(marketplace) AS marketplace, toString(currency) AS currency, toString(min(date)) AS since FROM ads_daily
       WHERE ${LIVE_FACTS.text}
       GROUP BY marketplace, currency`,
      { params },
    ),
    analytics.rows<{ begins: string }>(`SELECT ${SET_BEGINS.text} AS begins`, { params }),
  ])
  const since = new Map<string, string>()
  for (const report of reports)
    for (const key of coveredBy(report)) {
      const known = since.get(key)
      if (known === undefined || report.since < known) since.set(key, report.since)
    }
  return {
    currencies: [...new Set(held.map((row) => row.currency))],
    heldMarketplaces: [...new Set(held.map((row) => row.marketplace).filter(Boolean))],
    advertised: [...since.keys()],
    advertisedSince: [...since.values()],
    ratesVersion: Number(rates!.begins),
  }
})

/** A report that names no marketplace is one of all marketplaces of its currency. */
const coveredBy = ({ marketplace, currency }: { marketplace: string; currency: string }): string[] => [
  currency,
  ...(marketplace === ''
    ? MARKETPLACES.filter((other) => other.currency === currency).map(({ code }) => code)
    : [marketplace]),
]
