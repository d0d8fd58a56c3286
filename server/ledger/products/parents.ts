import { z } from 'zod'
import { liveVersions, type Company } from '#server/accounts/index.ts'
import { defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import { asinsOfSkus, UNBRANDED } from './catalogue.ts'
import type { AskedExpenses } from '#server/ledger/expense-days.ts'
import { ALL_HELD, type Holds } from '#server/ledger/held-readings.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import type { Services } from '#server/ledger/services.ts'

/**
 * The parent of each SKU whose ASIN files name: that of the newest day on which a traffic report or the catalogue
 * names one, whatever was imported first. What has none is its own parent.
 */
export const parentsIn = (holds: Holds): Sql => sql`
  SELECT its_sku, if(its_parent != '', its_parent, its_asin) AS its_parent
  FROM (${asinsOfSkus(LIVE_FACTS, holds)}) AS s
  ANY LEFT JOIN (
    SELECT child_asin, argMax(parent_asin, (date, parent_asin)) AS its_parent
    FROM (
      SELECT child_asin, parent_asin, date FROM sales_traffic_asin_day WHERE ${LIVE_FACTS} AND child_asin != '' AND parent_asin != ''
      UNION ALL
      SELECT asin, parent_asin, snapshot_date FROM catalogue_items WHERE ${LIVE_FACTS} AND parent_asin != '')
    GROUP BY child_asin
  ) AS t ON s.its_asin = t.child_asin`
/** Whether some file names a parent that is not the product itself. */
export const namesParents = (holds: Holds): boolean =>
  holds('sales_traffic_asin_day') || holds('catalogue_items')
export const PARENTS = parentsIn(ALL_HELD)

const childrenOfParents = defineQuery({
  name: 'children_of_parents',
  params: z.object({ live: z.array(z.number()), parents: z.array(z.string()) }),
  row: z.object({ sku: z.string(), parent: z.string() }),
  sql: sql`
    SELECT its_sku AS sku, its_parent AS parent FROM (${PARENTS})
    WHERE its_parent IN {parents:Array(String)} ORDER BY parent, sku`,
})

/** The SKUs of each parent, of a selection alone where there is one. What no file gives an ASIN is a product by itself. */
export async function childrenOf(
  services: Services,
  company: Company,
  parents: readonly string[],
  selected: readonly string[] | undefined,
  signal: AbortSignal | undefined,
): Promise<Map<string, string[]>> {
  const live = await liveVersions(services.accounts, company)
  const rows = await services.analytics.run(
    childrenOfParents,
    company,
    { live, parents: [...parents] },
    { signal },
  )
  const children = new Map(parents.map((parent): [string, string[]] => [parent, []]))
  for (const { sku, parent } of rows) children.get(parent)!.push(sku)
  const isSelected = selected?.length ? new Set(selected) : undefined
  for (const [parent, skus] of children) {
    const all = skus.length > 0 ? skus : [parent]
    children.set(parent, isSelected ? all.filter((sku) => isSelected.has(sku)) : all)
  }
  return children
}

/**
 * A question about a parent is one about its products, and about an empty one what has none: of brands, what is spent on them. Of
 * none of a selection it is about nothing.
 */
export async function ofParent<
  Input extends { parentAsin?: string | undefined; skus?: string[] | undefined } & AskedExpenses,
>(services: Services, company: Company, input: Input, signal: AbortSignal | undefined): Promise<Input> {
  const { parentAsin, skus: selected } = input
  if (parentAsin === undefined) return input
  if (parentAsin === '') return { ...input, skus: [input.ownsBrandExpenses ? UNBRANDED : ''] }
  const children = await childrenOf(services, company, [parentAsin], selected, signal)
  const skus = children.get(parentAsin)!
  // Some products of a brand have none of its expenses.
  return { ...input, skus: skus.length > 0 ? skus : [parentAsin], ownsBrandExpenses: false }
}
