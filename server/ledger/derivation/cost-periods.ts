import { z } from 'zod'
import type { CostPart } from '#contract/dashboards/product-master.ts'
import { AnsweredDate, DecimalText } from '#contract/fields.ts'
import type { Company } from '#server/accounts/index.ts'
import { defineQuery, sql, type Analytics } from '#server/analytics/index.ts'
import { AppError } from '#server/errors.ts'
import { OPEN_END } from './derive-context.ts'
import { READING_MOMENTS } from './reading-moments.ts'
import { LANDED, STATED_COSTS_OF_SKUS } from './unit-costs.ts'

/** A period as the ledger reckons with it: each until its end, or the day before the next one. */
export interface HeldPeriod extends Record<CostPart, string | null> {
  sku: string
  marketplace: string | null
  validFrom: string
  validTo: string | null
  currency: string
}

/** Of products that are looked at or changed together: a file may say another cost for each day and marketplace. */
const PERIODS_MAX = 100_000

/** The periods of costs of some products that count, each until its end or the next one. */
export const periodsOf = defineQuery({
  name: 'cost_periods',
  params: z.object({
    live: z.array(z.number()),
    ...READING_MOMENTS,
    skus: z.array(z.string()),
    limit: z.number(),
  }),
  row: z.object({
    sku: z.string(),
    marketplace: z.string().transform((code) => code || null),
    validFrom: AnsweredDate,
    validTo: AnsweredDate.transform((day) => (day === OPEN_END ? null : day)),
    currency: z.string(),
    manufacturing: DecimalText,
    freight: DecimalText.nullable(),
    duty: DecimalText.nullable(),
    other: DecimalText.nullable(),
    fbmShipping: DecimalText.nullable(),
    landed: DecimalText,
    attempt: z.coerce.number(),
    lineNumber: z.number(),
  }),
  sql: sql`
    SELECT cost_sku AS sku, k.2 AS marketplace, toString(k.1) AS validFrom, toString(k.9) AS validTo, k.3 AS currency, toString(k.4) AS manufacturing,
      toString(k.5) AS freight, toString(k.6) AS duty, toString(k.7) AS other, toString(k.8) AS fbmShipping, toString(${LANDED}) AS landed,
      k.10 AS attempt, k.11 AS lineNumber
    FROM (SELECT cost_sku, arrayJoin(costs) AS k FROM (${STATED_COSTS_OF_SKUS}))
    ORDER BY sku, marketplace, validFrom
    LIMIT {limit:UInt32}`,
})

/** The same for people who look at them or change them. Throws `COST_PERIODS_TOO_MANY`. */
export async function costPeriods(
  analytics: Analytics,
  company: Company,
  of: Omit<z.input<typeof periodsOf.params>, 'limit'>,
): Promise<z.output<typeof periodsOf.row>[]> {
  const found = await analytics.run(periodsOf, company, { ...of, limit: PERIODS_MAX + 1 })
  if (found.length > PERIODS_MAX) throw new AppError('COST_PERIODS_TOO_MANY', { max: PERIODS_MAX })
  return found
}
