import { z } from 'zod'
import { writeProductCostTemplate } from '#amazon/index.ts'
import type { CostTemplate, CostTemplateInput } from '#contract/product-master.ts'
import type { Company } from '#server/accounts/index.ts'
import { defineQuery, sql } from '#server/analytics/index.ts'
import { visibilityOf, PUBLISHED } from '#server/ledger/journal.ts'
import type { Services } from '#server/ledger/services.ts'
import { skusWithoutSize } from './list.ts'

/** Rows of a template. Writing a workbook holds up everybody else for a few hundredths of a second at this number. */
const PRODUCTS_MAX = 2_000

const productsWithoutCost = defineQuery({
  name: 'products_without_cost',
  params: z.object({
    publishedVersion: z.number(),
    deadVersions: z.array(z.number()),
    skus: z.array(z.string()),
  }),
  row: z.object({ sku: z.string(), firstDay: z.string() }),
  sql: sql`
    SELECT sku, toString(min(day)) AS firstDay
    FROM (
      SELECT toString(sku) AS sku, day, sum(amount) AS units FROM ledger_by_day_sku
      WHERE company_id = {companyId:String} AND basis = 'TRANSACTION' AND line IN ('unitsWithoutCost', 'lostUnitsWithoutCost') AND sku != '' AND (empty({skus:Array(String)}) OR sku IN {skus:Array(String)})
        AND ${PUBLISHED}
      GROUP BY sku, day HAVING units > 0
    )
    GROUP BY sku ORDER BY sum(units) DESC, sku`,
})

/**
 * The template with the products that were sold or lost without a cost, each from the first day on which one is missing; with sizes,
 * also with those that have none.
 */
export async function costTemplate(
  services: Services,
  company: Company,
  { skus, withSizes }: Pick<z.output<typeof CostTemplateInput>, 'skus' | 'withSizes'>,
  signal: AbortSignal | undefined,
): Promise<CostTemplate> {
  const [found, withoutSize] = await Promise.all([
    services.analytics.run(productsWithoutCost, company, { ...visibilityOf(company), skus }, { signal }),
    withSizes ? skusWithoutSize(services, company, skus, signal) : [],
  ])
  const currency = company.defaultCurrency ?? ''
  const withoutCost = new Set(found.map(({ sku }) => sku))
  const all = [
    ...found.map(({ sku, firstDay }) => ({ sku, valid_from: firstDay, currency })),
    ...withoutSize.filter((sku) => !withoutCost.has(sku)).map((sku) => ({ sku })),
  ]
  const rows = all.slice(0, PRODUCTS_MAX)
  const workbook = await writeProductCostTemplate(rows, { withSizes })
  return {
    fileName: withSizes ? 'products.xlsx' : 'product-costs.xlsx',
    workbook: Buffer.from(workbook).toString('base64'),
    products: rows.length,
    more: all.length - rows.length,
  }
}
