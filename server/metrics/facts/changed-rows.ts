import { z } from 'zod'
import { parseDecimal } from '#contract/decimal.ts'
import { DecimalText, IsoDate } from '#contract/fields.ts'
import { sql, type Sql } from '#server/analytics/index.ts'
import { addedByKey } from './added-rows.ts'
import { CONVERSION_PARAMS, convertingQuery, JOINED } from './conversion.ts'
import { ofLedgerRows } from './ledger-rows.ts'
import type { LedgerKey } from './ledger-sums.ts'

/*
 * What a sum of lines came to in two periods, told apart by product or marketplace: the largest changes. Products are too many to
 * be told apart outside.
 */

const IN_PERIOD = sql`l.day BETWEEN {periodStart:Date} AND {periodEnd:Date}`
const IN_COMPARISON = sql`l.day BETWEEN {comparisonStart:Date} AND {comparisonEnd:Date}`

const changesOf = (name: LedgerKey, key: Sql) =>
  ofLedgerRows(({ entries, share }, shape, suffix) =>
    convertingQuery({
      name: `ledger_changes_by_${name}${suffix}`,
      params: z.object({
        ...shape,
        ...share.params,
        ...CONVERSION_PARAMS,
        /** Measures whose amounts are taken away. */
        taken: z.array(z.string()),
        periodStart: IsoDate,
        periodEnd: IsoDate,
        comparisonStart: IsoDate,
        comparisonEnd: IsoDate,
        limit: z.number(),
      }),
      row: z.object({
        key: z.string(),
        value: DecimalText.transform(parseDecimal),
        previous: DecimalText.transform(parseDecimal),
        /** Of all keys that changed, listed or not. */
        keyCount: z.coerce.number(),
        allValue: DecimalText.transform(parseDecimal),
        allPrevious: DecimalText.transform(parseDecimal),
        lacksRates: z.coerce.boolean(),
      }),
      sql: (convert) => sql`
      SELECT key, toString(value_) AS value, toString(previous_) AS previous, count() OVER () AS keyCount,
        toString(sum(value_) OVER ()) AS allValue, toString(sum(previous_) OVER ()) AS allPrevious, toUInt8(max(is_lacking) OVER ()) AS lacksRates
      FROM (${addedByKey(
        {
          // What lies between the periods is not read.
          rows: sql`SELECT *, concat('ledger.', line) AS measure FROM (${entries}) AS l WHERE ${IN_PERIOD} OR ${IN_COMPARISON}`,
          key,
          sums: {
            ofRows: (amount) =>
              sql`sumIf(${amount}, ${IN_PERIOD}) AS value_, sumIf(${amount}, ${IN_COMPARISON}) AS previous_`,
            ofParts: sql`sum(value_) AS value_, sum(previous_) AS previous_`,
          },
          partOf: share.partOf,
          convert,
        },
        { haveRates: convert !== JOINED },
      )})
      WHERE value_ != previous_ OR is_lacking
      ORDER BY abs(value_ - previous_) DESC, key
      LIMIT {limit:UInt32}`,
    }),
  )

export const ledgerChanges = {
  product: changesOf('product', sql`toString(sku)`),
  marketplace: changesOf('marketplace', sql`toString(marketplace)`),
} as const satisfies Record<LedgerKey, unknown>
