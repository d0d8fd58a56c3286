import { z } from 'zod'
import type { SORT_ORDERS } from '#contract/answer.ts'
import { toText } from '#contract/decimal.ts'
import { IsoDate } from '#contract/fields.ts'
import { measuresOf, namesIn, partsOf, settingOf, type Settings } from '#contract/metrics/evaluate.ts'
import type { Measure } from '#contract/metrics/metric.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import type { DateRange } from '#contract/date-range.ts'
import type { Company } from '#server/accounts/index.ts'
import { defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { ledgerLinesOf } from '#server/ledger/shown-line.ts'
import { questionOf, sumParams, type LedgerScope } from './facts/ledger.ts'
import { LEDGER_PARAMS, RANKED_LINES } from './facts/ledger-sums.ts'
import { ALLOCATIONS } from './facts/allocation.ts'
import { RANKED_MEASURES } from './facts/measured-sums.ts'
import { factOf, isSummed, rowsOf, TOLD_WHOLE } from './facts/measured.ts'

/**
 * Which page of many products: the formula of a metric compiled to SQL, to put keys in order and nothing else. What their
 * numbers are, `evaluate.ts` says of the keys of the page; a test holds the two orders against each other.
 */

export interface RankingQuestion {
  scope: LedgerScope
  period: DateRange
  /** By which the products are ordered. */
  metric: MetricId
  /** Of this one it is counted how many products are below zero; of `metric` when absent. */
  belowZeroOf?: MetricId | undefined
  order: (typeof SORT_ORDERS)[number]
  /** A product is listed that has rows in any of these. */
  listedBy: readonly MetricId[]
  /** Only these products; all when absent. */
  among?: readonly string[] | undefined
  limit: number
  offset: number
}

export async function rankedProducts(
  services: Services,
  company: Company,
  { scope, period, metric, belowZeroOf = metric, order, listedBy, among, limit, offset }: RankingQuestion,
  signal: AbortSignal | undefined,
): Promise<{ keys: string[]; total: number; belowZero: number }> {
  const question = await questionOf(services, company, scope, [{ period, comparison: null }])
  const read = [...listedBy, metric, belowZeroOf]
  const lines = namesIn('ledger', read)
  const measures = [...measuresOf(read)].filter(isSummed)
  const counted = [...measures, ...new Set(measures.map(rowsOf))].map((measure) => measure.split('.'))
  const rows = await services.analytics.run(
    rankingBy(metric, belowZeroOf),
    company,
    {
      ...sumParams(company, question),
      ledgerLines: ledgerLinesOf(lines),
      lines: lines.map((line) => `ledger.${line}`),
      facts: [...new Set(counted.map(([fact]) => fact!))],
      measures: [...new Set(counted.map(([, name]) => name!))],
      anyMarketplace: (scope.marketplaces ?? []).length === 0,
      leaves: leavesOf([metric, belowZeroOf]),
      shown: question.allocation.shown,
      settings: settingsIn([metric, belowZeroOf]).map((name) =>
        toText(settingOf(name, scope.settings ?? {}), 12),
      ),
      isDescending: order === 'DESC',
      isAmongAll: among === undefined,
      among: [...(among ?? [])],
      limit,
      offset,
      shownBelowZero: Number(SHOWN_BELOW_ZERO),
    },
    signal ? { signal } : {},
  )
  return {
    keys: rows.map(({ key }) => key),
    total: rows[0]?.total ?? 0,
    belowZero: rows[0]?.belowZero ?? 0,
  }
}

const rankings = new Map<string, ReturnType<typeof makeRanking>>()
function rankingBy(metric: MetricId, belowZeroOf: MetricId) {
  const name = `${metric} ${belowZeroOf}`
  const known = rankings.get(name) ?? makeRanking(metric, belowZeroOf)
  rankings.set(name, known)
  return known
}

/** What is shown as nothing is no loss; doubles come this near to a zero that is exact. */
export const SHOWN_BELOW_ZERO = '-0.005'

/** The measures that metrics are made of and that sum up by product. */
const leavesOf = (metrics: readonly MetricId[]): Measure[] =>
  [...measuresOf(metrics)].filter((measure) => measure.startsWith('ledger.') || isSummed(measure))

function makeRanking(metric: MetricId, belowZeroOf: MetricId) {
  const leaves = leavesOf([metric, belowZeroOf])
  const settings = settingsIn([metric, belowZeroOf])
  const columns = leaves.map((leaf, index) => {
    const name = sql`leaves[${sql.integer(index + 1)}]`
    // Rows of a fact that all leave something empty do not say nought; of some facts, nor does it that there are none.
    const isUnsaid = TOLD_WHOLE.includes(factOf(leaf))
      ? sql`countIf(name = ${name}) = 0`
      : isSummed(leaf)
        ? sql`countIf(name = ${name}) = 0 AND countIf(name = concat(splitByChar('.', ${name})[1], '.rows')) > 0`
        : sql`false`
    // Money without a rate is nobody's number.
    return sql`if(countIf(name = ${name} AND lacking != 0) > 0 OR ${isUnsaid}, NULL, round(sumIf(total, name = ${name}), 6)) AS ${columnOf(index)}`
  })
  const columnOfLeaf = (leaf: Measure) => {
    const index = leaves.indexOf(leaf)
    return index < 0 ? sql`CAST(NULL, 'Nullable(Float64)')` : columnOf(index)
  }
  return defineQuery({
    name: 'ranked_products',
    params: z
      .object({
        ...LEDGER_PARAMS,
        from: IsoDate,
        to: IsoDate,
        ledgerLines: z.array(z.string()),
        /** Lines as they are shown, and measures of other facts, by which a product is listed. */
        lines: z.array(z.string()),
        facts: z.array(z.string()),
        measures: z.array(z.string()),
        anyMarketplace: z.boolean(),
        /** Those that the order is made of. */
        leaves: z.array(z.string()),
        shown: z.array(z.enum(ALLOCATIONS)),
        settings: z.array(z.string()),
        isDescending: z.boolean(),
        isAmongAll: z.boolean(),
        among: z.array(z.string()),
        limit: z.number(),
        offset: z.number(),
        shownBelowZero: z.number(),
      })
      .omit({ segmentStarts: true }),
    row: z.object({ key: z.string(), total: z.coerce.number(), belowZero: z.coerce.number() }),
    sql: sql`
      WITH {settings:Array(String)} AS settings, {leaves:Array(String)} AS leaves
      SELECT key, count() OVER () AS total, countIf(ifNull(asked <= {shownBelowZero:Float64}, false)) OVER () AS belowZero
      FROM (
        SELECT key, ${ranked(metric, columnOfLeaf, settings)} AS rank, ${ranked(belowZeroOf, columnOfLeaf, settings)} AS asked
        FROM (
          SELECT toString(sku) AS key, ${sql.join([sql`sum(row_total) AS rows_held`, ...columns])}
          FROM (
            SELECT sku, name, total, lacking, row_total FROM (${RANKED_LINES})
            WHERE name IN {lines:Array(String)} AND allocation IN {shown:Array(String)}
            UNION ALL
            SELECT sku, name, total, lacking, row_total FROM (${RANKED_MEASURES})
          )
          WHERE {isAmongAll:Bool} OR sku IN {among:Array(String)}
          GROUP BY sku
          HAVING rows_held > 0
        )
      )
      ORDER BY if({isDescending:Bool}, -rank, rank) ASC NULLS LAST, key
      LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
  })
}

const columnOf = (index: number): Sql => sql`m_${sql.integer(index)}`

/** A formula as SQL on the columns of its leaves. Doubles do: two products that differ only beyond them may change places. */
function ranked(
  metric: MetricId,
  columnOfLeaf: (measure: Measure) => Sql,
  settings: readonly (keyof Settings)[],
): Sql {
  const compiled = (id: MetricId): Sql => {
    const { formula, nullSorts } = metricOf(id)
    const parts = partsOf(id).map(compiled)
    switch (formula.kind) {
      case 'sum':
        return columnOfLeaf(formula.of)
      case 'plus':
        return sql`(${sql.join(
          parts.map((part, index) => (formula.terms[index]!.startsWith('-') ? sql`-(${part})` : part)),
          sql` + `,
        )})`
      case 'ratio': {
        const [over, under] = parts as [Sql, Sql]
        if (formula.isShare) return sql`if(${under} <= 0, NULL, ${over} / ${under})`
        const quotient = sql`${over} * ${sql.integer(formula.times ?? 1)} / nullIf(${under}, 0)`
        return nullSorts === 'worst' ? sql`if(${under} = 0 AND ${over} > 0, inf, ${quotient})` : quotient
      }
      case 'perDay':
        throw new Error(`Nothing is put in order by ${id}: rows do not say how many days are covered.`)
      case 'portion':
        return sql`${parts[0]!} * toFloat64(settings[${sql.integer(settings.indexOf(formula.by) + 1)}])`
      case 'computed':
        return RULES[formula.by]!(parts)
    }
  }
  return compiled(metric)
}

/** The rules of `computed.ts` as SQL, for putting in order alone. */
const RULES: Record<string, (parts: Sql[]) => Sql> = {
  costPerUnit: ([cost, units, without]) =>
    sql`if(${without!} >= ${units!}, NULL, ${cost!} / nullIf(${units!}, 0))`,
  opportunity: ([clicks, rate, purchases]) => sql`greatest(${clicks!} * ${rate!} - ${purchases!}, 0)`,
  priceGap: ([own, market]) => sql`(${own!} / nullIf(${market!}, 0) - 1)`,
  differenceFromZero: ([from, less]) => sql`greatest(${from!} - ${less!}, 0)`,
  profitOfSales: ([sales, share, spend]) => sql`(${sales!} * ${share!} - ${spend!})`,
  minimumPrice: ([net, vat, referral, contingency, ...fixed]) => {
    const left = sql`(${net!} - ${referral!} - ${contingency!})`
    return sql`if(${left} <= 0, NULL, (${sql.join(fixed, sql` + `)}) * (${net!} + ${vat!}) / ${left})`
  },
}

const settingsIn = (metrics: readonly MetricId[]): (keyof Settings)[] => [
  ...new Set(
    metrics
      .flatMap((metric) => [metric, ...below(metric)])
      .flatMap((id) => {
        const { formula } = metricOf(id)
        return formula.kind === 'portion' ? [formula.by] : []
      }),
  ),
]
const below = (id: MetricId): MetricId[] => partsOf(id).flatMap((part) => [part, ...below(part)])
