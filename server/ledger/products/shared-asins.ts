import { z } from 'zod'
import { liveVersions, type Company } from '#server/accounts/index.ts'
import { defineQuery, sql } from '#server/analytics/index.ts'
import { visibilityOf, PUBLISHED } from '#server/ledger/journal.ts'
import { skusOfAsins } from '#server/ledger/derivation/known-skus.ts'
import { perVersion } from '#server/ledger/per-version.ts'
import type { Services } from '#server/ledger/services.ts'

/** Facts whose rows of an ASIN that several SKUs share count with a selection of all of them. */
export const SHARED_BY_ASIN = 'traffic'

const sharedAsins = defineQuery({
  name: 'shared_asins',
  params: z.object({
    publishedVersion: z.number(),
    deadVersions: z.array(z.number()),
    live: z.array(z.number()),
    fact: z.string(),
  }),
  row: z.object({ asin: z.string(), skus: z.array(z.string()) }),
  sql: sql`
    SELECT concat(its_marketplace, ' ', its_asin) AS asin, its_skus AS skus
    FROM (${skusOfAsins(sql`
      SELECT marketplace, asin FROM measures_by_product
      WHERE company_id = {companyId:String} AND ${PUBLISHED} AND fact = {fact:String} AND level = 'PRODUCT' AND measure = 'rows'
        AND sku = '' AND asin != ''
      GROUP BY marketplace, asin HAVING sum(row_count) > 0`)})`,
})

export interface SharedAsin {
  /** As `DE B0…`. */
  asin: string
  skus: string[]
}

/** ASINs that rows name alone and that more than one SKU has: most companies have none. */
export const sharedAsinsOf = perVersion(
  async (services: Services, company: Company): Promise<SharedAsin[]> => {
    const live = await liveVersions(services.accounts, company)
    return services.analytics.run(sharedAsins, company, {
      ...visibilityOf(company),
      live,
      fact: SHARED_BY_ASIN,
    })
  },
  (shared) => shared.reduce((sum, { skus }) => sum + skus.length, 0),
)

/** Those of which a selection holds every SKU: their rows belong to none of these, and to all of them. */
export function heldBy(skus: readonly string[], shared: readonly SharedAsin[]): SharedAsin[] {
  const selected = new Set(skus)
  return shared.filter((one) => one.skus.every((sku) => selected.has(sku)))
}
