import type { FactTable } from '#amazon/index.ts'
import type { FactScope } from '#server/ledger/derivation/derive-context.ts'
import {
  ORDER_SURVEY,
  OrderDerivation,
  ordersTouched,
  type OrderSurvey,
} from '#server/ledger/derivation/derive-orders.ts'
import { MEASURES } from '#server/ledger/derivation/measures-journal.ts'
import { append, replace, holds } from '#server/ledger/journal.ts'
import type { Work } from './work.ts'
import { contextOf, NOTHING } from './derivation-scope.ts'

/** Derives anew the orders whose sales, costs and expected fees may be different, and those alone. */
export async function orders(work: Work, touched: ReadonlySet<FactTable> | 'ALL'): Promise<void> {
  const where = ordersTouched(touched)
  if (where === undefined) return
  const scope = { where, params: { changed: work.change.changed } }
  const derivation = await orderDerivationOf(work, scope)
  if (!derivation) return
  const standing = `basis = 'ORDER' AND feed = 'ORDER' AND (${where})`
  if (await mayStand(work, scope, 'ledger', standing, derivation.params)) {
    await replace(
      work.writer,
      derivation.ordersFeed(),
      { feeds: ['ORDER'], where: standing },
      derivation.params,
    )
  } else {
    await append(work.writer, derivation.ordersFeed(), derivation.params)
  }
}

/**
 * Whether a journal may hold rows of the orders of a scope. Comparing costs the engine more than deriving, and most imports
 * bring orders that nobody has seen before.
 */
async function mayStand(
  work: Work,
  scope: FactScope,
  table: string,
  standing: string,
  params: Record<string, unknown>,
): Promise<boolean> {
  return (await surveyOf(work, scope)).hasOthers && holds(work.writer, table, standing, params)
}

/** Undefined when the scope holds no order, neither before the change nor after it. */
export async function orderDerivationOf(work: Work, scope: FactScope): Promise<OrderDerivation | undefined> {
  const { items, marketplaces, lacksPrices, firstOrderDay, lastOrderDay } = await surveyOf(work, scope)
  if (items === '0') return undefined
  return new OrderDerivation(
    { ...scope, params: { ...scope.params, firstOrderDay, lastOrderDay } },
    await contextOf(work, { ...NOTHING, marketplaces, lacksPrices }),
  )
}

/** The ledger and what is counted beside it mostly ask the same. */
function surveyOf(work: Work, scope: FactScope): Promise<OrderSurvey> {
  const { analytics, company } = work.writer
  const { changed, live } = work.change
  const survey =
    work.orderSurveys.get(scope.where) ??
    analytics
      .rows<OrderSurvey>(
        `${ORDER_SURVEY} AND import_id IN arrayConcat({live:Array(UInt64)}, {changed:Array(UInt64)}) AND (${scope.where})`,
        { params: { ...scope.params, companyId: company.id, live, changed, came: work.came() } },
      )
      .then(([found]) => found!)
  work.orderSurveys.set(scope.where, survey)
  return survey
}

/** Of the orders whose rows may be different; their rows in the journal are known by the lines of the files. */
export async function replaceOrderMeasures(work: Work): Promise<void> {
  const { writer, change } = work
  const where = ordersTouched(new Set(['order_items']))!
  const scope = { where, params: { changed: change.changed } }
  const derivation = await orderDerivationOf(work, scope)
  if (!derivation) return
  const standing = `fact = 'orders' AND (import_id, line_no, part) IN (
    SELECT import_id, line_no, part FROM order_items WHERE company_id = {companyId:String} AND (${where}))`
  const params = { ...derivation.params, live: change.live }
  if (await mayStand(work, scope, MEASURES.table, standing, params))
    await replace(writer, derivation.orderMeasures(), { where: standing }, params, MEASURES)
  else await append(writer, derivation.orderMeasures(), params, MEASURES)
}
