import { z } from 'zod'
import type { SORT_ORDERS } from '#contract/answer.ts'
import type { NumberComparison, NumberFilter } from '#contract/dashboards/number-filters.ts'
import { addDays, type DateRange } from '#contract/date-range.ts'
import { toText } from '#contract/decimal.ts'
import { IsoDate } from '#contract/fields.ts'
import { measuresOf, namesIn, partsOf, settingOf, type Settings } from '#contract/metrics/evaluate.ts'
import type { Measure } from '#contract/metrics/metric.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import type { Company } from '#server/accounts/index.ts'
import { defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import { streamsIn } from '#server/ledger/claims.ts'
import { coverageOf } from '#server/ledger/covered-days.ts'
import { liveAttempts, PARENTS } from '#server/ledger/parents.ts'
import { heldBy, sharedAsinsOf, type SharedAsin } from '#server/ledger/shared-asins.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { ledgerLinesOf } from '#server/ledger/shown-line.ts'
import { questionOf, sumParams, type LedgerScope } from './facts/ledger.ts'
import { OWN_SOURCE } from './facts/ledger-figures.ts'
import { LEDGER_PARAMS, RANKED_LINES } from './facts/ledger-sums.ts'
import { ALLOCATIONS } from './facts/allocation.ts'
import { RANKED_MEASURES } from './facts/measured-sums.ts'
import { factOf, isSummed, rowsOf, TOLD_WHOLE, unsaidOfProducts } from './facts/measured.ts'

/**
 * Which page of many products: the formula of a metric compiled to SQL, to put keys in order and to leave those out that a
 * filter by a number does. What their numbers are, `evaluate.ts` says of the keys of the page; a test holds the two against
 * each other.
 */

export interface RankingQuestion {
  scope: LedgerScope
  period: DateRange
  /** By which the products are ordered. */
  metric: MetricId
  /** Of this one it is counted how many products are below zero; of `metric` when absent. */
  belowZeroOf?: MetricId | undefined
  /** All of these hold of a product that is returned. */
  numbers?: readonly NumberFilter[]
  order: (typeof SORT_ORDERS)[number]
  /** A product is listed that has rows in any of these. */
  listedBy: readonly MetricId[]
  /** Only these products; all when absent. */
  among?: readonly string[] | undefined
  /** Products are put together by their parent: one of them among those asked for, or a text in its ASIN, is enough. */
  byParent?: { searchText: string }
  limit: number
  offset: number
}

interface RankedProducts {
  keys: string[]
  /** Products on all pages. */
  total: number
  belowZero: number
  /** Before any filter by a number; and of these, those without one of the numbers. */
  unfiltered: number
  withoutNumber: number
}

export async function rankedProducts(
  services: Services,
  company: Company,
  asked: RankingQuestion,
  signal: AbortSignal | undefined,
): Promise<RankedProducts> {
  const {
    scope,
    period,
    metric,
    belowZeroOf = metric,
    numbers = [],
    listedBy,
    among,
    byParent,
    limit,
    offset,
  } = asked
  const question = await questionOf(services, company, scope, [{ period, comparison: null }])
  const compiled = [metric, belowZeroOf, ...numbers.map((filter) => filter.metric)]
  const listing = namesRead([...listedBy, metric, belowZeroOf])
  const { lines, counted } = namesRead([...listedBy, ...compiled])
  const yesterday = addDays(today(services), -1)
  const marketplaces = scope.marketplaces ?? []
  const ledger = streamsIn(question.streams[scope.basis], marketplaces)
  const shared = byParent ? heldIn(scope, await sharedAsinsOf(services, company)) : []
  const rows = await services.analytics.run(
    rankingBy(metric, belowZeroOf, numbers, {
      isByParent: byParent !== undefined,
      isLedgerCovered: coverageOf(ledger, period, yesterday).isCovered,
      unsaid: new Set(
        unsaidOfProducts(
          question.streams,
          leavesOf(compiled).filter(isSummed),
          marketplaces,
          period,
          yesterday,
        ),
      ),
    }),
    company,
    {
      ...sumParams(company, question),
      ledgerLines: ledgerLinesOf(lines),
      lines: lines.map((line) => `ledger.${line}`),
      facts: [...new Set(counted.map(factOf))],
      measures: [...new Set(counted.map((measure) => measure.slice(factOf(measure).length + 1)))],
      listing: [...listing.lines.map((line) => `ledger.${line}`), ...listing.counted],
      anyMarketplace: marketplaces.length === 0,
      counted: countedOf(leavesOf(compiled)),
      ownSource: OWN_SOURCE.map((line) => `ledger.${line}`),
      shown: question.allocation.shown,
      settings: settingsIn(compiled).map((name) => toText(settingOf(name, scope.settings ?? {}), 12)),
      lows: numbers.map(({ value }) => value),
      highs: numbers.map(({ value, to = value }) => to),
      isDescending: asked.order === 'DESC',
      isAmongAll: among === undefined,
      among: [...(among ?? [])],
      sharedAsins: shared.map(({ asin }) => asin),
      sharedSkus: shared.map(({ skus: [first] }) => first!),
      ...(byParent && { live: await liveAttempts(services, company), keyText: byParent.searchText.trim() }),
      limit,
      offset,
      shownBelowZero: Number(SHOWN_BELOW_ZERO),
    },
    signal ? { signal } : {},
  )
  const [first] = rows
  return {
    keys: rows.flatMap(({ key, passes }) => (passes ? [key] : [])),
    total: first?.total ?? 0,
    belowZero: first?.belowZero ?? 0,
    unfiltered: first?.unfiltered ?? 0,
    withoutNumber: first?.withoutNumber ?? 0,
  }
}

/** What is read of each fact for some metrics. */
function namesRead(metrics: readonly MetricId[]): { lines: string[]; counted: Measure[] } {
  const measures = [...measuresOf(metrics)].filter(isSummed)
  return { lines: namesIn('ledger', metrics), counted: [...measures, ...new Set(measures.map(rowsOf))] }
}

const rankings = new Map<string, ReturnType<typeof makeRanking>>()
function rankingBy(
  metric: MetricId,
  belowZeroOf: MetricId,
  numbers: readonly NumberFilter[],
  held: RankedFrom,
) {
  // Of filters, and of what files lack, there are too many to remember.
  if (numbers.length > 0 || held.unsaid.size > 0) return makeRanking(metric, belowZeroOf, numbers, held)
  const name = `${metric} ${belowZeroOf} ${held.isByParent} ${held.isLedgerCovered}`
  const known = rankings.get(name) ?? makeRanking(metric, belowZeroOf, [], held)
  rankings.set(name, known)
  return known
}

interface RankedFrom {
  isByParent: boolean
  isLedgerCovered: boolean
  /** Measures of which no file says anything in the period. */
  unsaid: ReadonlySet<Measure>
}

/** What is shown as nothing is no loss; doubles come this near to a zero that is exact. */
export const SHOWN_BELOW_ZERO = '-0.005'

/** The measures that metrics are made of and that sum up by product. */
const leavesOf = (metrics: readonly MetricId[]): Measure[] =>
  [...measuresOf(metrics)].filter((measure) => measure.startsWith('ledger.') || isSummed(measure))

/**
 * Leaves and what says of their facts that there are rows, by whose places in this list the statement knows them. Its first
 * place is nobody's: the engine takes no empty list.
 */
const countedOf = (leaves: readonly Measure[]): string[] => [
  ...new Set<string>(['', ...leaves, ...leaves.filter(isSummed).map(rowsOf)]),
]
const NTH = sql`transform(name, {counted:Array(String)}, range(1, length({counted:Array(String)}) + 1), 0)`

/** Money without a rate is nobody's number: it makes none of every sum and formula that it is in. */
const KNOWN = sql`if(lacking != 0, nan, total)`

const OPERATORS: Record<Exclude<NumberComparison, 'BETWEEN'>, Sql> = {
  BELOW: sql`<`,
  AT_MOST: sql`<=`,
  AT_LEAST: sql`>=`,
  ABOVE: sql`>`,
}

/**
 * `passes` of the contract as SQL: of six digits, as answers write numbers, so that doubles meet what is exact; half away from
 * zero, also where a double falls just short of it.
 */
function passing({ comparison }: NumberFilter, index: number): Sql {
  const number = sql`round(${numberOf(index)} + sign(${numberOf(index)}) * 1e-9, 6)`
  const low = sql`toFloat64(lows[${sql.integer(index + 1)}])`
  if (comparison === 'BETWEEN')
    return sql`(${number} >= ${low} AND ${number} <= toFloat64(highs[${sql.integer(index + 1)}]))`
  return sql`${number} ${OPERATORS[comparison]} ${low}`
}
const numberOf = (index: number): Sql => sql`number_${sql.integer(index)}`

/** ASINs that several products share count with their parent, unless some of these are not selected. */
const heldIn = ({ skus }: LedgerScope, shared: readonly SharedAsin[]) =>
  skus?.length ? heldBy(skus, shared) : shared

const PARENT_PARAMS = { live: z.array(z.number()), keyText: z.string() }
const KEYS = {
  product: {
    key: sql`toString(sku)`,
    join: sql``,
    isAmong: sql`{isAmongAll:Bool} OR sku IN {among:Array(String)}`,
  },
  parent: {
    key: sql`if(p.its_parent != '', p.its_parent, toString(sku))`,
    join: sql`ANY LEFT JOIN (${PARENTS}) AS p ON sku = p.its_sku`,
    isAmong: sql`true`,
  },
}
const ANY_OF_PARENT = sql`
  AND ({isAmongAll:Bool} OR countIf(sku IN {among:Array(String)}) > 0
    OR {keyText:String} != '' AND positionCaseInsensitiveUTF8(key, {keyText:String}) > 0)`

function makeRanking(
  metric: MetricId,
  belowZeroOf: MetricId,
  numbers: readonly NumberFilter[],
  { isByParent, isLedgerCovered, unsaid }: RankedFrom,
) {
  const { key, join, isAmong } = KEYS[isByParent ? 'parent' : 'product']
  const compiled = [metric, belowZeroOf, ...numbers.map((filter) => filter.metric)]
  const leaves = leavesOf(compiled)
  const settings = settingsIn(compiled)
  // A number is compared with a number: the engine does so for each leaf and each sum of a product.
  const places = countedOf(leaves)
  const placeOf = (name: string) => sql.integer(places.indexOf(name) + 1)
  const isCounted = (name: string) => sql`nth = ${placeOf(name)}`
  const isHeld = (name: string) => sql`countIf(${isCounted(name)}) > 0`
  // Rows of a fact that all leave something empty do not say nought; of some facts, nor does it that there are none.
  const isUnsaid = (leaf: Measure) => {
    if (TOLD_WHOLE.includes(factOf(leaf))) return sql`NOT (${isHeld(leaf)})`
    return isSummed(leaf) ? sql`NOT (${isHeld(leaf)}) AND ${isHeld(rowsOf(leaf))}` : undefined
  }
  const isUnread = (leaf: Measure) => {
    if (isLedgerCovered || !leaf.startsWith('ledger.')) return undefined
    const isOwn = OWN_SOURCE.some((line) => leaf === `ledger.${line}`)
    return isOwn ? sql`held_by_ledger < 1 AND NOT (${isHeld(leaf)})` : sql`held_by_ledger < 1`
  }
  const columns = leaves.map((leaf, index) => {
    const sum = sql`round(sumIf(total, ${isCounted(leaf)}), 6)`
    const absent = [isUnsaid(leaf), isUnread(leaf)].filter((condition) => condition !== undefined)
    const value = unsaid.has(leaf)
      ? sql`nan`
      : sql.join([sum, ...absent.map((condition) => sql`if(${condition}, nan, 0)`)], sql` + `)
    return sql`${value} AS ${columnOf(index)}`
  })
  const columnOfLeaf = (leaf: Measure) => {
    const index = leaves.indexOf(leaf)
    return index < 0 ? sql`nan` : columnOf(index)
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
        /** Those of all of them by which a product is listed. */
        listing: z.array(z.string()),
        anyMarketplace: z.boolean(),
        /** Those that the order is made of, with what says that there are rows. */
        counted: z.array(z.string()),
        ownSource: z.array(z.string()),
        shown: z.array(z.enum(ALLOCATIONS)),
        settings: z.array(z.string()),
        lows: z.array(z.string()),
        highs: z.array(z.string()),
        isDescending: z.boolean(),
        isAmongAll: z.boolean(),
        among: z.array(z.string()),
        limit: z.number(),
        offset: z.number(),
        shownBelowZero: z.number(),
        sharedAsins: z.array(z.string()),
        sharedSkus: z.array(z.string()),
        ...(isByParent && PARENT_PARAMS),
      })
      .omit({ segmentStarts: true }),
    row: z.object({
      key: z.string(),
      passes: z.coerce.boolean(),
      total: z.coerce.number(),
      belowZero: z.coerce.number(),
      unfiltered: z.coerce.number(),
      withoutNumber: z.coerce.number(),
    }),
    // Those that do not pass come after the others, so that a page without any still says how many there are.
    sql: sql`
      WITH {settings:Array(String)} AS settings, {lows:Array(String)} AS lows, {highs:Array(String)} AS highs
      SELECT key, toUInt8(${all(numbers.map((filter, index) => passing(filter, index)))}) AS passes,
        countIf(passes = 1) OVER () AS total,
        countIf(passes = 1 AND asked <= {shownBelowZero:Float64}) OVER () AS belowZero,
        count() OVER () AS unfiltered,
        countIf(NOT (${all(numbers.map((_, index) => sql`NOT isNaN(${numberOf(index)})`))})) OVER () AS withoutNumber
      FROM (
        SELECT ${sql.join([
          sql`key`,
          sql`${ranked(metric, columnOfLeaf, settings)} AS rank`,
          sql`${ranked(belowZeroOf, columnOfLeaf, settings)} AS asked`,
          ...numbers.map(
            (filter, index) =>
              sql`${ranked(filter.metric, columnOfLeaf, settings, { isOrdered: false })} AS ${numberOf(index)}`,
          ),
        ])}
        FROM (
          SELECT ${key} AS key, ${sql.join([
            sql`sumIf(row_total, is_listing) AS rows_held`,
            sql`sum(is_of_ledger) AS held_by_ledger`,
            ...columns,
          ])}
          FROM (
            SELECT sku, ${KNOWN} AS total, row_total, ${NTH} AS nth, name IN {listing:Array(String)} AS is_listing,
              NOT has({ownSource:Array(String)}, name) AS is_of_ledger
            FROM (${RANKED_LINES})
            WHERE name IN {lines:Array(String)} AND allocation IN {shown:Array(String)}
            UNION ALL
            SELECT its_sku, ${KNOWN}, row_total, ${NTH}, name IN {listing:Array(String)}, false
            FROM (${RANKED_MEASURES})
          ) AS l ${join}
          WHERE ${isAmong}
          GROUP BY key
          HAVING rows_held > 0 ${isByParent ? ANY_OF_PARENT : sql``}
        )
      )
      ORDER BY passes DESC, if({isDescending:Bool}, -rank, rank) ASC NULLS LAST, key
      LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
  })
}

const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `)

const columnOf = (index: number): Sql => sql`m_${sql.integer(index)}`

/**
 * A formula as SQL on the columns of its leaves. What has no value is not a number, which every step hands on: with NULL, or with
 * an `if` around a long formula, the engine takes twice as long. Doubles do: two products that differ only beyond them may
 * change places.
 */
function ranked(
  metric: MetricId,
  columnOfLeaf: (measure: Measure) => Sql,
  settings: readonly (keyof Settings)[],
  /** Where nothing is put in order, a missing number that is the worst is a missing number. */
  { isOrdered = true }: { isOrdered?: boolean } = {},
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
        if (formula.isShare) return sql`${over} / if(${under} > 0, ${under}, nan)`
        const divisor =
          nullSorts === 'worst' && isOrdered
            ? sql`if(${under} = 0, if(${over} > 0, 0, nan), ${under})`
            : nonZero(under)
        return sql`${over} * ${sql.integer(formula.times ?? 1)} / ${divisor}`
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

const nonZero = (divisor: Sql): Sql => sql`if(${divisor} = 0, nan, ${divisor})`
const atLeastZero = (amount: Sql): Sql => sql`if(${amount} < 0, 0, ${amount})`

/** The rules of `computed.ts` as SQL, for putting in order alone. */
const RULES: Record<string, (parts: Sql[]) => Sql> = {
  costPerUnit: ([cost, units, without]) =>
    sql`(${cost!} / if(${without!} >= ${units!}, nan, ${nonZero(units!)}))`,
  opportunity: ([clicks, rate, purchases]) => atLeastZero(sql`(${clicks!} * ${rate!} - ${purchases!})`),
  priceGap: ([own, market]) => sql`(${own!} / ${nonZero(market!)} - 1)`,
  differenceFromZero: ([from, less]) => atLeastZero(sql`(${from!} - ${less!})`),
  profitOfSales: ([sales, share, spend]) => sql`(${sales!} * ${share!} - ${spend!})`,
  minimumPrice: ([net, vat, referral, contingency, ...fixed]) => {
    const left = sql`(${net!} - ${referral!} - ${contingency!})`
    return sql`((${sql.join(fixed, sql` + `)}) * (${net!} + ${vat!}) / if(${left} > 0, ${left}, nan))`
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
