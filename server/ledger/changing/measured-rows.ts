import type { FactTable } from '#amazon/index.ts'
import type { Derivation } from '#server/ledger/derivation/derive.ts'
import {
  cutColumn,
  dayColumn,
  daysChanged,
  isLed,
  MEASURED_TABLES,
  measuresFeed,
  measuresStanding,
  type MeasuredTable,
} from '#server/ledger/derivation/derive-measures.ts'
import { LED_BY_ASIN, ledElsewhere, NAMES_SKUS, type LedTable } from '#server/ledger/derivation/known-skus.ts'
import { MEASURE_ROLL_UPS, MEASURES } from '#server/ledger/derivation/measures-journal.ts'
import { append, replace, rollUp, PUBLISHED, visibilityOf, holds } from '#server/ledger/journal.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import type { Work } from './work.ts'
import { replaceOrderMeasures } from './order-rows.ts'

/**
 * What is counted beside the ledger, on the days of which the attempts that came or went say something, and wherever they
 * name another SKU for an ASIN.
 */
export async function replaceMeasures(
  work: Work,
  touched: ReadonlySet<FactTable>,
  {
    held,
    mayMoveAds,
    returns,
  }: { held: ReadonlySet<FactTable>; mayMoveAds: boolean; returns: Derivation | undefined },
): Promise<void> {
  const namesSkus = NAMES_SKUS.some((table) => touched.has(table))
  const tables: MeasuredTable[] = []
  for (const table of MEASURED_TABLES) {
    const moved = namesSkus && isLed(table) && held.has(table) ? await asinsLedElsewhere(work, table) : []
    const isWhole = (mayMoveAds && table === 'ads_daily') || isDerivedWhole(table, moved)
    if (isWhole || touched.has(table)) await writeMeasures(work, table, isWhole ? EVERY_DAY : CHANGED_DAYS)
    if (!isWhole && isLed(table) && moved.length > 0)
      await writeMeasures(work, table, unchangedRowsOf(table, moved))
    if (isWhole || touched.has(table) || moved.length > 0) tables.push(table)
  }
  if (returns) {
    const where = `fact = 'returns' AND (import_id, line_no, part) IN (
      SELECT import_id, line_no, part FROM returns WHERE company_id = {companyId:String} AND (${returns.where}))`
    await replace(work.writer, returns.returnMeasures(), { where }, returns.params, MEASURES)
  }
  if (touched.has('order_items')) await replaceOrderMeasures(work)
  if (tables.length > 0 || returns || touched.has('order_items')) await rollUp(work.writer, MEASURE_ROLL_UPS)
}

/** So many ASINs are led to another SKU by themselves; of more the table is derived anew. */
const MOVED_MAX = 1000

type MovedAsin = [marketplace: string, asin: string]

/** Of a query the market is taken once over the ASINs of a SKU, so that none of them moves alone. */
const isDerivedWhole = (table: MeasuredTable, moved: readonly MovedAsin[]): boolean =>
  moved.length > MOVED_MAX || (moved.length > 0 && table === 'search_query_performance')

/** ASINs whose rows belong to another SKU than before the change, of those that rows of a table name alone. */
async function asinsLedElsewhere(work: Work, table: LedTable): Promise<MovedAsin[]> {
  const { analytics, company } = work.writer
  const { live, changed } = work.change
  const before = work.before()
  const either = [...new Set([...live, ...before])]
  const rows = await analytics.rows<{ marketplace: string; asin: string }>(
    `${ledElsewhere(table)} LIMIT ${MOVED_MAX + 1}`,
    { params: { companyId: company.id, live, before, either, changed } },
  )
  return rows.map(({ marketplace, asin }) => [marketplace, asin])
}

/** A row becomes a dozen, which are compared with as many. */
const MEASURED_ROWS_AT_ONCE = 50_000

/** Which rows of a table are derived anew, and which rows of the journal they are compared with. */
interface MeasuredPart {
  facts: (table: MeasuredTable) => string
  standing: (table: MeasuredTable) => string
  /** SQL of the places of those that count, where the journal knows. */
  counting?: string
  params?: Record<string, unknown>
}

export const EVERY_DAY: MeasuredPart = { facts: () => '1', standing: () => '1' }
const CHANGED_DAYS: MeasuredPart = {
  facts: (table) => daysChanged(table, dayColumn(table)),
  standing: (table) => daysChanged(table, 'day'),
}

/** Rows that name one of these ASINs alone, on the days that stay as they are: what counts of them counted before. */
function unchangedRowsOf(table: LedTable, moved: readonly MovedAsin[]): MeasuredPart {
  const asins = 'arrayZip({movedMarketplaces:Array(String)}, {movedAsins:Array(String)})'
  const unnamed = `SELECT import_id, line_no, part FROM ${table}
    WHERE ${LIVE_FACTS.text} AND sku = '' AND has(${asins}, (toString(marketplace), ${LED_BY_ASIN[table].text}))`
  const isStanding = `NOT (${daysChanged(table, 'day')}) AND has(${asins}, (toString(marketplace), asin))
    AND (import_id, line_no, part) IN (${unnamed})`
  return {
    facts: () => `sku = ''`,
    standing: () => isStanding,
    counting: `SELECT import_id, line_no, part FROM ${MEASURES.table}
      WHERE company_id = {companyId:String} AND ${PUBLISHED.text} AND ${measuresStanding(table, isStanding)}`,
    params: {
      movedMarketplaces: moved.map(([marketplace]) => marketplace),
      movedAsins: moved.map(([, asin]) => asin),
    },
  }
}

export async function writeMeasures(
  { writer, change, places }: Work,
  table: MeasuredTable,
  { facts, standing, counting, params: more }: MeasuredPart,
  { isAfresh = false } = {},
): Promise<void> {
  const { analytics, company } = writer
  const { live, changed, moments } = change
  const params = { ...more, live, changed, ...moments, ...(table === 'ads_daily' && (await places())) }
  const where = counting ? `${facts(table)} AND (import_id, line_no, part) IN (${counting})` : facts(table)
  const [[held], isStanding] = await Promise.all([
    analytics.rows<{ n: string; unnamed: string }>(
      `SELECT count() AS n, ${isLed(table) ? `countIf(sku = '')` : '0'} AS unnamed FROM ${table} WHERE ${LIVE_FACTS.text} AND (${where})`,
      { params: { ...params, companyId: company.id, ...visibilityOf(company) } },
    ),
    !isAfresh && holds(writer, MEASURES.table, measuresStanding(table, standing(table)), params),
  ])
  const parts = Math.max(1, Math.ceil(Number(held!.n) / MEASURED_ROWS_AT_ONCE))
  for (let part = 0; part < parts; part++) {
    const slice = (day: string) =>
      parts === 1 ? '1' : `cityHash64(${cutColumn(table, day)}) % {parts:UInt32} = {part:UInt32}`
    const feed = measuresFeed(table, {
      where: facts(table),
      slice: slice(dayColumn(table)),
      hasUnnamed: Number(held!.unnamed) > 0,
      ...(counting && { counting }),
    })
    const values = { ...params, parts, part }
    const compared = measuresStanding(table, `${standing(table)} AND ${slice('day')}`)
    if (isStanding) await replace(writer, feed, { where: compared }, values, MEASURES)
    else await append(writer, feed, values, MEASURES)
  }
}
