import { visibilityOf, VISIBLE } from './journal.ts'
import { perVersion } from './per-version.ts'

/** What every conversion of a company's amounts needs to know first. */
export interface CompanyMoney {
  currencies: string[]
  advertisedCurrencies: string[]
  ratesVersion: number
}

export const moneyOf = perVersion(async ({ analytics }, company): Promise<CompanyMoney> => {
  const params = { companyId: company.id, ...visibilityOf(company) }
  const [held, [rates]] = await Promise.all([
    analytics.rows<{ currency: string; advertised: number }>(
      `SELECT currency, max(line IN ('advertisingSp', 'advertisingSb', 'advertisingSd')) AS advertised FROM ledger_by_day
       WHERE company_id = {companyId:String} AND ${VISIBLE} AND currency != '' GROUP BY currency`,
      { params },
    ),
    analytics.rows<{ newest: string }>(
      `SELECT max(version) AS newest FROM daily_rates WHERE company_id = {companyId:String} AND ${VISIBLE}`,
      { params },
    ),
  ])
  return {
    currencies: held.map((row) => row.currency),
    advertisedCurrencies: held.filter((row) => row.advertised > 0).map((row) => row.currency),
    ratesVersion: Number(rates!.newest),
  }
})
