import { SOURCES } from '#amazon/index.ts'
import { OF_REPORTS } from '#server/ledger/derivation/active-rows.ts'
import { Derivation, IS_NO_SHIPMENT } from '#server/ledger/derivation/derive.ts'
import type { FactScope } from '#server/ledger/derivation/derive-context.ts'
import { append, replace } from '#server/ledger/journal.ts'
import {
  isOfReports,
  ofImports,
  type SettlementHoldings,
} from '#server/ledger/settlements/settlement-holdings.ts'
import type { Change, Work } from './work.ts'
import { ADDED, EVERYTHING, settlementContext } from './derivation-scope.ts'

/**
 * The usual import holds settlements that nobody has seen before: its rows are simply added. Where settlements overlap,
 * or an original comes after its refund, the rows of those settlements and orders are derived anew and compared. Gives the
 * lines that may count otherwise than before.
 */
export async function settlementLines(work: Work, isFirst: boolean): Promise<FactScope> {
  const { change } = work
  const isAddition = change.changed.every((id) => change.live.includes(id))
  const [holdings, { hasUnplaced }] = await Promise.all([work.holdings(), work.held()])
  const { hasFacts, hasOwnFacts, settlements, othersHoldLines, othersDefer } = overlaps(holdings, change)
  const params = { changed: change.changed, settlementIds: settlements }

  if (isAddition && settlements.length === 0 && !hasFacts && (isFirst || !hasUnplaced)) {
    const added = { ...ADDED, params: { changed: change.changed } }
    const [meets] = await Promise.all([
      othersHoldLines && meetsOthers(work, othersDefer),
      appendSettlementRows(work, added),
    ])
    if (meets) {
      const where = `import_id NOT IN {changed:Array(UInt64)} AND order_id IN (${ORDERS_OF_CHANGED})`
      await replaceSettlementRows(work, { where, params }, { feeds: ['SETTLEMENT'], where })
    }
    return added
  }

  const where = `settlement_id IN {settlementIds:Array(String)} ${hasUnplaced ? `OR settlement_id = ''` : ''} OR import_id IN {changed:Array(UInt64)} OR order_id IN (${ORDERS_OF_CHANGED})`
  await replaceSettlementRows(
    work,
    { where: `${OF_REPORTS} AND (${where})`, params },
    { feeds: ['SETTLEMENT'], where },
  )
  // Somebody's own facts may have any names, which may be those of rows of other orders.
  const facts = hasOwnFacts ? '1' : `order_id = '' OR order_id IN (${ORDERS_OF_CHANGED})`
  if (hasFacts)
    await replaceSettlementRows(
      work,
      { where: `NOT ${OF_REPORTS} AND (${facts})`, params },
      { feeds: ['FACTS'], where: facts },
    )
  return { where: hasFacts ? `${where} OR NOT ${OF_REPORTS} AND (${facts})` : where, params }
}

export async function appendSettlementRows(work: Work, scope: FactScope): Promise<void> {
  for (const { derivation } of await derivationsOf(work, scope))
    await work.overLines(derivation, () =>
      append(work.writer, derivation.settlementFeed(), derivation.params),
    )
}

export const replaceAll = (work: Work) =>
  replaceSettlementRows(work, EVERYTHING, { feeds: ['SETTLEMENT', 'FACTS'], where: '1' })

/** Derives settlement rows of a scope anew and compares them with the ledger rows of the same scope. */
async function replaceSettlementRows(
  work: Work,
  scope: FactScope,
  within: { feeds: readonly string[]; where: string },
): Promise<void> {
  for (const { derivation, where } of await derivationsOf(work, scope)) {
    await work.overLines(derivation, () =>
      replace(
        work.writer,
        derivation.settlementFeed(),
        { feeds: within.feeds, where: `(${within.where}) AND ${where}` },
        derivation.params,
      ),
    )
  }
}

/** So many facts are chosen and compared at once: the engine sorts them in memory. */
export const ROWS_AT_ONCE = 100_000

/** So many that pass through, where what one order says is kept in memory while they do. */
const ROWS_PASSED_AT_ONCE = 1_000_000

/**
 * The derivation of a scope, cut by order where it is large: which rows count, and what they become, is decided within
 * an order. `where` is the cut in words that hold for facts and ledger alike.
 */
async function derivationsOf(
  work: Work,
  scope: FactScope,
): Promise<{ derivation: Derivation; where: string }[]> {
  const context = await settlementContext(work, scope)
  const { rows, overlapping, looksBack, reportsTax, hasLostOrders } = context.survey
  const keepsOrders = looksBack || reportsTax
  const rowsMax = overlapping ? ROWS_AT_ONCE : keepsOrders ? ROWS_PASSED_AT_ONCE : Infinity
  const cuts = Math.max(1, Math.ceil(rows / rowsMax))
  // To map a large scope once more costs less than to write it down.
  const sliceOf = () => (rows / cuts <= ROWS_AT_ONCE ? work.nextSlice() : undefined)
  if (cuts === 1) return [{ derivation: new Derivation(scope, context, sliceOf()), where: '1' }]
  // Where order ids were lost, the same row is of an order in one file and of none in the other.
  const together = hasLostOrders ? 'settlement_id' : 'order_id'
  const where = `cityHash64(${together}) % {cuts:UInt32} = {cut:UInt32}`
  return Array.from({ length: cuts }, (_, cut) => ({
    derivation: new Derivation(
      { where: `(${scope.where}) AND ${where}`, params: { ...scope.params, cuts, cut } },
      context,
      sliceOf(),
    ),
    where,
  }))
}

const ORDERS_OF_CHANGED = `SELECT order_id FROM settlement_lines
  WHERE company_id = {companyId:String} AND import_id IN {changed:Array(UInt64)} AND problem = '' AND order_id != ''`

/** Where the changed attempts meet the others that count. */
function overlaps(holdings: SettlementHoldings, { live, changed }: Change) {
  const others = ofImports(
    holdings,
    live.filter((id) => !changed.includes(id)),
  )
  const its = ofImports(holdings, changed)
  const held = new Set(others.lines.map(({ settlementId }) => settlementId))
  const ids = [...its.lines, ...its.stated].map(({ settlementId }) => settlementId)
  return {
    settlements: [...new Set(ids)].filter((id) => id !== '' && held.has(id)),
    othersHoldLines: others.lines.length > 0,
    // No other report calls a line deferred.
    othersDefer: others.lines.some(({ source }) => source === SOURCES.DATE_RANGE),
    hasFacts: !holdings.lines.every(isOfReports),
    hasOwnFacts: holdings.lines.some(({ source }) => source === SOURCES.FACTS),
  }
}

/** Whether shipments came of which others hold what looks back at them, or lines of what others call deferred. */
async function meetsOthers(
  { writer: { analytics, company }, change }: Work,
  othersDefer: boolean,
): Promise<boolean> {
  const { live, changed } = change
  const looksBack = `${IS_NO_SHIPMENT} AND order_id IN (${ORDERS_OF_CHANGED} AND NOT ${IS_NO_SHIPMENT})`
  const isDeferred = `status = 'DEFERRED' AND ${OF_REPORTS} AND order_id IN (${ORDERS_OF_CHANGED})`
  const rows = await analytics.rows(
    `SELECT 1 FROM settlement_lines
     WHERE company_id = {companyId:String} AND import_id IN {others:Array(UInt64)} AND problem = '' AND order_id != ''
       AND (${othersDefer ? `${looksBack} OR ${isDeferred}` : looksBack}) LIMIT 1`,
    { params: { companyId: company.id, changed, others: live.filter((id) => !changed.includes(id)) } },
  )
  return rows.length > 0
}
