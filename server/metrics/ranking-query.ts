import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { NumberComparison, NumberFilter } from '#contract/dashboards/number-filters.ts'
import { measuresOf, namesIn, partsOf, type Settings } from '#contract/metrics/evaluate.ts'
import type { Measure } from '#contract/metrics/metric.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import type { PnlBasis } from '#contract/profit-and-loss.ts'
import { defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import { PARENTS } from '#server/ledger/products/parents.ts'
import { ledgerLinesOf, shownLine } from '#server/ledger/shown-line.ts'
import { hasOwnDays } from './facts/ledger-figures.ts'
import { LISTED_RATES_PARAMS, type RatesSource } from './facts/conversion.ts'
import { LEDGER_PARAMS, rankedLines } from './facts/ledger-sums.ts'
import { ALLOCATIONS } from './facts/allocation.ts'
import { rankedMeasures } from './facts/measured-sums.ts'
import { factOf, isSummed, rowsOf, toldBeside, TOLD_WHOLE, withBeside } from './facts/known-measures.ts'

/**
 * The formula of a metric compiled to SQL, to put products in order and to leave those out that a filter by a number does. What
 * their numbers are, `evaluate.ts` says; a test holds the two against each other.
 */

/**
 * What is read for some metrics: lines of the ledger as it keeps them, and the measures of each fact.
 *
 * @param isHeld whether any row has it; what none has comes to nothing, and is not asked for
 */
export function namesRead(metrics: readonly MetricId[], isHeld: (measure: Measure) => boolean = () => true) {
  const measures = [...measuresOf(metrics)].filter(isSummed)
  const counted = [...new Set([...withBeside(measures), ...measures.map(rowsOf)])].filter(isHeld)
  const facts = [...new Set(counted.map(factOf))]
  return {
    ledgerLines: ledgerLinesOf(namesIn('ledger', metrics)).filter((line) => isHeld(`ledger.${line}`)),
    facts: facts.map((fact) => ({
      fact,
      names: counted
        .filter((measure) => factOf(measure) === fact)
        .map((measure) => measure.slice(fact.length + 1)),
    })),
  }
}

export interface Ranking {
  metric: MetricId
  belowZeroOf: MetricId
  numbers: readonly NumberFilter[]
  listedBy: readonly MetricId[]
}

/** Metrics, and what they may be read from, make thousands of statements of some ten kilobytes. */
const rankings = new LRUCache<string, ReturnType<typeof makeRanking>>({ max: 200 })
export function rankingBy(ranking: Ranking, held: RankedFrom) {
  // Of filters, and of what files lack, there are too many to remember.
  if (ranking.numbers.length > 0 || held.unsaid.size > 0) return makeRanking(ranking, held)
  const name = JSON.stringify([ranking, held])
  const known = rankings.get(name) ?? makeRanking(ranking, held)
  rankings.set(name, known)
  return known
}

export interface RankedFrom {
  basis: PnlBasis
  isByParent: boolean
  isLedgerCovered: boolean
  usesBilledAdvertising: boolean
  /** Charges that were billed are the cost on some days and a memo on others. */
  isBilledByDay: boolean
  hasSharedAsins: boolean
  /** Some money of the period may have no rate. */
  mayLackRates: boolean
  rates: RatesSource
  /** The selection is of everything that any product has. */
  isWhole: boolean
  /** Lines of the ledger and measures that any row of the period may have. */
  measures: readonly Measure[]
  /** Measures of which no file says anything in the period. */
  unsaid: ReadonlySet<Measure>
}

/** What is shown as nothing is no loss; doubles come this near to a zero that is exact. */
export const SHOWN_BELOW_ZERO = '-0.005'

/** The measures that metrics are made of and that sum up by product. */
export const leavesOf = (metrics: readonly MetricId[]): Measure[] =>
  [...measuresOf(metrics)].filter((measure) => measure.startsWith('ledger.') || isSummed(measure))

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

const PARENT_PARAMS = { live: z.array(z.number()), keyText: z.string() }
const KEYS = {
  product: { key: sql`its_sku`, join: sql`` },
  parent: {
    key: sql`if(p.its_parent != '', p.its_parent, l.its_sku)`,
    join: sql`ANY LEFT JOIN (${PARENTS}) AS p ON l.its_sku = p.its_sku`,
  },
}
const ANY_OF_PARENT = sql`
  AND ({isAmongAll:Bool} OR max(is_among) > 0 OR {keyText:String} != '' AND positionCaseInsensitiveUTF8(key, {keyText:String}) > 0)`
const IS_AMONG = sql`{isAmongAll:Bool} OR its_sku IN {among:Array(String)}`

/**
 * Sums of each product: a formula is one sum wherever it only adds and takes away, each row with its sign, so that the engine
 * keeps few sums of each product however many lines a metric has.
 */
class ProductSums {
  readonly #columns: { weights: ReadonlyMap<Measure, number>; isCount: boolean }[] = []
  readonly #isHeld: (measure: Measure) => boolean

  constructor(isHeld: (measure: Measure) => boolean) {
    this.#isHeld = isHeld
  }

  /** The place of a sum of amounts. */
  ofAmounts(weights: ReadonlyMap<Measure, number>): Sql {
    const held = this.#heldOf(weights)
    return held ? sql`s_${sql.integer(this.#placeOf(held, false))}` : sql`0`
  }

  /** The place of a sum of what has no rate; undefined where there can be none. */
  lackingOf(weights: ReadonlyMap<Measure, number>): Sql | undefined {
    const held = this.#heldOf(weights)
    return held && sql`u_${sql.integer(this.#placeOf(held, false))}`
  }

  /** How many rows there are of some measures. */
  ofRows(measures: Iterable<Measure>): Sql {
    const held = this.#heldOf(new Map([...measures].map((measure) => [measure, 1])))
    return held ? sql`s_${sql.integer(this.#placeOf(held, true))}` : sql`0`
  }

  #heldOf(weights: ReadonlyMap<Measure, number>): ReadonlyMap<Measure, number> | undefined {
    const held = [...weights].filter(([measure]) => this.#isHeld(measure))
    return held.length > 0 ? new Map(held) : undefined
  }

  #placeOf(weights: ReadonlyMap<Measure, number>, isCount: boolean): number {
    const id = idOf(weights)
    const known = this.#columns.findIndex((one) => one.isCount === isCount && idOf(one.weights) === id)
    return known < 0 ? this.#columns.push({ weights, isCount }) - 1 : known
  }

  /** Of a branch, whose rows have these measures, told apart by an expression; after a column, as there may be none. */
  columns(weightOf: (weights: ReadonlyMap<Measure, number>) => Sql | undefined, mayLackRates: boolean): Sql {
    const columns = this.#columns.flatMap(({ weights, isCount }, index) => {
      const place = sql.integer(index)
      const weight = weightOf(weights)
      const sumOf = (amount: Sql) =>
        weight ? sql`sum(${weight.text === '1' ? amount : sql`${amount} * ${weight}`})` : sql`0`
      return [
        sql`toFloat64(${sumOf(isCount ? sql`row_count` : sql`converted`)}) AS s_${place}`,
        ...(mayLackRates && !isCount ? [sql`toFloat64(${sumOf(sql`unconverted`)}) AS u_${place}`] : []),
      ]
    })
    return sql.join(
      columns.map((column) => sql`, ${column}`),
      sql``,
    )
  }

  /** Whether a branch has any amount to add up, or is read for its rows alone. */
  hasAmounts(weightOf: (weights: ReadonlyMap<Measure, number>) => Sql | undefined): boolean {
    return this.#columns.some(({ weights, isCount }) => !isCount && weightOf(weights) !== undefined)
  }

  /** Of the rows of all branches, or of the only one where `isSummed` already. */
  totals(mayLackRates: boolean, { isSummed }: { isSummed: boolean }): Sql[] {
    const total = (name: Sql) => sql`round(${isSummed ? sql`l.${name}` : sql`sum(l.${name})`}, 6) AS ${name}`
    return this.#columns.flatMap(({ isCount }, index) => {
      const place = sql.integer(index)
      return [total(sql`s_${place}`), ...(mayLackRates && !isCount ? [total(sql`u_${place}`)] : [])]
    })
  }
}

/** Of rows told apart by a column; undefined where none of them weighs anything. */
function weightOf(column: Sql, names: Sql, weights: readonly number[]): Sql | undefined {
  const [first] = weights
  if (weights.every((weight) => weight === first)) return first ? sql.integer(first) : undefined
  return sql`transform(${column}, ${names}, [${sql.join(weights.map(sql.integer))}], 0)`
}

const idOf = (weights: ReadonlyMap<Measure, number>): string =>
  [...weights]
    .map(([measure, weight]) => `${weight} ${measure}`)
    .toSorted()
    .join()

/** The measures that a metric adds and takes away, and how often; undefined where it does anything else. */
function weightsOf(id: MetricId): ReadonlyMap<Measure, number> | undefined {
  const { formula } = metricOf(id)
  if (formula.kind === 'sum') return new Map([[formula.of, 1]])
  if (formula.kind !== 'plus') return undefined
  const parts = partsOf(id).map(weightsOf)
  const sum = new Map<Measure, number>()
  for (const [index, part] of parts.entries()) {
    if (!part) return undefined
    const sign = formula.terms[index]!.startsWith('-') ? -1 : 1
    for (const [measure, weight] of part) sum.set(measure, (sum.get(measure) ?? 0) + sign * weight)
  }
  return sum
}

function makeRanking({ metric, belowZeroOf, numbers, listedBy }: Ranking, held: RankedFrom) {
  const {
    basis,
    isByParent,
    isLedgerCovered,
    usesBilledAdvertising,
    isBilledByDay,
    hasSharedAsins,
    mayLackRates,
    rates,
    isWhole,
    unsaid,
  } = held
  const { key, join } = KEYS[isByParent ? 'parent' : 'product']
  const compiled = [metric, belowZeroOf, ...numbers.map((filter) => filter.metric)]
  const known = new Set(leavesOf(compiled))
  const settings = settingsIn(compiled)
  const read = namesRead([...listedBy, ...compiled], isHeldBy(held))
  // On days on which what was billed is a memo, where there are any.
  const ofLedger = read.ledgerLines.map((line) =>
    shownLine(line, { isBilledCost: !isBilledByDay, usesBilledAdvertising }),
  )
  const measuresHeld = new Set<Measure>([
    ...ofLedger.map((line): Measure => `ledger.${line}`),
    ...(isBilledByDay ? (['ledger.advertisingBilled'] as const) : []),
    ...read.facts.flatMap(({ fact, names }) => names.map((name): Measure => `${fact}.${name}`)),
  ])
  const sums = new ProductSums((measure) => measuresHeld.has(measure))
  const listing = namesRead([...listedBy, metric, belowZeroOf])
  const measuresListed = new Set([
    ...namesIn('ledger', [...listedBy, metric, belowZeroOf]).map((line): Measure => `ledger.${line}`),
    ...listing.facts.flatMap(({ fact, names }) => names.map((name): Measure => `${fact}.${name}`)),
  ])
  const rowsHeld = sums.ofRows(measuresListed)
  // Rows of a fact that all leave something empty do not say nought; of some facts, nor does it that there are none.
  const isHeld = (measure: Measure) => sql`${sums.ofRows([measure])} > 0`
  const isUnsaid = (leaf: Measure) => {
    if (TOLD_WHOLE.includes(factOf(leaf))) return sql`NOT (${isHeld(leaf)})`
    if (!isSummed(leaf)) return undefined
    const unsaid = sql`NOT (${isHeld(leaf)}) AND ${isHeld(rowsOf(leaf))}`
    const beside = toldBeside(leaf)
    return beside ? sql`(${unsaid} OR ${sums.ofRows([leaf])} < ${sums.ofRows([beside])})` : unsaid
  }
  const isUnread = (leaf: Measure) => {
    if (isLedgerCovered || !leaf.startsWith('ledger.')) return undefined
    const isOwn = (measure: Measure) => hasOwnDays(measure.slice('ledger.'.length), basis)
    const others = ofLedger.map((line): Measure => `ledger.${line}`).filter((measure) => !isOwn(measure))
    const isNone = others.length === 0 ? sql`true` : sql`${sums.ofRows(new Set(others))} < 1`
    return isOwn(leaf) ? sql`${isNone} AND NOT (${isHeld(leaf)})` : isNone
  }
  /** Sums that are not a number where there is none; a formula has the same one many times, so they have names. */
  const values: Sql[] = []
  const sumOf = (weights: ReadonlyMap<Measure, number>): Sql => {
    const leaves = [...weights.keys()]
    if (leaves.some((leaf) => !known.has(leaf) || unsaid.has(leaf))) return sql`nan`
    const absent = new Map(
      leaves
        .flatMap((leaf) => [isUnsaid(leaf), isUnread(leaf)])
        .flatMap((one) => (one ? [[one.text, one]] : [])),
    )
    // Money without a rate is nobody's number: it makes none of every sum and formula that it is in.
    const lackingSum = mayLackRates ? sums.lackingOf(weights) : undefined
    const lacking = lackingSum ? [sql`${lackingSum} != 0`] : []
    const value = sql.join(
      [
        sums.ofAmounts(weights),
        ...[...absent.values(), ...lacking].map((condition) => sql`if(${condition}, nan, 0)`),
      ],
      sql` + `,
    )
    const place = values.findIndex(({ text }) => text === value.text)
    return sql`v_${sql.integer(place < 0 ? values.push(value) - 1 : place)}`
  }
  const numbersRanked = [
    sql`${ranked(metric, sumOf, settings)} AS rank`,
    sql`${ranked(belowZeroOf, sumOf, settings)} AS asked`,
    ...numbers.map(
      (filter, index) =>
        sql`${ranked(filter.metric, sumOf, settings, { isOrdered: false })} AS ${numberOf(index)}`,
    ),
  ]
  const ledgerWeight = (weights: ReadonlyMap<Measure, number>) => {
    const stated = weightOf(
      sql`ledger_line`,
      sql`{ledgerLines:Array(String)}`,
      ofLedger.map((line) => weights.get(`ledger.${line}`) ?? 0),
    )
    const billed = weights.get('ledger.advertisingBilled') ?? 0
    if (!isBilledByDay || (billed === 0 && !stated)) return stated
    return sql`if(is_billed_cost, ${sql.integer(billed)}, ${stated ?? sql`0`})`
  }
  const factBranches = read.facts.map(({ fact, names }, index) => {
    const measures = sql`{measures${sql.integer(index)}:Array(String)}`
    const ofFact = (weights: ReadonlyMap<Measure, number>) =>
      weightOf(
        sql`measure`,
        measures,
        names.map((name) => weights.get(`${fact}.${name}`) ?? 0),
      )
    const hasAmounts = sums.hasAmounts(ofFact)
    const rows = rankedMeasures(sql`{fact${sql.integer(index)}:String}`, measures, {
      hasAmounts,
      rates,
      mayLackRates,
    })
    const columns = sums.columns(ofFact, mayLackRates)
    if (!hasSharedAsins)
      return sql`SELECT toString(sku) AS its_sku ${columns} FROM (${rows}) WHERE sku != '' GROUP BY sku`
    // To whom an ASIN without a SKU belongs is asked of the groups, of which there are few, and not of the rows.
    return sql`
      SELECT if(sku != '', toString(sku), transform(shared, {sharedAsins:Array(String)}, {sharedSkus:Array(String)}, '')) AS its_sku, * EXCEPT (sku, shared)
      FROM (SELECT sku, if(sku = '', concat(marketplace, ' ', asin), '') AS shared ${columns} FROM (${rows}) GROUP BY sku, shared)
      WHERE its_sku != '' AND ({anyProduct:Bool} OR its_sku IN {skus:Array(String)})`
  })
  const hasAmountsOfLedger = sums.hasAmounts(ledgerWeight)
  const ledgerRows = rankedLines({
    hasAmounts: hasAmountsOfLedger,
    rates,
    mayLackRates,
    isWhole,
    isBilledByDay,
  })
  const ledgerBranch = sql`SELECT toString(sku) AS its_sku ${sums.columns(ledgerWeight, mayLackRates)}
    FROM (${ledgerRows}) GROUP BY sku`
  const branches =
    read.ledgerLines.length === 0 && factBranches.length > 0 ? factBranches : [ledgerBranch, ...factBranches]
  const isOneBranch = branches.length === 1 && !isByParent && !hasSharedAsins
  // Those that do not pass come after the others, so that a page without any still says how many there are.
  const statement = sql`
      WITH {settings:Array(String)} AS settings, {lows:Array(String)} AS lows, {highs:Array(String)} AS highs
      SELECT key, toUInt8(${all(numbers.map((filter, index) => passing(filter, index)))}) AS passes,
        countIf(passes = 1) OVER () AS total,
        countIf(passes = 1 AND asked <= {shownBelowZero:Float64}) OVER () AS belowZero,
        count() OVER () AS unfiltered,
        countIf(NOT (${all(numbers.map((_, index) => sql`NOT isNaN(${numberOf(index)})`))})) OVER () AS withoutNumber
      FROM (
        SELECT key, ${sql.join(numbersRanked)}
        FROM (
          SELECT ${sql.join([sql`key`, ...values.map((value, index) => sql`toFloat64(${value}) AS v_${sql.integer(index)}`)])}
          FROM (
            SELECT ${sql.join([sql`${key} AS key`, ...sums.totals(mayLackRates, { isSummed: isOneBranch })])}
            FROM (SELECT *, ${IS_AMONG} AS is_among FROM (${sql.join(branches, sql` UNION ALL `)})) AS l ${join}
            WHERE ${isByParent ? sql`true` : sql`is_among`}
            ${isOneBranch ? sql`AND` : sql`GROUP BY key HAVING`} ${rowsHeld} > 0 ${isByParent ? ANY_OF_PARENT : sql``}
          )
        )
      )
      ORDER BY passes DESC, if({isDescending:Bool}, -rank, rank) ASC NULLS LAST, key
      LIMIT {limit:UInt32} OFFSET {offset:UInt32}`
  const { segmentStarts: _, ...ledgerParams } = LEDGER_PARAMS
  const shape: z.ZodRawShape = {
    ...ledgerParams,
    ...LISTED_RATES_PARAMS,
    ...Object.fromEntries(
      read.facts.flatMap((_, index) => [
        [`fact${index}`, z.string()],
        [`measures${index}`, z.array(z.string())],
      ]),
    ),
    anyMarketplace: z.boolean(),
    sharedAsins: z.array(z.string()),
    sharedSkus: z.array(z.string()),
    ...PARENT_PARAMS,
    ledgerLines: z.array(z.string()),
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
  }
  return defineQuery({
    name: 'ranked_products',
    // What is read decides which of them the statement names.
    params: z.object(
      Object.fromEntries(Object.entries(shape).filter(([name]) => statement.text.includes(`{${name}:`))),
    ),
    row: z.object({
      key: z.string(),
      passes: z.coerce.boolean(),
      total: z.coerce.number(),
      belowZero: z.coerce.number(),
      unfiltered: z.coerce.number(),
      withoutNumber: z.coerce.number(),
    }),
    sql: statement,
  })
}

/** Whether any row of the period has a line of the ledger, or a measure. */
export const isHeldBy =
  ({ measures }: Pick<RankedFrom, 'measures'>) =>
  (measure: Measure): boolean =>
    measures.includes(measure)

const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `)

/**
 * A formula as SQL on sums of its leaves. What has no value is not a number, which every step hands on: with NULL, or with
 * an `if` around a long formula, the engine takes twice as long. Doubles do: two products that differ only beyond them may
 * change places.
 */
function ranked(
  metric: MetricId,
  sumOf: (weights: ReadonlyMap<Measure, number>) => Sql,
  settings: readonly (keyof Settings)[],
  /** Where nothing is put in order, a missing number that is the worst is a missing number. */
  { isOrdered = true }: { isOrdered?: boolean } = {},
): Sql {
  const compiled = (id: MetricId): Sql => {
    const weights = weightsOf(id)
    if (weights) return sumOf(weights)
    const { formula, nullSorts } = metricOf(id)
    const parts = partsOf(id).map(compiled)
    switch (formula.kind) {
      case 'sum':
        return sumOf(new Map([[formula.of, 1]]))
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
  perSize: ([value, of]) => sql`(${value!} / ${nonZero(sql`abs(${of!})`)})`,
  priceGap: ([own, market]) => sql`(${own!} / ${nonZero(market!)} - 1)`,
  differenceFromZero: ([from, less]) => atLeastZero(sql`(${from!} - ${less!})`),
  profitOfSales: ([sales, share, spend]) => sql`(${sales!} * ${share!} - ${spend!})`,
  minimumPrice: ([net, vat, referral, contingency, ...fixed]) => {
    const left = sql`(${net!} - ${referral!} - ${contingency!})`
    return sql`((${sql.join(fixed, sql` + `)}) * (${net!} + ${vat!}) / if(${left} > 0, ${left}, nan))`
  },
}

export const settingsIn = (metrics: readonly MetricId[]): (keyof Settings)[] => [
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
