import { z } from 'zod'
import { GROUP_KEYS } from '#contract/explain.ts'
import type { FactName } from '#contract/metrics/metric.ts'
import { defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import { ledgerPages } from './ledger-rows.ts'
import { brandOf, GROUP_PARAMS, groupOf } from './ledger-sums.ts'
import { MEASURED_ROW, PAGE_PARAMS, pageOfMeasures } from './measured-rows.ts'
import { holdsSearched, KIND_KEY, ledgerSaid, measuresSaid, ofStandingSaid } from './said-rows.ts'

/*
 * Of the rows of a number, those of one group and those that a search finds.
 */

const ofGroup = {
  /** Empty for rows of all groups. */
  groupBy: z.enum(['', ...GROUP_KEYS]),
  groupKey: z.string(),
  ...GROUP_PARAMS,
}
const narrowing = {
  ...ofGroup,
  searchText: z.string(),
  /** Measures, marketplaces and words of files that mean what is searched for; and products and files. */
  foundWords: z.array(z.string()),
  foundSkus: z.array(z.string()),
  foundFiles: z.array(z.string()),
}

const PRODUCT = sql`toString(sku)`
const inGroup = (brand: Sql): Sql => sql`
  multiIf(
    {groupBy:String} = 'product', toString(sku) = {groupKey:String},
    {groupBy:String} = 'brand', ${brand} = {groupKey:String},
    {groupBy:String} = 'marketplace', toString(marketplace) = {groupKey:String},
    {groupBy:String} = 'day', toString(day) = {groupKey:String},
    {groupBy:String} = 'month', toString(toStartOfMonth(day)) = {groupKey:String},
    {groupBy:String} = 'file', toString(import_id) = {groupKey:String},
    true)`

/** `texts` of a row are looked through, and `words` are those that a search may mean. */
const narrowed = (rows: Sql, texts: readonly Sql[], words: readonly Sql[]): Sql => {
  const listed = (columns: readonly Sql[]) => sql.join(columns.map((column) => sql`toString(${column})`))
  return sql`
    SELECT * FROM (${rows})
    WHERE ({groupBy:String} != 'kind' OR ${KIND_KEY} = {groupKey:String})
      AND ({groupBy:String} != 'order' OR toString(order_id) = {groupKey:String})
      AND ({searchText:String} = ''
        OR arrayExists(text -> ${holdsSearched(sql`text`)}, [${listed([...texts, ...words])}])
        OR hasAny([${listed([...words, sql`measure`, sql`marketplace`])}], {foundWords:Array(String)})
        OR toString(sku) IN {foundSkus:Array(String)} OR toString(import_id) IN {foundFiles:Array(String)})`
}

/** A product has its part of what is shared. */
const inGroupOfLedger = (isListed: Sql) =>
  sql`${inGroup(brandOf(PRODUCT))} AND ({groupBy:String} IN ('product', 'brand') OR ${isListed})`

/** Of a group that rows tell by themselves: their words are looked at by nobody. */
export const ledgerRowsOfGroup = ledgerPages({
  name: 'ledger_rows_of_group',
  params: ofGroup,
  narrow: (which, { isListed, ...rows }) => sql`
    SELECT * FROM (${rows[which]})
    WHERE ${inGroupOfLedger(isListed)} AND ({groupBy:String} != 'order' OR toString(order_id) = {groupKey:String})`,
})

export const narrowedLedgerRows = ledgerPages({
  name: 'narrowed_ledger_rows',
  params: narrowing,
  narrow: (which, { isListed, ...rows }) =>
    narrowed(
      ledgerSaid(rows[which], inGroupOfLedger(isListed)),
      [sql`sku`, sql`order_id`, sql`settlement_id`],
      [sql`transaction_type`, sql`amount_type`, sql`amount_description`],
    ),
})

const measures = (standing: Sql, facts: readonly FactName[]) =>
  narrowed(
    measuresSaid(standing, facts, inGroup(groupOf(PRODUCT))),
    [sql`sku`, sql`asin`, sql`order_id`],
    [sql`kind_what`, sql`type`, sql`description`],
  )

export const narrowedMeasures = {
  rows: ofStandingSaid((facts, standing, shape, suffix) =>
    defineQuery({
      name: `narrowed_measured_rows${suffix}`,
      params: z.object({ ...shape, ...narrowing, ...PAGE_PARAMS }),
      row: MEASURED_ROW,
      sql: pageOfMeasures(sql`SELECT *, measure AS counts_as FROM (${measures(standing, facts)})`),
    }),
  ),
  count: ofStandingSaid((facts, standing, shape, suffix) =>
    defineQuery({
      name: `narrowed_measured_row_count${suffix}`,
      params: z.object({ ...shape, ...narrowing }),
      row: z.object({ rowCount: z.coerce.number() }),
      sql: sql`SELECT count() AS rowCount FROM (${measures(standing, facts)})`,
    }),
  ),
}
