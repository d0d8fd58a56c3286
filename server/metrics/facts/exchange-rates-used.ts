import { z } from 'zod'
import { DecimalText } from '#contract/fields.ts'
import { defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import { readVersion } from '#server/ledger/journal.ts'
import { HELD_RATES, heldRateSet } from '#server/ledger/currencies/rate-sets.ts'
import { LEDGER_ROWS, LEDGER_SCOPE, ofLedgerRows } from './ledger-rows.ts'
import { MEASURED_SCOPE, MEASURED_STANDING, ofStanding } from './measured-rows.ts'

/** Currencies of some rows, and the lowest and highest rate of their days. */
const usedBy = <Shape extends z.ZodRawShape>(name: string, scope: Shape, currenciesAndDays: Sql) =>
  defineQuery({
    name: `exchange_rates_used_by_${name}`,
    params: z.object({ ...scope, ...HELD_RATES, currency: z.string() }),
    row: z.object({
      currency: z.string(),
      days: z.coerce.number(),
      lowest: DecimalText,
      highest: DecimalText,
      source: z.string(),
    }),
    sql: sql`
    SELECT f.currency AS currency, count() AS days, toString(min(factor)) AS lowest, toString(max(factor)) AS highest, arrayStringConcat(groupUniqArray(toString(f.publisher)), ', ') AS source
    FROM (
      SELECT r.currency AS currency, r.day AS day, r.read_version AS read_version, r.publisher AS publisher, toDecimal128(toDecimal256(r.usd, 18) / toDecimal256(t.usd, 18), 12) AS factor
      FROM (${heldRateSet(sql`currency NOT IN ('', {currency:String})`)}) AS r
      INNER JOIN (${heldRateSet(sql`currency = {currency:String}`)}) AS t ON r.day = t.day AND r.read_version = t.read_version
    ) AS f
    WHERE (f.currency, f.day, f.read_version) IN (${currenciesAndDays})
    GROUP BY f.currency ORDER BY f.currency`,
  })

const ofLedger = (entries: Sql) => sql`
  SELECT toString(currency) AS its_currency, fx_day, ${readVersion(sql`day`)} AS its_version FROM (${entries})
  GROUP BY its_currency, fx_day, its_version HAVING sum(times) != 0`
const ofMeasures = (standing: Sql) =>
  sql`SELECT toString(currency), day, ${readVersion(sql`day`)} FROM (${standing})`

export const exchangeRatesUsed = {
  byLedger: ofLedgerRows(({ entries }, shape, suffix) => usedBy(`ledger${suffix}`, shape, ofLedger(entries))),
  byMeasures: ofStanding((standing, shape, suffix) =>
    usedBy(`measures${suffix}`, shape, ofMeasures(standing)),
  ),
  byBoth: usedBy(
    'both',
    { ...LEDGER_SCOPE.shape, ...MEASURED_SCOPE.shape },
    sql`${ofLedger(LEDGER_ROWS.entries)} UNION ALL ${ofMeasures(MEASURED_STANDING)}`,
  ),
}
