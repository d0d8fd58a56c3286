import { z } from 'zod'
import type { FactName, Measure } from '#contract/metrics/metric.ts'
import { sql, type Sql } from '#server/analytics/index.ts'
import { READING_MOMENTS } from '#server/ledger/derivation/reading-moments.ts'
import { costedRows } from '#server/ledger/derivation/unit-costs.ts'

/*
 * What units in a warehouse cost landed: those of a snapshot, each at the cost that is valid on its day in its marketplace.
 * Units without a cost are told apart, so that a value that leaves them out says so.
 */

const COSTED_FACTS = ['stock', 'stranded'] as const satisfies readonly FactName[]

export const VALUE_AT_COST = 'valueAtCost'
const UNITS_AT_COST = 'unitsAtCost'
export const UNITS_WITHOUT_COST = 'unitsWithoutCost'

export const COSTED_MEASURES = COSTED_FACTS.flatMap((fact): Measure[] => [
  `${fact}.${VALUE_AT_COST}`,
  `${fact}.${UNITS_AT_COST}`,
])
export const isCosted = (measure: Measure): boolean => COSTED_MEASURES.includes(measure)

/** Parameters of what units cost. */
export const COST_PARAMS = { live: z.array(z.number()), ...READING_MOMENTS }

/** Which rows of these are units, each of them once. */
export const ARE_COSTED_UNITS = sql`(fact = 'stock' AND measure IN ('available', 'reserved', 'inbound', 'unfulfillable')
  OR fact = 'stranded' AND measure = 'units')`

/**
 * Rows of units (`day`, `marketplace`, `sku`, `amount`, and what is `kept`) as what each comes to: `measure`, `currency` and
 * `amount`. No units cost nothing, whether or not there is a cost.
 */
export const atCost = (rows: Sql, kept: Sql): Sql => sql`
  SELECT ${kept}, day, marketplace, sku, said.1 AS measure, said.2 AS currency, said.3 AS amount
  FROM (
    SELECT *, arrayJoin(multiIf(
      has_cost, [('valueAtCost', toString(cost.3), toDecimal128(toDecimal256(units, 9) * toDecimal256(cost.4 + cost.5 + cost.6 + cost.7, 9), 9)), ('unitsAtCost', '', toDecimal128(units, 9))],
      units != 0, [('unitsWithoutCost', '', toDecimal128(units, 9))],
      [('valueAtCost', '', toDecimal128(0, 9)), ('unitsAtCost', '', toDecimal128(0, 9))])) AS said
    FROM (${costedRows(sql`SELECT * EXCEPT (amount, marketplace, sku), amount AS units, toString(marketplace) AS marketplace, toString(sku) AS sku FROM (${rows})`)}))`
