import { addDays, type DateRange } from '#contract/date-range.ts'
import type { Company } from '#server/accounts/index.ts'
import { visibilityOf, PUBLISHED } from './journal.ts'
import { today, type Services } from './services.ts'

/** Days of the order statement: from the first order to yesterday, since orders of today are still coming in (ORD-3). */
export async function orderDays(services: Services, company: Company): Promise<DateRange | null> {
  const [first] = await services.analytics.rows<{ start: string }>(
    `SELECT toString(day) AS start FROM ledger_by_day
     WHERE company_id = {companyId:String} AND basis = 'ORDER' AND line = 'unitsSold' AND ${PUBLISHED.text}
     GROUP BY day HAVING sum(row_count) > 0
     ORDER BY day LIMIT 1`,
    { params: { companyId: company.id, ...visibilityOf(company) } },
  )
  const end = addDays(today(services), -1)
  return first && first.start <= end ? { start: first.start, end } : null
}
