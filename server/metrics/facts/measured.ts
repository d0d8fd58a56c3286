import { z } from 'zod'
import { addDays, CALENDAR, earlier, later, type DateRange } from '#contract/date-range.ts'
import { parseDecimal, ZERO, type Decimal } from '#contract/decimal.ts'
import { DecimalText, IsoDate } from '#contract/fields.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import type { Figure } from '#contract/metrics/evaluate.ts'
import type { FactName, Measure } from '#contract/metrics/metric.ts'
import type { PlannedPeriod } from '#contract/periods.ts'
import type { Lack } from '#contract/profit-and-loss-lines.ts'
import type { Company } from '#server/accounts/index.ts'
import { defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import { streamsIn, streamsOf, type Streams } from '#server/ledger/claims.ts'
import { moneyOf } from '#server/ledger/company-money.ts'
import { coverageOf, type Stream } from '#server/ledger/covered-days.ts'
import { LEVELS, MEASURED, ROWS, type Level } from '#server/ledger/derive-measures.ts'
import { visibilityOf, VISIBLE } from '#server/ledger/journal.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { dayNumber, segmentsOf } from '../segments.ts'
import { CONVERSION_PARAMS, CONVERTED, LACKS_RATE, RATES } from './conversion.ts'

/*
 * Everything that is counted beside the ledger: orders, returns, sales and traffic, advertising, stock. One statement for each fact that a
 * question needs; facts meet in the evaluator.
 */

export type MeasureKey = 'total' | 'marketplace' | 'sku'

export interface MeasuredQuestion {
  measures: readonly Measure[]
  by: MeasureKey
  currencyCode: string
  /** None: all of them. */
  marketplaces: readonly string[]
  /** None: the whole, whether or not it is of a product. */
  skus: readonly string[]
  periods: readonly Pick<PlannedPeriod, 'period' | 'comparison'>[]
}

export interface MeasuredAnswer {
  /** Of which there is something to say in any of the periods; an empty one is what belongs to none. */
  keys(): string[]
  /** Of a period or comparison that was asked. Without a key of all keys together. */
  figure(measure: Measure, period: DateRange, key?: string): Figure
}

/** Where the days of a measure are told from, at each level that it is stated at. */
type Known = Partial<Record<Level, keyof Streams>>

const STREAMS: Record<keyof typeof MEASURED, keyof Streams> = {
  sales_traffic_date: 'TRAFFIC',
  sales_traffic_asin_day: 'TRAFFIC_BY_PRODUCT',
  inventory_snapshots: 'STOCK_SNAPSHOTS',
  ads_daily: 'ADVERTISING_BY_MARKETPLACE',
}

const KNOWN = new Map<Measure, Known>()
for (const table of Object.keys(STREAMS) as (keyof typeof MEASURED)[]) {
  const { fact, level, measures } = MEASURED[table]
  for (const name of Object.keys(measures)) {
    const measure: Measure = `${fact}.${name}`
    KNOWN.set(measure, { ...KNOWN.get(measure), [level]: STREAMS[table] })
  }
}

for (const name of ['orders', 'cancelledOrders', 'pendingOrders'])
  KNOWN.set(`orders.${name}`, { ACCOUNT: 'ORDER', PRODUCT: 'ORDER' })
for (const name of ['itemPrice', 'quantity']) KNOWN.set(`orders.${name}`, { ANY: 'ORDER' })
for (const name of ['units', 'sellableUnits']) KNOWN.set(`returns.${name}`, { ANY: 'RETURNS' })

export const MEASURED_MEASURES: ReadonlySet<Measure> = new Set(KNOWN.keys())

const factOf = (measure: Measure) => measure.split('.')[0] as FactName

/** Of several days the last one of which anything is known counts, in each marketplace of each account. */
const COUNTS_LAST: readonly FactName[] = ['stock']

const scope = {
  publishedVersion: z.number(),
  deadVersions: z.array(z.number()),
  from: IsoDate,
  to: IsoDate,
  /** First days of the stretches, as day numbers since 1970. */
  segmentStarts: z.array(z.number()),
  fact: z.string(),
  anyMarketplace: z.boolean(),
  marketplaces: z.array(z.string()),
}
const params = {
  ...scope,
  ...CONVERSION_PARAMS,
  names: z.array(z.string()),
  levels: z.array(z.enum(LEVELS)),
}

const row = z.object({
  segment: z.number(),
  /** Of what counts last: the account and its marketplace. */
  place: z.string(),
  key: z.string(),
  name: z.string(),
  amount: DecimalText.transform(parseDecimal),
  rowCount: z.coerce.number(),
  /** `EUR 2025-02-14`: currency and day without a rate; or empty. */
  withoutRate: z.string(),
  /** What cannot be converted for want of that rate, in that currency. */
  unconverted: DecimalText.transform(parseDecimal),
})
type MeasureSum = z.infer<typeof row>

const SEGMENT = sql`toInt32(roundDown(toInt32(day), {segmentStarts:Array(Int32)}))`
const PLACE = sql`concat(account_id, ' ', marketplace)`
const IN_SCOPE = sql`company_id = {companyId:String} AND fact = {fact:String} AND day BETWEEN {from:Date} AND {to:Date}
    AND ${VISIBLE} AND ({anyMarketplace:Bool} OR marketplace IN {marketplaces:Array(String)})`

/** The days of a fact that hold anything; `rows` has one for each row, whatever it states. */
const HELD_DAYS = sql`
  SELECT account_id, marketplace, day FROM measures_by_day
  WHERE ${IN_SCOPE} AND measure = 'rows'
  GROUP BY account_id, marketplace, day HAVING sum(row_count) > 0`

/** Which stretches hold a last day, and of which account and marketplace. */
const lastDays = defineQuery({
  name: 'measured_last_days',
  params: z.object(scope),
  row: z.object({ segment: z.number(), place: z.string() }),
  sql: sql`SELECT DISTINCT ${SEGMENT} AS segment, ${PLACE} AS place FROM (${HELD_DAYS})`,
})

const ON_LAST_DAYS = sql`(account_id, marketplace, day) IN (
  SELECT account_id, marketplace, max(day) FROM (${HELD_DAYS}) GROUP BY account_id, marketplace, ${SEGMENT})`

/** One pass over a roll-up, converted at each day's own rate. Days without a rate are groups of their own. */
const sumsOver = (
  rollUp: Sql,
  { key, place = sql`''`, where = sql`1` }: Record<'key', Sql> & { place?: Sql; where?: Sql },
) => sql`
  WITH ${LACKS_RATE} AS lacks_rate, sumIf(toDecimal256(l.amount, 27), lacks_rate) AS without_rate
  SELECT
    ${SEGMENT} AS segment, ${place} AS place, ${key} AS key, toString(measure) AS name,
    if(lacks_rate, currency, '') AS its_currency,
    if(lacks_rate, day, toDate(0)) AS day_without_rate,
    toString(sum(${CONVERTED})) AS amount,
    sum(row_count) AS rowCount,
    toString(without_rate) AS unconverted,
    if(without_rate = 0, '', concat(its_currency, ' ', toString(day_without_rate))) AS withoutRate
  FROM ${rollUp} AS l
  ANY LEFT JOIN (${RATES}) AS r ON l.currency = r.currency AND l.day = r.day
  WHERE ${IN_SCOPE} AND measure IN {names:Array(String)} AND level IN {levels:Array(String)} AND ${where}
  GROUP BY segment, place, key, name, its_currency, day_without_rate
  HAVING sum(row_count) != 0`

const KEYS = { total: sql`''`, marketplace: sql`toString(marketplace)`, sku: sql`toString(sku)` }

/** The whole statement for a key, with and without products, of sums and of what counts last. */
const statementsBy = (by: MeasureKey) => {
  const key = KEYS[by]
  const ofWhole = by === 'sku' ? sql`measures_by_product` : sql`measures_by_day`
  const ofSkus = sql`sku IN {skus:Array(String)}`
  const last = { key, place: PLACE, where: ON_LAST_DAYS }
  const define = (name: string, statement: Sql) =>
    defineQuery({ name: `measured_${name}_by_${by}`, params: z.object(params), row, sql: statement })
  const defineOfSkus = (name: string, statement: Sql) =>
    defineQuery({
      name: `measured_${name}_by_${by}`,
      params: z.object({ ...params, skus: z.array(z.string()) }),
      row,
      sql: statement,
    })
  return {
    sums: define('sums', sumsOver(ofWhole, { key })),
    sumsOfSkus: defineOfSkus('sums_of_skus', sumsOver(sql`measures_by_product`, { key, where: ofSkus })),
    last: define('last', sumsOver(ofWhole, last)),
    lastOfSkus: defineOfSkus(
      'last_of_skus',
      sumsOver(sql`measures_by_product`, { ...last, where: sql`${ON_LAST_DAYS} AND ${ofSkus}` }),
    ),
  }
}

const STATEMENTS = {
  total: statementsBy('total'),
  marketplace: statementsBy('marketplace'),
  sku: statementsBy('sku'),
} as const satisfies Record<MeasureKey, unknown>

/** What a company's files count beside the ledger, for any periods. */
export async function readMeasured(
  services: Services,
  company: Company,
  question: MeasuredQuestion,
  signal: AbortSignal | undefined,
): Promise<MeasuredAnswer> {
  const unknown = question.measures.find((measure) => !KNOWN.has(measure))
  if (unknown) throw new Error(`No fact states ${unknown}`)
  const [money, streams] = await Promise.all([moneyOf(services, company), streamsOf(services, company)])
  const { starts, span } = segmentsOf(question.periods)
  const scopeOf = (fact: FactName) => ({
    ...visibilityOf(company),
    // Nothing lies before the calendar, and the engine has no such days.
    from: later(span.start, CALENDAR.start),
    to: span.end,
    segmentStarts: starts.map(dayNumber),
    fact,
    anyMarketplace: question.marketplaces.length === 0,
    marketplaces: [...question.marketplaces],
  })
  const level = levelOf(question)
  const { by, skus, currencyCode: currency } = question
  const { analytics } = services
  const options = signal ? { signal } : {}
  const facts = [...new Set(question.measures.map(factOf))]
  const read = await Promise.all(
    facts.map(async (fact): Promise<[FactName, FactSums]> => {
      const isLast = COUNTS_LAST.includes(fact)
      const names = question.measures.flatMap((measure) =>
        factOf(measure) === fact ? [measure.slice(fact.length + 1)] : [],
      )
      const asked = {
        ...scopeOf(fact),
        currency,
        currencies: money.currencies,
        ratesVersion: money.ratesVersion,
        names: [ROWS, ...names],
        levels: ['ANY' as const, level],
      }
      const { sums, sumsOfSkus, last, lastOfSkus } = STATEMENTS[by]
      const [rows, closings] = await Promise.all([
        skus.length > 0
          ? analytics.run(isLast ? lastOfSkus : sumsOfSkus, company, { ...asked, skus: [...skus] }, options)
          : analytics.run(isLast ? last : sums, company, asked, options),
        isLast ? analytics.run(lastDays, company, scopeOf(fact), options) : undefined,
      ])
      return [fact, factSums(rows, closings)]
    }),
  )
  return answerOf(question, new Map(read), streams, addDays(today(services), -1))
}

/** TRAF-2. */
const levelOf = ({ by, skus }: MeasuredQuestion): Level =>
  by === 'sku' || skus.length > 0 ? 'PRODUCT' : 'ACCOUNT'

interface Sums {
  amount: Decimal
  rowCount: number
  unconverted: Map<string, Decimal>
}

/** What a fact answered, by name and key. */
interface FactSums {
  keys: readonly string[]
  /** Whether anything at all is known in a period of what counts last. */
  hasLast: (period: DateRange, marketplace: string | undefined) => boolean
  of: (name: string, period: DateRange, key: string | undefined) => Sums
}

function factSums(
  rows: readonly MeasureSum[],
  closings: readonly { segment: number; place: string }[] | undefined,
): FactSums {
  const byKey = new Map<string, MeasureSum[]>()
  const byName = new Map<string, MeasureSum[]>()
  for (const one of rows) push(byKey, `${one.name} ${one.key}`, one)
  for (const one of wholes(rows)) push(byName, one.name, one)
  /** The last stretch of a period in which a place has a day. */
  const lastIn = remembered(({ start, end }: DateRange) => {
    const last = new Map<string, number>()
    for (const { segment, place } of closings ?? [])
      if (segment >= dayNumber(start) && segment <= dayNumber(end))
        last.set(place, Math.max(last.get(place) ?? segment, segment))
    return last
  })
  return {
    keys: [...new Set(rows.map(({ key }) => key))],
    hasLast: (period, marketplace) =>
      [...lastIn(period).keys()].some(
        (place) => marketplace === undefined || place.split(' ')[1] === marketplace,
      ),
    of: (name, period, key) => {
      const last = closings && lastIn(period)
      const [from, to] = [dayNumber(period.start), dayNumber(period.end)]
      const found = (key === undefined ? byName.get(name) : byKey.get(`${name} ${key}`)) ?? []
      const sums: Sums = { amount: ZERO, rowCount: 0, unconverted: new Map() }
      for (const one of found) {
        if (one.segment < from || one.segment > to) continue
        if (last && last.get(one.place) !== one.segment) continue
        sums.amount += one.amount
        sums.rowCount += one.rowCount
        if (!one.withoutRate) continue
        const [currency] = one.withoutRate.split(' ') as [string]
        sums.unconverted.set(currency, (sums.unconverted.get(currency) ?? ZERO) + one.unconverted)
      }
      return sums
    },
  }
}

/** Sums of all keys together. */
function wholes(rows: readonly MeasureSum[]): MeasureSum[] {
  const groups = new Map<string, MeasureSum>()
  for (const one of rows) {
    const id = [one.name, one.segment, one.withoutRate, one.place].join('\t')
    const group = groups.get(id)
    if (group) {
      group.amount += one.amount
      group.rowCount += one.rowCount
      group.unconverted += one.unconverted
    } else groups.set(id, { ...one, key: '' })
  }
  return [...groups.values()]
}

/** What follows from a period and some words, worked out once for all the keys that ask. */
function remembered<T, Words extends (string | undefined)[]>(
  work: (period: DateRange, ...words: Words) => T,
): typeof work {
  const known = new Map<string, T>()
  return (period, ...words) => {
    const id = [period.start, period.end, ...words].join()
    const found = known.get(id) ?? work(period, ...words)
    known.set(id, found)
    return found
  }
}

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

const ABSENT: Figure = { value: null, lacks: new Set(), unconverted: new Map(), isShared: false }

function answerOf(
  question: MeasuredQuestion,
  facts: ReadonlyMap<FactName, FactSums>,
  streams: Streams,
  yesterday: string,
): MeasuredAnswer {
  const level = levelOf(question)
  /** Whether some day of a period is covered, and whether all of them are. */
  const covered = remembered(
    (period, kind: keyof Streams, fact: FactName, marketplace: string | undefined) => {
      const marketplaces = marketplace === undefined ? question.marketplaces : [marketplace]
      // An order report is of all marketplaces of its currency, those without an order among them.
      const inScope = (kind === 'ORDER' ? streamsIn : streamsAt)(streams[kind], marketplaces)
      if (!COUNTS_LAST.includes(fact)) {
        const { isCovered, share } = coverageOf(inScope, period, yesterday)
        return { isCovered, isWhole: share === 1 }
      }
      const last = earlier(period.end, yesterday)
      const isExpected = ({ claims }: Stream) => claims[0].start <= last
      return {
        isCovered: facts.get(fact)!.hasLast(period, marketplace),
        isWhole: inScope
          .filter(isExpected)
          .every(({ claims }) => claims.some(({ start, end }) => start <= last && last <= end)),
      }
    },
  )
  return {
    keys: () => [...new Set([...facts.values()].flatMap(({ keys }) => keys))].toSorted(),
    figure: (measure, period, key) => {
      const fact = factOf(measure)
      const kind = KNOWN.get(measure)![level] ?? KNOWN.get(measure)!.ANY
      // What is said of the whole account alone is not known of a product.
      if (!kind) return ABSENT
      const marketplace = (question.by === 'marketplace' && key) || undefined
      const { isCovered, isWhole } = covered(period, kind, fact, marketplace)
      const sumsOf = facts.get(fact)!.of
      const { amount, rowCount, unconverted } = sumsOf(measure.slice(fact.length + 1), period, key)
      const lacks = new Set<Lack>()
      if (!isCovered || !isWhole) lacks.add('DAYS')
      if (unconverted.size > 0) lacks.add('RATES')
      // Rows that all leave a column empty do not say nought.
      const isUnsaid = rowCount === 0 && sumsOf(ROWS, period, key).rowCount > 0
      const isAbsent = !isCovered || isUnsaid || unconverted.size > 0
      return { value: isAbsent ? null : amount, lacks, unconverted, isShared: false }
    },
  }
}

/** Reports that are of marketplaces; one that names none is of all of its currency. */
const streamsAt = (streams: readonly Stream[], marketplaces: readonly string[]): Stream[] =>
  streams.filter(
    (stream) =>
      marketplaces.length === 0 ||
      (stream.marketplaces.length > 0
        ? stream.marketplaces.some((code) => marketplaces.includes(code))
        : marketplaces.some((code) => marketplaceOf(code)?.currency === stream.currency)),
  )
