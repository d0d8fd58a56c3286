import type { Analytics } from '#server/analytics/index.ts'
import type { ReadingMoments } from './reading-moments.ts'
import { withCosts } from './unit-costs.ts'

/** A product on a day, in a marketplace or in none. */
export interface Costed {
  sku: string
  day: string
  marketplace: string
}

/** Where a cost was entered: the attempt and the line of its file. */
export interface CostPlace {
  attempt: number
  lineNumber: number
}

export const costKey = ({ sku, day, marketplace }: Costed): string => `${day} ${marketplace} ${sku}`

/** The entries of price lists that give the costs of these products, by `costKey`. */
export async function costPlaces(
  analytics: Analytics,
  companyId: string,
  { live, moments }: { live: readonly number[]; moments: ReadingMoments },
  costed: readonly Costed[],
  signal?: AbortSignal,
): Promise<Map<string, CostPlace>> {
  if (costed.length === 0) return new Map()
  const found = await analytics.rows<Costed & { attempt: string; lineNumber: number }>(
    `SELECT sku, toString(day) AS day, marketplace, toString(cost.10) AS attempt, cost.11 AS lineNumber
     FROM (${withCosts(`
       SELECT DISTINCT w.1 AS sku, w.2 AS day, w.3 AS marketplace
       FROM (SELECT arrayJoin(arrayZip({skus:Array(String)}, {days:Array(Date)}, {marketplaces:Array(String)})) AS w)`)})
     WHERE has_cost`,
    {
      params: {
        companyId,
        live,
        ...moments,
        skus: costed.map(({ sku }) => sku),
        days: costed.map(({ day }) => day),
        marketplaces: costed.map(({ marketplace }) => marketplace),
      },
      signal,
    },
  )
  return new Map(
    found.map((row) => [costKey(row), { attempt: Number(row.attempt), lineNumber: row.lineNumber }]),
  )
}
