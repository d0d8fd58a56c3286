import { CostDerivation, SOLD, SOLD_COSTS, SOLD_FEEDS } from '#server/ledger/derivation/derive-costs.ts'
import { COSTED_OTHERWISE } from '#server/ledger/derivation/unit-costs.ts'
import { replace, visibilityOf } from '#server/ledger/journal.ts'
import { contextOf, NOTHING } from './derivation-scope.ts'
import type { Work } from './work.ts'

/** So many products get other costs by themselves. */
const PRODUCTS_MAX = 10_000

/** Units become some five rows, which are compared with as many in memory. */
const SOLD_AT_ONCE = 20_000

export interface CostedProducts {
  skus: readonly string[]
  /** Some cost of theirs depends on who sends the unit. */
  hasOwnShipping: boolean
}

/** Products that cost otherwise after the change than before it; undefined where they are very many. */
export async function productsCostedOtherwise(work: Work): Promise<CostedProducts | undefined> {
  const { writer, change } = work
  const { live, changed, moments } = change
  const products = await writer.analytics.rows<{ sku: string; ownShipping: number }>(
    `${COSTED_OTHERWISE.text} LIMIT ${PRODUCTS_MAX + 1}`,
    { params: { companyId: writer.company.id, live, before: work.before(), changed, ...moments } },
  )
  if (products.length > PRODUCTS_MAX) return undefined
  return {
    skus: products.map(({ sku }) => sku),
    hasOwnShipping: products.some(({ ownShipping }) => ownShipping === 1),
  }
}

/** What units of these products cost, wherever they were sold. */
export async function replaceCosts(work: Work, { skus, hasOwnShipping }: CostedProducts): Promise<void> {
  if (skus.length === 0) return
  const { analytics, company } = work.writer
  const params = { costed: skus }
  const [sold] = await analytics.rows<{ n: string }>(`SELECT count() AS n FROM ledger WHERE ${SOLD}`, {
    params: { ...params, companyId: company.id, ...visibilityOf(company) },
  })
  const context = await contextOf(work, NOTHING)
  const parts = Math.ceil(Number(sold!.n) / SOLD_AT_ONCE)
  for (let nth = 0; nth < parts; nth++) {
    const where = parts === 1 ? '1' : 'cityHash64(order_id) % {parts:UInt32} = {nth:UInt32}'
    const derivation = new CostDerivation({ where, params: { ...params, parts, nth } }, context)
    await replace(
      work.writer,
      derivation.costsFeed({ hasOwnShipping }),
      { feeds: SOLD_FEEDS, where: `${SOLD_COSTS} AND (${where})` },
      derivation.params,
    )
  }
}
