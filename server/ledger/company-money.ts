import { visibilityOf, VISIBLE } from './journal.ts'
import { perVersion } from './per-version.ts'
import { SET_BEGINS } from './rate-sets.ts'

/** What every conversion of a company's amounts needs to know first. */
export interface CompanyMoney {
  currencies: string[]
  advertisedCurrencies: string[]
  /** Of its ledger. */
  heldMarketplaces: string[]
  /** Where its set of rates begins. */
  ratesVersion: number
}

export const moneyOf = perVersion(async ({ analytics }, company): Promise<CompanyMoney> => {
  const params = { companyId: company.id, ...visibilityOf(company) }
  const [held, [rates]] = await Promise.all([
    analytics.rows<{ currency: string; advertised: number; marketplaces: string[] }>(
      `SELECT currency, max(line IN ('advertisingSp', 'advertisingSb', 'advertisingSd')) AS advertised,
         groupUniqArrayIf(toString(marketplace), marketplace != '') AS marketplaces FROM ledger_by_day
       WHERE company_id = {companyId:String} AND ${VISIBLE} AND currency != '' GROUP BY currency
       UNION ALL
       SELECT DISTINCT currency, 0, [] FROM expense_periods WHERE company_id = {companyId:String} AND ${VISIBLE}`,
      { params },
    ),
    analytics.rows<{ begins: string }>(`SELECT ${SET_BEGINS.text} AS begins`, { params }),
  ])
  return {
    currencies: [...new Set(held.map((row) => row.currency))],
    advertisedCurrencies: held.filter((row) => row.advertised > 0).map((row) => row.currency),
    heldMarketplaces: [...new Set(held.flatMap((row) => row.marketplaces))],
    ratesVersion: Number(rates!.begins),
  }
})
