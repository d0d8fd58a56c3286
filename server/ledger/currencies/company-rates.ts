import { CALENDAR } from '#contract/date-range.ts'
import type { CompanyRates, CurrencyRates } from '#contract/exchange-rates.ts'
import { liveVersions, type Company } from '#server/accounts/index.ts'
import { sql } from '#server/analytics/index.ts'
import { knownRates } from '#server/exchange-rates/known-rates.ts'
import { ageOf, ratesOf, renewalOf } from '#server/exchange-rates/rates-status.ts'
import { moneyOf } from './company-money.ts'
import { expenseDays, expenseSpan } from '#server/ledger/expense-days.ts'
import { visibilityOf, PUBLISHED } from '#server/ledger/journal.ts'
import { rateSet } from './rate-sets.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'

/** Of each currency: whether the company has money in it, who its rates come from, and on which days it has none. */
export async function companyRates(
  services: Services,
  company: Company,
  url: string | undefined,
): Promise<CompanyRates> {
  const { accounts, analytics } = services
  const live = await liveVersions(accounts, company)
  const [known, renewal, { currencies }, own, lacking] = await Promise.all([
    knownRates(accounts),
    renewalOf(accounts, url),
    moneyOf(services, company),
    analytics.rows<{ currency: string; newest: string; source: string }>(
      `SELECT currency, toString(max(rate_date)) AS newest, argMax(publisher, rate_date) AS source FROM exchange_rates
       WHERE ${LIVE_FACTS.text} GROUP BY currency`,
      { params: { companyId: company.id, live } },
    ),
    analytics.rows<{ currency: string; days: string; first: string; last: string }>(
      `SELECT l.currency AS currency, count() AS days, toString(min(l.fx_day)) AS first, toString(max(l.fx_day)) AS last
       FROM (
         SELECT currency, fx_day FROM ledger_by_day
         WHERE company_id = {companyId:String} AND ${PUBLISHED.text} AND currency NOT IN ('', 'USD')
         GROUP BY currency, fx_day HAVING sum(row_count) != 0
         UNION DISTINCT
         SELECT currency, day FROM (${expenseDays.text}) WHERE currency != 'USD'
         GROUP BY currency, day HAVING sum(n) != 0
       ) AS l
       LEFT ANTI JOIN (${rateSet(sql`1`).text}) AS r ON l.currency = r.currency AND l.fx_day = r.day
       GROUP BY currency`,
      { params: { companyId: company.id, ...visibilityOf(company), ...expenseSpan(services, CALENDAR) } },
    ),
  ])
  const used = new Set([...currencies, company.defaultCurrency])
  return {
    renewal,
    currencies: ratesOf(known, today(services)).map((one) => {
      const ofCompany = own.find(({ currency }) => currency === one.currency)
      const without = lacking.find(({ currency }) => currency === one.currency)
      const rates: CurrencyRates = ofCompany
        ? {
            currency: one.currency,
            origin: 'OWN',
            source: ofCompany.source,
            ...ageOf(ofCompany.newest, today(services)),
          }
        : one
      return {
        ...rates,
        isUsed: used.has(one.currency),
        lacking: without ? { days: Number(without.days), first: without.first, last: without.last } : null,
      }
    }),
  }
}
