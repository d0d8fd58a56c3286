import { z } from 'zod'
import { GROUP_SORTS, type GroupKey } from '#contract/explain.ts'
import { parseDecimal } from '#contract/decimal.ts'
import { DecimalText } from '#contract/fields.ts'
import type { FactName } from '#contract/metrics/metric.ts'
import { defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import { addedByKey } from './added-rows.ts'
import { ownPart } from './allocation.ts'
import { CONVERSION_PARAMS, convertingQuery, JOINED, type Convert } from './conversion.ts'
import { LEDGER_ROWS, LEDGER_SCOPE, ofLedgerRows, type LedgerRowsOf } from './ledger-rows.ts'
import { brandOf, GROUP_PARAMS } from './ledger-sums.ts'
import { MEASURED_SCOPE, MEASURED_STANDING, ofStanding } from './measured-rows.ts'
import { WORDED_FACTS } from './row-words.ts'
import { holdsSearched, KIND_KEY, ledgerSaid, measuresSaid, ofStandingSaid, spaced } from './said-rows.ts'

/*
 * The rows of a number, added up by what they are of. It is the rows that are counted and not the roll-ups, so that a
 * group is exactly the rows that are listed for it.
 */

const params = {
  ...CONVERSION_PARAMS,
  /** Measures whose rows are taken away. */
  taken: z.array(z.string()),
  /** Names of what keys or words stand for: of `ids[n]` it is `labels[n]`. What has none is called by itself. */
  ids: z.array(z.string()),
  labels: z.array(z.string()),
  /** The one that is asked for; null for all. */
  one: z.string().nullable(),
  searchText: z.string(),
  /** Keys that the search finds by what is not said here. */
  found: z.array(z.string()),
  sort: z.enum(GROUP_SORTS),
  isDescending: z.boolean(),
  limit: z.number(),
  offset: z.number(),
}

const decimal = DecimalText.transform(parseDecimal)
const row = z.object({
  key: z.string(),
  code: z.string(),
  amount: decimal,
  lacksRates: z.coerce.boolean(),
  rowCount: z.coerce.number(),
  /** Of all groups, found or not. */
  whole: decimal,
  wholeLacksRates: z.coerce.boolean(),
  /** Of all that are found, on this page or not. */
  groupCount: z.coerce.number(),
  foundAmount: decimal,
  foundLacksRates: z.coerce.boolean(),
  foundRows: z.coerce.number(),
})

const named = (key: Sql): Sql => sql`transform(${key}, {ids:Array(String)}, {labels:Array(String)}, ${key})`

interface Key {
  key: Sql
  /** By which it is called and put in order. */
  label: Sql
  /** What the files say themselves. */
  code: Sql
}
const itself = (key: Sql): Key => ({ key, label: named(key), code: key })

const WORDS = sql`multiIf(kind_description != '', kind_description, kind_type != '', kind_type, kind_what)`
const KEYS: Record<GroupKey, Key> = {
  product: itself(sql`sku`),
  brand: { ...itself(brandOf(sql`sku`)), code: sql`''` },
  marketplace: itself(sql`marketplace`),
  kind: {
    key: KIND_KEY,
    label: sql`if(${WORDS} = '', ${named(sql`measure`)}, transform(${WORDS}, {ids:Array(String)}, {labels:Array(String)}, ${spaced(WORDS)}))`,
    code: sql`arrayStringConcat(arrayFilter(word -> word != '', [kind_what, kind_type, kind_description]), ' / ')`,
  },
  order: itself(sql`toString(order_id)`),
  day: itself(sql`toString(l.day)`),
  month: itself(sql`toString(toStartOfMonth(l.day))`),
  file: { ...itself(sql`toString(import_id)`), code: sql`''` },
}

const KIND_WORDS = sql`kind_what, kind_type, kind_description`
const NO_WORDS = sql`'' AS kind_what, '' AS kind_type, '' AS kind_description`

/** One shape for the rows of both journals. */
const LEDGER_COLUMNS = sql`day, fx_day, toString(marketplace) AS marketplace, toString(sku) AS sku, toString(currency) AS currency, order_id, import_id, allocation`
const MEASURE_COLUMNS = sql`day, day AS fx_day, toString(marketplace) AS marketplace, toString(sku) AS sku, toString(currency) AS currency, order_id, import_id, 'OWN' AS allocation`
const ledgerOf = (by: GroupKey, { entries, listed }: LedgerRowsOf) =>
  by === 'kind'
    ? sql`SELECT toString(measure) AS measure, amount, times, ${KIND_WORDS}, ${LEDGER_COLUMNS} FROM (${ledgerSaid(listed.entries, sql`1`)})`
    : sql`SELECT concat('ledger.', line) AS measure, amount, times, ${NO_WORDS}, ${LEDGER_COLUMNS}, brand
        FROM (${by === 'product' || by === 'brand' ? entries : listed.entries})`
/** By these, rows have to know what their files call them. */
const isOfWords = (by: GroupKey): boolean => by === 'kind' || by === 'order'
const measuresOf = (by: GroupKey, standing: Sql, facts: readonly FactName[]) =>
  isOfWords(by)
    ? sql`SELECT toString(measure) AS measure, amount * times AS amount, toInt64(1) AS times, ${KIND_WORDS}, ${MEASURE_COLUMNS} FROM (${measuresSaid(standing, facts, sql`1`)})`
    : sql`SELECT counts_as AS measure, amount * times AS amount, toInt64(1) AS times, ${NO_WORDS}, ${MEASURE_COLUMNS}, '' AS brand
        FROM (SELECT * EXCEPT (measure), '' AS order_id FROM (${standing}))`

const groupsOf = (
  rows: Sql,
  { key, label, code }: Key,
  partOf: (amount: Sql) => Sql,
  convert: Convert = JOINED,
): Sql => sql`
  SELECT key, code_ AS code, toString(total) AS amount, toUInt8(is_lacking) AS lacksRates, times AS rowCount,
    toString(whole_) AS whole, toUInt8(whole_is_lacking) AS wholeLacksRates, count() OVER () AS groupCount,
    toString(sum(total) OVER ()) AS foundAmount, toUInt8(max(is_lacking) OVER ()) AS foundLacksRates, sum(times) OVER () AS foundRows
  FROM (
    SELECT *, sum(total) OVER () AS whole_, max(is_lacking) OVER () AS whole_is_lacking
    FROM (${addedByKey(
      {
        rows,
        key,
        said: {
          ofRows: sql`any(${label}) AS label, any(${code}) AS code_,`,
          ofParts: sql`any(label) AS label, any(code_) AS code_,`,
        },
        sums: { ofRows: (amount) => sql`sum(${amount}) AS total`, ofParts: sql`sum(total) AS total` },
        partOf,
        convert,
      },
      // Rates are listed where all of them are known.
      { haveRates: convert !== JOINED },
    )})
  )
  WHERE ({one:Nullable(String)} IS NULL OR key = {one:Nullable(String)})
    AND ({searchText:String} = '' OR ${holdsSearched(sql`label`)} OR ${holdsSearched(sql`code_`)} OR key IN {found:Array(String)})
  ORDER BY
    -- What is not known stands last, and so does what has no name.
    {sort:String} = 'amount' AND is_lacking,
    if({sort:String} = 'amount', total * if((whole_ < 0) = {isDescending:Bool}, 1, -1), toDecimal256(0, 27)),
    if({sort:String} = 'rows', toInt64(times) * if({isDescending:Bool}, -1, 1), 0),
    {sort:String} = 'name' AND key = '',
    if({sort:String} = 'name' AND NOT {isDescending:Bool}, lowerUTF8(label), ''),
    if({sort:String} = 'name' AND {isDescending:Bool}, lowerUTF8(label), '') DESC,
    key
  LIMIT {limit:UInt32} OFFSET {offset:UInt32}`

const ofStandingUnsaid: typeof ofStandingSaid = (define) => ofStanding((...of) => define([], ...of))

/** Groups of the rows of the ledger, of those beside it, or of both. */
const by = (name: GroupKey, ofBrands: Partial<typeof GROUP_PARAMS> = {}) => ({
  ledger: ofLedgerRows((rows, shape, suffix) =>
    convertingQuery({
      name: `ledger_groups_by_${name}${suffix}`,
      params: z.object({ ...shape, ...params, ...ofBrands, ...rows.share.params }),
      row,
      sql: (convert) => groupsOf(ledgerOf(name, rows), KEYS[name], rows.share.partOf, convert),
    }),
  ),
  measures: (isOfWords(name) ? ofStandingSaid : ofStandingUnsaid)((facts, standing, shape, suffix) =>
    defineQuery({
      name: `measured_groups_by_${name}${suffix}`,
      params: z.object({ ...shape, ...params, ...ofBrands }),
      row,
      sql: groupsOf(measuresOf(name, standing, facts), KEYS[name], (amount) => amount),
    }),
  ),
  both: defineQuery({
    name: `all_groups_by_${name}`,
    params: z.object({
      ...LEDGER_SCOPE.shape,
      ...MEASURED_SCOPE.shape,
      ...params,
      ...ofBrands,
      shares: z.array(z.string()),
    }),
    row,
    sql: groupsOf(
      sql`${ledgerOf(name, LEDGER_ROWS)} UNION ALL ${measuresOf(name, MEASURED_STANDING, WORDED_FACTS)}`,
      KEYS[name],
      ownPart,
    ),
  }),
})

export const groupedRows = {
  product: by('product'),
  brand: by('brand', GROUP_PARAMS),
  marketplace: by('marketplace'),
  kind: by('kind'),
  order: by('order'),
  day: by('day'),
  month: by('month'),
  file: by('file'),
} as const satisfies Record<GroupKey, unknown>
