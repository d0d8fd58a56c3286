import { FACT_TABLES } from '#amazon/index.ts'
import type { Analytics } from '#server/analytics/index.ts'
import { JOURNALS } from '#server/ledger/journal.ts'

/** How many rows companies have in the warehouse, whatever they count for. */
export async function storedRows(
  analytics: Analytics,
  companyIds: readonly string[],
): Promise<Map<string, number>> {
  if (companyIds.length === 0) return new Map()
  const counts = [...FACT_TABLES, ...JOURNALS].map(
    (table) =>
      `SELECT company_id, count() AS stored FROM ${table} WHERE company_id IN {companyIds:Array(String)} GROUP BY company_id`,
  )
  const rows = await analytics.rows<{ id: string; total: string }>(
    `SELECT toString(company_id) AS id, toString(sum(stored)) AS total FROM (${counts.join('\nUNION ALL\n')}) GROUP BY company_id`,
    { params: { companyIds: [...companyIds] } },
  )
  return new Map(rows.map(({ id, total }) => [id, Number(total)]))
}
