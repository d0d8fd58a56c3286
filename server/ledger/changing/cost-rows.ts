import { SKU_LENGTH_MAX } from '#contract/fields.ts'
import { CostDerivation, SOLD, SOLD_COSTS, SOLD_FEEDS } from '#server/ledger/derivation/derive-costs.ts'
import type { FactScope } from '#server/ledger/derivation/derive-context.ts'
import { COSTED_OTHERWISE } from '#server/ledger/derivation/unit-costs.ts'
import { replace, visibilityOf } from '#server/ledger/journal.ts'
import { contextOf, NOTHING } from './derivation-scope.ts'
import type { Work } from './work.ts'

/** So many products get other costs by themselves, with names of a length that products have. */
const PRODUCTS_MAX = 10_000

/** Units become some five rows, which are compared with as many in memory. */
const SOLD_AT_ONCE = 15_000

export interface CostedProducts {
  skus: readonly string[]
  /** Some cost of theirs depends on who sends the unit. */
  hasOwnShipping: boolean
}

/** Products that cost otherwise after the change than before it; undefined where they are too many to be named. */
export async function productsCostedOtherwise(work: Work): Promise<CostedProducts | undefined> {
  const { writer, change } = work
  const { live, changed, moments } = change
  const products = await writer.analytics.rows<{ name: string; isLong: number; ownShipping: number }>(
    `SELECT substringUTF8(sku, 1, ${SKU_LENGTH_MAX}) AS name, lengthUTF8(sku) > ${SKU_LENGTH_MAX} AS isLong, ownShipping
     FROM (${COSTED_OTHERWISE.text}) LIMIT ${PRODUCTS_MAX + 1}`,
    { params: { companyId: writer.company.id, live, before: work.before(), changed, ...moments } },
  )
  if (products.length > PRODUCTS_MAX || products.some(({ isLong }) => isLong === 1)) return undefined
  return {
    skus: products.map(({ name }) => name),
    hasOwnShipping: products.some(({ ownShipping }) => ownShipping === 1),
  }
}

/** What units of these products cost, wherever they were sold. */
export async function replaceCosts(work: Work, { skus, hasOwnShipping }: CostedProducts): Promise<void> {
  if (skus.length === 0) return
  const { analytics, company } = work.writer
  const days = await analytics.rows<{ day: string; n: string }>(
    `SELECT toString(day) AS day, count() AS n FROM ledger WHERE ${SOLD} GROUP BY day ORDER BY day`,
    { params: { costed: skus, companyId: company.id, ...visibilityOf(company) } },
  )
  const context = await contextOf(work, NOTHING)
  for (const { params, where } of partsOf(days.map(({ day, n }) => ({ day, sold: Number(n) })))) {
    const derivation = new CostDerivation({ where, params: { ...params, costed: skus } }, context)
    await replace(
      work.writer,
      derivation.costsFeed({ hasOwnShipping }),
      { feeds: SOLD_FEEDS, where: `${SOLD_COSTS} AND (${where})` },
      derivation.params,
    )
  }
}

/**
 * Rows of the ledger in parts of as many units as are compared at once: by days, each of which the ledger has together, so that
 * a part reads itself and no other; a day that is too much is cut by order.
 */
function partsOf(days: readonly { day: string; sold: number }[]): FactScope[] {
  const stretches: { from: string; to: string; sold: number }[] = []
  for (const { day, sold } of days) {
    const last = stretches.at(-1)
    if (last && last.sold + sold <= SOLD_AT_ONCE) Object.assign(last, { to: day, sold: last.sold + sold })
    else stretches.push({ from: day, to: day, sold })
  }
  return stretches.flatMap(({ from, to, sold }) => {
    const cuts = Math.ceil(sold / SOLD_AT_ONCE)
    return Array.from({ length: cuts }, (_, cut) => ({
      where: `day BETWEEN {soldFrom:Date} AND {soldTo:Date} AND cityHash64(order_id) % {cuts:UInt32} = {cut:UInt32}`,
      params: { soldFrom: from, soldTo: to, cuts, cut },
    }))
  })
}
