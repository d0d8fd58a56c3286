import { visibilityOf, VISIBLE } from './journal.ts'
import { perVersion } from './per-version.ts'
import { SET_BEGINS } from './rate-sets.ts'

/** What every conversion of a company's amounts needs to know first. */
export interface CompanyMoney {
  currencies: string[]
  advertisedCurrencies: string[]
  /** Where its set of rates begins. */
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
    analytics.rows<{ begins: string }>(`SELECT ${SET_BEGINS.text} AS begins`, { params }),
  ])
  return {
    currencies: held.map((row) => row.currency),
    advertisedCurrencies: held.filter((row) => row.advertised > 0).map((row) => row.currency),
    ratesVersion: Number(rates!.begins),
  }
})
