import { z } from 'zod'
import type { FactTable } from '#amazon/index.ts'
import { CALENDAR, later, type DateRange } from '#contract/date-range.ts'
import { parseDecimal } from '#contract/decimal.ts'
import { AnsweredDate, DecimalText, IsoDate } from '#contract/fields.ts'
import type { Measure } from '#contract/metrics/metric.ts'
import type { Company } from '#server/accounts/index.ts'
import { defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import { levelsStated, MEASURED, MEASURED_TABLES } from '#server/ledger/derivation/derive-measures.ts'
import { visibilityOf, VISIBILITY, VISIBLE } from '#server/ledger/journal.ts'
import { LEVELS, type Level } from '#server/ledger/derivation/measures-journal.ts'
import { heldReadings } from '#server/ledger/held-readings.ts'
import { readingMoments } from '#server/ledger/derivation/reading-moments.ts'
import { heldBy, SHARED_BY_ASIN, sharedAsinsOf } from '#server/ledger/products/shared-asins.ts'
import type { Services } from '#server/ledger/services.ts'
import { adReportRows, isOfAdReports } from './ad-reports.ts'
import type { CountsAs, JournalRow } from './explained-rows.ts'
import { isTakenOnce } from './measured.ts'
import { COUNTS_LAST, factOf, levelsOf } from './known-measures.ts'
import type { MeasuredQuestion } from './measured-answer.ts'
import { asksOrdersTogether, listedTwice } from './orders-once.ts'
import { ORDERS_ARE_TOLD } from './told-orders.ts'
import { ARE_COSTED_UNITS, atCost, COST_PARAMS, isCosted, VALUE_AT_COST } from './stock-costs.ts'
import {
  addsUpOverProducts,
  IS_MARK,
  isOfWindow,
  MARKS_COUNT,
  MISSED_DAYS,
  ON_LAST_DAY,
  PRODUCTS_IN_PERIODS,
  SHORT,
  WINDOW_SCOPE,
  windowScope,
} from './stock-window.ts'

/** Which rows of the journal of measures a question is about; of one period. */
export const MEASURED_SCOPE = z.object({
  ...VISIBILITY,
  from: IsoDate,
  to: IsoDate,
  measures: z.array(z.string()),
  /** Theirs, by which rows are found. */
  facts: z.array(z.string()),
  names: z.array(z.string()),
  levels: z.array(z.enum(LEVELS)),
  /** Those of which the last day alone counts. */
  lastFacts: z.array(z.string()),
  /** Those of which products share what is taken once. */
  onceFacts: z.array(z.string()),
  measuredMarketplaces: z.array(z.string()),
  measuredSkus: z.array(z.string()),
  /** Those that these share, of the one fact that counts with all of them. */
  measuredAsins: z.array(z.string()),
  /** Those that count with their parents. */
  asinsElsewhere: z.array(z.string()),
  asinsFact: z.string(),
})
/** Of a number that is told of windows of products: these, too. */
export async function measuredScope(
  services: Services,
  company: Company,
  {
    measures,
    marketplaces,
    skus,
    period,
    isOfNoParent = false,
  }: Pick<MeasuredQuestion, 'measures' | 'marketplaces' | 'skus' | 'isOfNoParent'> & { period: DateRange },
) {
  // What does not add up over products is of one.
  const isWindowed = measures.some(
    (measure) => isOfWindow(measure) && (skus.length === 1 || addsUpOverProducts(measure)),
  )
  const facts = [...new Set([...measures.map(factOf), ...(isWindowed ? (['orders'] as const) : [])])]
  const isOfReports = measures.some(isOfAdReports)
  const [windows, shared, readings] = await Promise.all([
    windowScope(services, company, {
      marketplaces,
      skus: skus.length === 0 ? 'ALL' : skus,
      periods: isWindowed ? [period] : [],
    }),
    skus.length > 0 ? sharedAsinsOf(services, company) : [],
    isOfReports || measures.some(isCosted) ? heldReadings(services, company) : NO_READINGS,
  ])
  return {
    ...readings,
    ...windows.params,
    ...(isOfReports && { periodStarts: [period.start], periodEnds: [period.end] }),
    wastedClicks: company.wastedClickThreshold,
    ...visibilityOf(company),
    from: later(period.start, CALENDAR.start),
    to: period.end,
    measures: [...measures],
    facts,
    names: measures.map((measure) => measure.slice(factOf(measure).length + 1)),
    levels: levelsOf({ by: 'total', skus }),
    lastFacts: facts.filter((fact) => COUNTS_LAST.includes(fact)),
    onceFacts: facts.filter((fact) => isTakenOnce(fact, { by: 'total', skus })),
    measuredMarketplaces: [...marketplaces],
    measuredSkus: [...skus],
    measuredAsins: heldBy(skus, shared).map(({ asin }) => asin),
    asinsElsewhere: isOfNoParent ? shared.map(({ asin }) => asin) : [],
    asinsFact: SHARED_BY_ASIN,
    isOfReports,
    isOfOrdersTogether: asksOrdersTogether({ measures, by: 'total', skus }),
  }
}
const NO_READINGS = { live: [], ...readingMoments([]) }
export type MeasuredScope = Awaited<ReturnType<typeof measuredScope>>

const IN_DAYS_AND_PLACES = sql`day BETWEEN {from:Date} AND {to:Date} AND toInt32(day) - days + 1 >= toInt32({from:Date}) AND ${VISIBLE}
    AND (empty({measuredMarketplaces:Array(String)}) OR marketplace IN {measuredMarketplaces:Array(String)})`

const inScope = (
  named: Sql,
) => sql`company_id = {companyId:String} AND fact IN {facts:Array(String)} AND ${named} AND level IN {levels:Array(String)} AND ${IN_DAYS_AND_PLACES}
    AND (empty({measuredSkus:Array(String)}) OR sku IN {measuredSkus:Array(String)} AND NOT (fact = {asinsFact:String} AND sku = '' AND concat(marketplace, ' ', asin) IN {asinsElsewhere:Array(String)})
      OR fact = {asinsFact:String} AND sku = '' AND concat(marketplace, ' ', asin) IN {measuredAsins:Array(String)})`
const IN_SCOPE = inScope(
  sql`measure IN {names:Array(String)} AND has({measures:Array(String)}, concat(fact, '.', measure))`,
)

/** The rows that say the most of a market which several products share. */
const OF_MARKETS = sql`
  SELECT fact, measure, day, marketplace, currency, search_query, argMin(line, (-stated, line)) AS chosen
  FROM (
    SELECT fact, measure, day, marketplace, currency, search_query, amount AS stated, (import_id, line_no, part) AS line
    FROM measures WHERE ${IN_SCOPE} AND fact IN {onceFacts:Array(String)} AND level = 'PRODUCT'
    GROUP BY fact, measure, day, marketplace, currency, search_query, amount, import_id, line_no, part
    HAVING sum(n) != 0)
  GROUP BY fact, measure, day, marketplace, currency, search_query`

const standingIn = (scope: Sql, once = sql``) => sql`
  SELECT fact, level, day, marketplace, sku, asin, measure, currency, amount, import_id, line_no, part, sum(n) AS times
  FROM measures
  WHERE ${scope}
    AND (level != 'PRODUCT' OR fact NOT IN {onceFacts:Array(String)} OR (fact, measure, day, marketplace, currency, search_query, (import_id, line_no, part)) IN (${OF_MARKETS}))
    ${once} AND (fact NOT IN {lastFacts:Array(String)} OR (fact, account_id, marketplace, day) IN (
      SELECT fact, account_id, marketplace, max(day)
      FROM (
        SELECT fact, account_id, marketplace, day FROM measures_by_day
        WHERE company_id = {companyId:String} AND fact IN {lastFacts:Array(String)} AND measure = 'rows' AND ${IN_DAYS_AND_PLACES}
        GROUP BY fact, account_id, marketplace, day HAVING sum(row_count) > 0)
      GROUP BY fact, account_id, marketplace))
  GROUP BY account_id, fact, level, day, marketplace, sku, asin, measure, currency, amount, import_id, line_no, part
  HAVING times != 0`
const STANDING_IN_PERIOD = standingIn(IN_SCOPE)
const STANDING_ONCE = standingIn(
  IN_SCOPE,
  sql`AND (fact != 'orders' OR level != 'PRODUCT' OR (toString(measure), (import_id, line_no, part)) NOT IN (${listedTwice(sql`${IN_DAYS_AND_PLACES} AND sku IN {measuredSkus:Array(String)}`)}))`,
)

const STATED = sql`fact, level, day, marketplace, sku, asin, measure`
const PLACE = sql`import_id, line_no, part`
/**
 * Orders and snapshots of products in their windows and of the period, with what each shows: of each day one row shows whether
 * the product was in stock, a snapshot if it says so.
 */
const IN_WINDOWS = sql`
  SELECT *, isNotNull(velocity) AS has_velocity, toDecimal64(ifNull(velocity, toDecimal256(0, 12)), 9) AS per_day,
    toDecimal64(toDecimal256(amount, 12) / greatest(in_stock_days, 1), 9) AS per_order,
    is_covered AND day > window_end - window_days AND day <= window_end AS is_in_window,
    is_covered AND day >= period_start AND day <= window_end AS is_in_period,
    is_covered AND ordinal = 1 AND amount > 0 AS shows_stock,
    is_covered AND ordinal = 1 AND amount <= 0 AND told > 0 AND days_since_stock <= ${sql.integer(MISSED_DAYS)} AS shows_none
  FROM (
    SELECT *, row_number() OVER (PARTITION BY sku, day ORDER BY amount > 0 DESC, fact = 'orders', marketplace, ${PLACE}) AS ordinal,
      countIf(fact = 'stock' AND is_covered) OVER (PARTITION BY sku, day) AS told,
      day - maxIf(day, is_covered AND amount > 0) OVER (PARTITION BY sku ORDER BY day RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS days_since_stock
    FROM (
      SELECT ${STATED}, currency, amount, ${PLACE}, day IN {windowDays:Array(Date)} AND ${ORDERS_ARE_TOLD} AS is_covered, fact = 'stock' AND ${ON_LAST_DAY} AS is_last, sum(n) AS times
      FROM measures
      WHERE company_id = {companyId:String} AND fact IN ('orders', 'stock') AND measure IN ('quantity', 'available') AND level = 'ANY'
        AND (is_covered OR is_last) AND ${VISIBLE} AND sku != '' AND (empty({measuredSkus:Array(String)}) OR sku IN {measuredSkus:Array(String)})
        AND (empty({measuredMarketplaces:Array(String)}) OR marketplace IN {measuredMarketplaces:Array(String)})
      GROUP BY account_id, ${STATED}, currency, amount, ${PLACE}
      HAVING times != 0) AS r
    INNER JOIN (${PRODUCTS_IN_PERIODS}) AS p ON toString(r.sku) = p.product)`

const ONE = sql`toDecimal64(1, 9)`
/** What a row counts as, what it adds to it, and how many times. */
const WINDOW_PARTS = sql`arrayFilter(one -> one.1 != '' AND has({measures:Array(String)}, one.1), [
    (if(fact = 'orders' AND is_in_window, 'stock.unitsSoldInWindow', ''), amount, times),
    (if(shows_stock AND is_in_window, 'stock.inStockDays', ''), ${ONE}, 1),
    (if(shows_none AND is_in_period, 'stock.outOfStockDays', ''), ${ONE}, 1),
    (if(shows_stock AND is_in_period AND told > 0 AND has_velocity, 'stock.demandInStock', ''), per_day, 1),
    (if((shows_stock AND told > 0 OR shows_none) AND is_in_period AND has_velocity, 'stock.demandOfDays', ''), per_day, 1),
    (if(fact = 'orders' AND is_in_window AND has_velocity, 'stock.velocityOfProducts', ''), per_order, times),
    (if(is_last AND has_velocity, 'stock.availableOfSelling', ''), amount, times),
    (if(fact = 'stock' AND is_covered AND day > window_end - ${sql.integer(SHORT)} AND day <= window_end, 'stock.meanAvailable30', ''), toDecimal64(toDecimal256(amount, 12) / greatest(told_of_short, 1), 9), times),
    (if(fact = 'stock' AND is_covered AND ${IS_MARK} AND isNotNull(mean_of_long), 'stock.meanAvailable90', ''), toDecimal64(toDecimal256(amount, 12) / ${MARKS_COUNT}, 9), times)])`

/**
 * Rows that stand, as their figures count them: of stock those of the last day, in each marketplace of each account; of a
 * market that products share one. `counts_as` is the measure that each is a part of.
 */
export const MEASURED_STANDING = standingAs(STANDING_IN_PERIOD)
const ORDERS_STANDING_ONCE = standingAs(STANDING_ONCE)

function standingAs(rows: Sql): Sql {
  return sql`
  SELECT ${STATED}, concat(toString(fact), '.', toString(measure)) AS counts_as, currency, amount, ${PLACE}, times FROM (${rows})`
}

/** What their units cost landed. */
const AT_COST = sql`
  SELECT fact, level, day, marketplace, sku, asin, measure, concat(toString(fact), '.', measure) AS counts_as, currency, amount, ${PLACE}, times
  FROM (${atCost(
    standingIn(inScope(sql`${ARE_COSTED_UNITS}`)),
    sql`toString(fact) AS fact, toString(level) AS level, toString(asin) AS asin, ${PLACE}, times`,
  )})
  WHERE has({measures:Array(String)}, counts_as)`

const IN_WINDOW = sql`
  SELECT ${STATED}, counts.1 AS counts_as, currency, counts.2 AS amount, ${PLACE}, counts.3 AS times
  FROM (SELECT ${STATED}, currency, ${PLACE}, arrayJoin(${WINDOW_PARTS}) AS counts FROM (${IN_WINDOWS}))`

const OF_REPORTS = Object.entries(
  adReportRows(
    sql`(empty({measuredMarketplaces:Array(String)}) OR marketplace IN {measuredMarketplaces:Array(String)}) AND (empty({measuredSkus:Array(String)}) OR sku IN {measuredSkus:Array(String)})`,
  ),
)

/**
 * What is asked of rows that stand, and of those in windows of products, at what their units cost, or of reports as well: longer
 * statements, which take the engine more time to plan, so that only those who ask for such a number wait for it. Each is made
 * when somebody first asks for it.
 */
export function ofStanding<Query>(
  define: (standing: Sql, shape: typeof MEASURED_SCOPE.shape, suffix: string) => Query,
): (scope: StandingScope) => Query {
  const known = new Map<string, Query>()
  const { shape } = MEASURED_SCOPE
  return ({ windowDays, measures, isOfReports, isOfOrdersTogether }) => {
    const made = (suffix: string, more: Sql[], params: z.ZodRawShape, first = MEASURED_STANDING): Query => {
      let query = known.get(suffix)
      if (query === undefined) {
        query = define(sql.join([first, ...more], sql` UNION ALL `), { ...params, ...shape }, suffix)
        known.set(suffix, query)
      }
      return query
    }
    if (isOfOrdersTogether) return made('_of_orders_together', [], {}, ORDERS_STANDING_ONCE)
    if (isOfReports) {
      const asked = OF_REPORTS.filter(([, kind]) =>
        kind.measures.some((measure) => measures.includes(measure)),
      )
      const params = Object.assign({}, ...asked.map(([, kind]) => kind.params)) as z.ZodRawShape
      const names = asked.map(([name]) => name).join('_and_')
      return made(
        `_and_${names}`,
        asked.map(([, kind]) => kind.rows),
        params,
      )
    }
    const hasWindow = windowDays.length > 0
    const hasCosts = measures.some((measure) => isCosted(measure as Measure))
    return made(
      `${hasWindow ? '_and_window' : ''}${hasCosts ? '_and_costs' : ''}`,
      [...(hasWindow ? [IN_WINDOW] : []), ...(hasCosts ? [AT_COST] : [])],
      { ...(hasWindow && WINDOW_SCOPE), ...(hasCosts && COST_PARAMS) },
    )
  }
}
export type StandingScope = Pick<
  MeasuredScope,
  'windowDays' | 'measures' | 'isOfReports' | 'isOfOrdersTogether'
>

export const MEASURED_ROW = z.object({
  fact: z.string(),
  level: z.enum(LEVELS),
  day: AnsweredDate,
  marketplace: z.string(),
  sku: z.string(),
  asin: z.string(),
  /** With its fact, as it counts. */
  measure: z.string(),
  currency: z.string(),
  amount: DecimalText,
  attempt: z.coerce.number(),
  lineNumber: z.number(),
  part: z.number(),
})

/** A page of rows that stand. */
export const pageOfMeasures = (rows: Sql) => sql`
  SELECT toString(fact) AS fact, toString(level) AS level, toString(m.day) AS day, toString(m.marketplace) AS marketplace, toString(m.sku) AS sku,
    toString(m.asin) AS asin, m.counts_as AS measure, toString(m.currency) AS currency, toString(m.amount * m.times) AS amount,
    m.import_id AS attempt, m.line_no AS lineNumber, m.part AS part
  FROM (${rows}) AS m
  ORDER BY m.day, m.fact, m.import_id, m.line_no, m.part, m.counts_as, m.sku, m.marketplace, m.currency, m.amount
  LIMIT {limit:UInt32} OFFSET {offset:UInt32}`

export const PAGE_PARAMS = { limit: z.number(), offset: z.number() }

const measuredRows = ofStanding((standing, shape, suffix) =>
  defineQuery({
    name: `measured_rows${suffix}`,
    params: z.object({ ...shape, ...PAGE_PARAMS }),
    row: MEASURED_ROW,
    sql: pageOfMeasures(standing),
  }),
)

/** How many rows each measure has in the scope. */
export const measuredRowCounts = ofStanding((standing, shape, suffix) =>
  defineQuery({
    name: `measured_row_counts${suffix}`,
    params: z.object(shape),
    row: z.object({ measure: z.string(), rowCount: z.coerce.number() }),
    sql: sql`SELECT counts_as AS measure, count() AS rowCount FROM (${standing}) GROUP BY counts_as`,
  }),
)

/** The rows behind a number, in the order of their days. */
export const readMeasuredRows = async (
  { analytics }: Services,
  company: Company,
  scope: MeasuredScope & { limit: number; offset: number },
  countsAs: CountsAs,
  signal: AbortSignal | undefined,
): Promise<JournalRow[]> => {
  const rows = await analytics.run(measuredRows(scope), company, scope, { signal })
  return rows.map((row) => measuredJournalRow(row, countsAs))
}

/** A row as it is shown. */
export function measuredJournalRow(row: MeasuredRow, countsAs: CountsAs): JournalRow {
  const { metricId, isTaken } = countsAs(row.measure as Measure)
  const amount = parseDecimal(row.amount)
  return {
    metricId,
    line: null,
    day: row.day,
    rateDay: row.day,
    marketplace: row.marketplace,
    sku: row.sku,
    settlementId: '',
    kind: row.currency === '' ? 'COUNT' : 'AMOUNT',
    rate: null,
    amount: isTaken ? -amount : amount,
    currency: row.currency,
    share: null,
    named: (words) => ({
      orderId: words?.orderId ?? '',
      transactionType: words?.what ?? '',
      amountType: words?.type ?? (row.asin && 'ASIN'),
      amountDescription: words?.description ?? row.asin,
    }),
    unmapped: false,
    attempt: row.attempt,
    lineNumber: row.lineNumber,
    part: row.part,
    table: tableOf(row),
    costed: measureName(row.measure) === VALUE_AT_COST ? row : null,
  }
}

const measureName = (measure: string): string => measure.slice(measure.indexOf('.') + 1)

type MeasuredRow = z.infer<typeof MEASURED_ROW>

/** Which table states a fact at a level. Orders and returns are derived elsewhere, with the ledger. */
const TABLES = new Map<string, FactTable>([
  ...MEASURED_TABLES.flatMap((table) =>
    levelsStated(table).map(([level]): [string, FactTable] => [`${MEASURED[table].fact} ${level}`, table]),
  ),
  ...(['ANY', 'ACCOUNT', 'PRODUCT'] satisfies Level[]).map((level): [string, FactTable] => [
    `orders ${level}`,
    'order_items',
  ]),
  ['returns ANY', 'returns'],
])
const tableOf = ({ fact, level }: MeasuredRow): FactTable => TABLES.get(`${fact} ${level}`)!
