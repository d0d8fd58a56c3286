import { z } from 'zod'
import { writeProductCostTemplate } from '#amazon/index.ts'
import type { CostTemplate, CostTemplateInput } from '#contract/product-master.ts'
import type { Company } from '#server/accounts/index.ts'
import { defineQuery, sql } from '#server/analytics/index.ts'
import { visibilityOf, PUBLISHED } from '#server/ledger/journal.ts'
import type { Services } from '#server/ledger/services.ts'

/** Rows of a template. Writing a workbook holds up everybody else for a few hundredths of a second at this number. */
const PRODUCTS_MAX = 2_000

const productsWithoutCost = defineQuery({
  name: 'products_without_cost',
  params: z.object({
    publishedVersion: z.number(),
    deadVersions: z.array(z.number()),
    skus: z.array(z.string()),
    limit: z.number(),
  }),
  row: z.object({ sku: z.string(), firstDay: z.string(), total: z.coerce.number() }),
  sql: sql`
    SELECT sku, toString(min(day)) AS firstDay, count() OVER () AS total
    FROM (
      SELECT toString(sku) AS sku, day, sum(amount) AS units FROM ledger_by_day_sku
      WHERE company_id = {companyId:String} AND basis = 'TRANSACTION' AND line IN ('unitsWithoutCost', 'lostUnitsWithoutCost') AND sku != '' AND (empty({skus:Array(String)}) OR sku IN {skus:Array(String)})
        AND ${PUBLISHED}
      GROUP BY sku, day HAVING units > 0
    )
    GROUP BY sku ORDER BY sum(units) DESC, sku LIMIT {limit:UInt32}`,
})

/** The template with the products that were sold or lost without a cost, each from the first day on which one is missing. */
export async function costTemplate(
  { analytics }: Services,
  company: Company,
  { skus, withSizes }: Pick<z.output<typeof CostTemplateInput>, 'skus' | 'withSizes'>,
  signal: AbortSignal | undefined,
): Promise<CostTemplate> {
  const found = await analytics.run(
    productsWithoutCost,
    company,
    { ...visibilityOf(company), skus, limit: PRODUCTS_MAX },
    signal ? { signal } : {},
  )
  const currency = company.defaultCurrency ?? ''
  const rows = found.map(({ sku, firstDay }) => ({ sku, valid_from: firstDay, currency }))
  const workbook = await writeProductCostTemplate(rows, { withSizes })
  return {
    fileName: withSizes ? 'products.xlsx' : 'product-costs.xlsx',
    workbook: Buffer.from(workbook).toString('base64'),
    products: rows.length,
    more: (found[0]?.total ?? 0) - rows.length,
  }
}
