import type { FactTable } from '#amazon/index.ts'
import { Derivation } from '#server/ledger/derivation/derive.ts'
import type { FactScope } from '#server/ledger/derivation/derive-context.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import type { Work } from './work.ts'
import { EVERYTHING, settlementContext } from './derivation-scope.ts'

/** Returns that may count otherwise: those that came or went, and those of orders of which that is so, or of products that cost otherwise. */
export async function returnsTouched(
  work: Work,
  {
    touched,
    touchesEverything,
    costed,
    changedLines,
  }: {
    touched: ReadonlySet<FactTable>
    touchesEverything: boolean
    costed: readonly string[]
    changedLines: FactScope | undefined
  },
): Promise<Derivation | undefined> {
  if (touchesEverything) return returnsDerivation(work, EVERYTHING)
  const { writer, change } = work
  const { live, changed } = change
  const lines =
    changedLines &&
    `order_id IN (SELECT order_id FROM settlement_lines WHERE company_id = {companyId:String} AND problem = '' AND order_id != ''
       AND import_id IN arrayConcat({live:Array(UInt64)}, {changed:Array(UInt64)}) AND (${changedLines.where}))`
  const params = { ...changedLines?.params, changed, costed }
  const orders =
    touched.has('order_items') &&
    `order_id IN (SELECT order_id FROM order_items WHERE company_id = {companyId:String} AND problem = '' AND order_id != '' AND import_id IN {changed:Array(UInt64)})`
  // What comes back follows from the sale.
  const sales = [lines, orders].filter((where) => typeof where === 'string').join(' OR ')
  const rows =
    sales === ''
      ? []
      : await writer.analytics.rows(`SELECT 1 FROM returns WHERE ${LIVE_FACTS.text} AND (${sales}) LIMIT 1`, {
          params: { ...params, companyId: writer.company.id, live },
        })
  const conditions = [
    ...(rows.length > 0 ? [sales] : []),
    ...(touched.has('returns')
      ? [
          `order_id IN (SELECT order_id FROM returns WHERE company_id = {companyId:String} AND problem = '' AND import_id IN {changed:Array(UInt64)})`,
        ]
      : []),
    ...(costed.length > 0
      ? [
          `order_id IN (SELECT order_id FROM returns WHERE ${LIVE_FACTS.text} AND sku IN {costed:Array(String)})`,
        ]
      : []),
  ]
  return conditions.length === 0
    ? undefined
    : returnsDerivation(work, { where: conditions.join(' OR '), params })
}

export const returnsDerivation = async (work: Work, scope: FactScope): Promise<Derivation> =>
  new Derivation(scope, await settlementContext(work, scope))
