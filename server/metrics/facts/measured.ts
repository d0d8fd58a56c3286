import { chosenMarketplaces } from '#server/ledger/chosen-marketplaces.ts'
import { addDays, CALENDAR, earlier, later, type DateRange } from '#contract/date-range.ts'
import { ZERO, type Decimal } from '#contract/decimal.ts'
import type { Figure } from '#contract/metrics/evaluate.ts'
import type { FactName, Measure } from '#contract/metrics/metric.ts'
import type { PlannedPeriod } from '#contract/periods.ts'
import type { Lack } from '#contract/profit-and-loss-lines.ts'
import { liveImports, type Company } from '#server/accounts/index.ts'
import { copyable } from '#server/analytics/index.ts'
import { streamsAt, streamsIn, streamsPerPeriod, type Streams } from '#server/ledger/coverage/claims.ts'
import { UNBRANDED } from '#server/ledger/products/catalogue.ts'
import { heldRatesOf, moneyOf, type CompanyMoney } from '#server/ledger/currencies/company-money.ts'
import {
  coverageOf,
  coverageOfAll,
  knownWhole,
  type PeriodCoverage,
  type Stream,
} from '#server/ledger/coverage/covered-days.ts'
import {
  levelsStated,
  MEASURED,
  MEASURED_TABLES,
  ROWS,
  TAKEN_ONCE,
  type MeasuredTable,
} from '#server/ledger/derivation/derive-measures.ts'
import type { Level } from '#server/ledger/derivation/measures-journal.ts'
import { visibilityOf } from '#server/ledger/journal.ts'
import { heldBy, SHARED_BY_ASIN, sharedAsinsOf } from '#server/ledger/products/shared-asins.ts'
import { readingMoments } from '#server/ledger/derivation/reading-moments.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { dayNumber, segmentsOf } from '../segments.ts'
import { adReportStatements, isOfAdReports, readAdReports, type AdReports } from './ad-reports.ts'
import { mayHoldDays, measuredSumsOfDays, type SumsOfDays } from './measured-days.ts'
import {
  adTypeSums,
  costedSums,
  lastDays,
  measuredSums,
  measuredSumsWithAsins,
  type MeasureKey,
  type MeasureSum,
} from './measured-sums.ts'
import { COSTED_MEASURES, isCosted, UNITS_WITHOUT_COST } from './stock-costs.ts'
import {
  addsUpOverProducts,
  isOfWindow,
  readStockWindows,
  stockWindowStatement,
  WINDOW_MEASURES,
  type StockWindows,
  type WindowQuestion,
} from './stock-window.ts'

/*
 * Everything that is counted beside the ledger: orders, returns, sales and traffic, advertising, stock. One statement for each fact that a
 * question needs; facts meet in the evaluator.
 */

export interface MeasuredQuestion {
  measures: readonly Measure[]
  by: MeasureKey
  currencyCode: string
  /** None: all of them. */
  marketplaces: readonly string[]
  /** None: the whole, whether or not it is of a product. */
  skus: readonly string[]
  /** The parent or brand of each of these, where it is asked by that. */
  parentOf?: ReadonlyMap<string, string> | undefined
  /** Of what has no parent: ASINs that several SKUs share have one. */
  isOfNoParent?: boolean
  periods: readonly Pick<PlannedPeriod, 'period' | 'comparison'>[]
}

export interface MeasuredAnswer {
  /** Of which there is something to say in any of the periods; an empty one is what belongs to none. */
  keys(): string[]
  /** Of a period or comparison that was asked. Without a key of all keys together. */
  figure(measure: Measure, period: DateRange, key?: string): Figure
  /** How much of a period is covered by the files that state these. */
  coverage(measures: readonly Measure[], period: DateRange, key?: string): PeriodCoverage
}

/** Where the days of a measure are told from, at each level that it is stated at. */
type Known = Partial<Record<Level, keyof Streams>>

const STREAMS: Record<MeasuredTable, keyof Streams> = {
  sales_traffic_date: 'TRAFFIC',
  sales_traffic_asin_day: 'TRAFFIC_BY_PRODUCT',
  inventory_snapshots: 'STOCK_SNAPSHOTS',
  inventory_planning: 'STOCK_AGES',
  stranded_inventory: 'STRANDED_STOCK',
  ads_daily: 'ADVERTISING_BY_MARKETPLACE',
  search_query_performance: 'SEARCHES',
}

export const factOf = (measure: Measure) => measure.split('.')[0] as FactName

const KNOWN = new Map<Measure, Known>()
for (const table of MEASURED_TABLES)
  for (const [level, measures] of levelsStated(table))
    for (const name of Object.keys(measures)) {
      const measure: Measure = `${MEASURED[table].fact}.${name}`
      KNOWN.set(measure, { ...KNOWN.get(measure), [level]: STREAMS[table] })
    }

for (const name of ['orders', 'cancelledOrders', 'pendingOrders'])
  KNOWN.set(`orders.${name}`, { ACCOUNT: 'ORDER', PRODUCT: 'ORDER' })
for (const name of ['itemPrice', 'quantity']) KNOWN.set(`orders.${name}`, { ANY: 'ORDER' })
for (const name of ['units', 'sellableUnits']) KNOWN.set(`returns.${name}`, { ANY: 'RETURNS' })

for (const measure of COSTED_MEASURES)
  KNOWN.set(measure, { ANY: factOf(measure) === 'stock' ? 'STOCK_SNAPSHOTS' : 'STRANDED_STOCK' })
for (const measure of WINDOW_MEASURES) KNOWN.set(measure, { ANY: 'STOCK_SNAPSHOTS' })
KNOWN.set('advertising.wastedCost', { ANY: 'SEARCH_TERMS' })
KNOWN.set('advertising.activeCampaigns', { ANY: 'ADVERTISING_BY_MARKETPLACE' })

export const MEASURED_MEASURES: ReadonlySet<Measure> = new Set(KNOWN.keys())

/** Of several days the last one of which anything is known counts, in each marketplace of each account. */
export const COUNTS_LAST: readonly FactName[] = ['stock', 'ageing', 'stranded']

/**
 * Told of weeks and months, which count where they lie whole within the days that are asked, and of the products that
 * Amazon was asked about: what has no row is unknown, and not 0.
 */
export const TOLD_WHOLE: readonly FactName[] = ['search']

/** Whether rows of a measure's fact are there that leave it unsaid, `rows` of its fact tells. */
export const rowsOf = (measure: Measure): Measure => `${factOf(measure)}.${ROWS}`

/** Whether its sum puts anything in order: what counts on its last day alone is no sum. */
export const isSummed = (measure: Measure): boolean =>
  MEASURED_MEASURES.has(measure) && !COUNTS_LAST.includes(factOf(measure)) && !isOfAdReports(measure)

/** What a company's files count beside the ledger, for any periods. */
export async function readMeasured(
  services: Services,
  company: Company,
  question: MeasuredQuestion,
  signal: AbortSignal | undefined,
): Promise<MeasuredAnswer> {
  const unknown = question.measures.find((measure) => !KNOWN.has(measure))
  if (unknown) throw new Error(`No fact states ${unknown}`)
  const [money, streams] = await Promise.all([
    moneyOf(services, company),
    streamsPerPeriod(services, company),
  ])
  // Together, so that none is left behind to fail with nobody listening.
  const [sums, windows, reports] = await Promise.all([
    Promise.all(
      factsOf(question).map(async (fact): Promise<[FactName, FactSums]> => {
        const [rows, closings] = await sumsOf(services, company, question, { fact, money }, signal)
        return [fact, factSums(rows, closings)]
      }),
    ),
    readWindowsOf(services, company, question, signal),
    question.measures.some(isOfAdReports)
      ? readAdReports(services, company, { ...question, periods: periodsOf(question) }, signal)
      : undefined,
  ])
  return answerOf(question, new Map(sums), { windows, reports }, streams, addDays(today(services), -1))
}

/** The sums of a fact with what its units cost, and of what counts last the stretches that hold a last day. */
async function sumsOf(
  services: Services,
  company: Company,
  question: MeasuredQuestion,
  of: { fact: FactName; money: CompanyMoney },
  signal: AbortSignal | undefined,
): Promise<[MeasureSum[], SumsOfDays['lastDays'] | undefined]> {
  const [[sums, closings], costs] = await Promise.all([
    countedSumsOf(services, company, question, of, signal),
    costsOf(services, company, question, of, signal),
  ])
  return [[...sums, ...costs], closings]
}

async function costsOf(
  services: Services,
  company: Company,
  question: MeasuredQuestion,
  { fact, money }: { fact: FactName; money: CompanyMoney },
  signal: AbortSignal | undefined,
): Promise<MeasureSum[]> {
  const { by } = question
  const isAsked = question.measures.some((measure) => factOf(measure) === fact && isCosted(measure))
  if (!isAsked || by === 'adType') return []
  const params = await costParams(services, company, question, { fact, money })
  return services.analytics.run(costedSums[by], company, params, signal ? { signal } : {})
}

async function costParams(
  services: Services,
  company: Company,
  question: MeasuredQuestion,
  { fact, money }: { fact: FactName; money: CompanyMoney },
) {
  const { by, skus } = question
  return {
    ...sumParams(company, question, money, fact),
    ...(by === 'parent' && (await productParams(services, company, fact, question))),
    ...(await costsHeld(services, company)),
    anyProduct: skus.length === 0,
    skus: [...skus],
  }
}

/** The imports that costs are read from. */
export async function costsHeld({ accounts }: Services, company: Company) {
  const imports = await liveImports(accounts, company)
  return { live: imports.map(({ attemptVersion }) => attemptVersion!), ...readingMoments(imports) }
}

async function countedSumsOf(
  services: Services,
  company: Company,
  question: MeasuredQuestion,
  { fact, money }: { fact: FactName; money: CompanyMoney },
  signal: AbortSignal | undefined,
): Promise<[MeasureSum[], SumsOfDays['lastDays'] | undefined]> {
  const { by, skus } = question
  const isLast = COUNTS_LAST.includes(fact)
  const { names, ...asked } = sumParams(company, question, money, fact)
  const params = { ...asked, names: [ROWS, ...names] }
  if (skus.length === 0 && (by === 'total' || by === 'marketplace')) {
    const kept = await measuredSumsOfDays(services, company, params, { by, isLast })
    if (kept) return [kept.sums, isLast ? kept.lastDays : undefined]
  }
  // A fact without a row in these days has none of a product either, and a statement has to be planned to say so.
  if (!(await mayHoldDays(services, company, params))) return [[], isLast ? [] : undefined]
  const { analytics } = services
  const options = signal ? { signal } : {}
  if (by === 'adType') {
    const { sums, sumsOfSkus } = adTypeSums
    const rows =
      skus.length > 0
        ? analytics.run(sumsOfSkus, company, { ...params, skus: [...skus] }, options)
        : analytics.run(sums, company, params, options)
    return [await rows, undefined]
  }
  const { sums, last } = measuredSums[by]
  const products = await productParams(services, company, fact, question)
  return Promise.all([
    skus.length > 0
      ? analytics.run(sumsOfSkus(fact, { by, skus }, products), company, { ...params, ...products }, options)
      : analytics.run(
          isLast ? last : sums,
          company,
          by === 'parent' ? { ...params, ...products } : params,
          options,
        ),
    isLast ? analytics.run(lastDays, company, asked, options) : undefined,
  ])
}

/** Each once: what a month is compared with is often another of the months. */
const periodsOf = ({ periods }: Pick<MeasuredQuestion, 'periods'>): DateRange[] => [
  ...new Map(
    periods
      .flatMap(({ period, comparison }) => (comparison ? [period, comparison] : [period]))
      .map((range) => [`${range.start} ${range.end}`, range]),
  ).values(),
]

/** Windows of what is asked; undefined where nobody asks for any. */
const readWindowsOf = async (
  services: Services,
  company: Company,
  question: MeasuredQuestion,
  signal: AbortSignal | undefined,
): Promise<StockWindows | undefined> =>
  question.measures.some(isOfWindow)
    ? readStockWindows(
        services,
        company,
        {
          ...windowsAsked(question),
          marketplaces: question.marketplaces,
          periods: periodsOf(question),
        },
        signal,
      )
    : undefined

/**
 * How fast several products sell is not how fast one does, so that a window is of one, also where it is all that is selected;
 * of several there is what adds up over them. In stock is in stock in any marketplace, so that none has windows of its own.
 */
function windowsAsked({
  by,
  skus,
  parentOf = new Map<string, string>(),
  measures,
}: Pick<MeasuredQuestion, 'by' | 'skus' | 'parentOf' | 'measures'>): Pick<
  WindowQuestion,
  'measures' | 'by' | 'skus'
> {
  const windowed = measures.filter(isOfWindow)
  const isAdded = windowed.some(addsUpOverProducts)
  const each = (of: WindowQuestion['skus']) => ({ measures: windowed, by: 'PRODUCT' as const, skus: of })
  switch (by) {
    case 'sku':
      return each(skus.length === 0 ? 'ALL' : skus.filter((sku) => sku !== ''))
    case 'parent':
      return each(isAdded ? [...parentOf.keys()] : [...childrenOf(parentOf).values()].flatMap(onlyChild))
    case 'total':
      if (skus.length === 1 || !isAdded) return each(skus.length === 1 ? skus : [])
      return { measures: windowed, by: 'TOGETHER', skus: skus.length === 0 ? 'ALL' : skus }
    case 'marketplace':
    case 'adType':
      return each([])
  }
}

/** The products of each parent. */
function childrenOf(parentOf: MeasuredQuestion['parentOf'] = new Map()): Map<string, string[]> {
  const children = new Map<string, string[]>()
  for (const [sku, parent] of parentOf) push(children, parent, sku)
  return children
}

const onlyChild = (children: readonly string[] = []): string[] => (children.length === 1 ? [...children] : [])

/** The products of a question, and the ASINs that they share: by product, what is of several of them is of none. */
async function productParams(
  services: Services,
  company: Company,
  fact: FactName,
  {
    by,
    skus,
    parentOf = new Map(),
    isOfNoParent = false,
  }: Pick<MeasuredQuestion, 'by' | 'skus' | 'parentOf' | 'isOfNoParent'>,
) {
  const shared = fact === SHARED_BY_ASIN && by !== 'sku' ? await sharedAsinsOf(services, company) : []
  const asins = heldBy(skus, shared).map(({ asin }) => asin)
  const asinsElsewhere = isOfNoParent ? shared.map(({ asin }) => asin) : []
  if (by !== 'parent') return { skus: [...skus], asins, asinsElsewhere }
  // A parent that nobody asks for has its own all the same.
  const parents = [
    ...parentOf,
    ...shared.map(({ asin, skus: [first] }) => [asin, parentOf.get(first!) ?? UNASKED] as const),
  ]
  return {
    skus: [...skus],
    asins,
    asinsElsewhere,
    products: parents.map(([product]) => product),
    groups: parents.map(([, parent]) => parent),
  }
}

/** A parent that nobody asks for; of brands, what has none. */
const UNASKED = UNBRANDED

/** Sums of some products: those of a market that several of them share are taken once. */
function sumsOfSkus(
  fact: FactName,
  { by, skus }: { by: keyof typeof measuredSums; skus: readonly string[] },
  { asins, asinsElsewhere }: { asins: string[]; asinsElsewhere: string[] },
) {
  const isOfAsins = asins.length > 0 || asinsElsewhere.length > 0
  const { sumsOfSkus, lastOfSkus, onceOfSkus } = (isOfAsins ? measuredSumsWithAsins : measuredSums)[by]
  if (COUNTS_LAST.includes(fact)) return lastOfSkus
  return isTakenOnce(fact, { by, skus }) ? onceOfSkus : sumsOfSkus
}

/** Whether products are asked together that may share what is one. */
export const isTakenOnce = (fact: FactName, { by, skus }: Pick<MeasuredQuestion, 'by' | 'skus'>): boolean =>
  TAKEN_ONCE.includes(fact) && !isByProduct(by) && skus.length > 1

/** Those that are added up by period; others are read by themselves. */
const isReadApart = (measure: Measure): boolean => isOfWindow(measure) || isOfAdReports(measure)
const factsOf = ({ measures }: Pick<MeasuredQuestion, 'measures'>): FactName[] => [
  ...new Set(measures.filter((measure) => !isReadApart(measure)).map(factOf)),
]

function sumParams(company: Company, question: MeasuredQuestion, money: CompanyMoney, fact: FactName) {
  const { starts, span } = segmentsOf(question.periods)
  return {
    ...visibilityOf(company),
    // Nothing lies before the calendar, and the engine has no such days.
    from: later(span.start, CALENDAR.start),
    to: span.end,
    segmentStarts: starts.map(dayNumber),
    fact,
    ...chosenMarketplaces(question.marketplaces),
    currency: question.currencyCode,
    currencies: money.currencies,
    ...heldRatesOf(money),
    names: question.measures.flatMap((measure) =>
      factOf(measure) === fact && !isReadApart(measure) ? [measure.slice(fact.length + 1)] : [],
    ),
    levels: levelsOf(question),
  }
}

/** SQL with its values, a statement for each fact, of what measures come to in one period: `measure, amount, withoutRate`. */
export async function measuredStatements(
  services: Services,
  company: Company,
  question: MeasuredQuestion,
): Promise<string[]> {
  const money = await moneyOf(services, company)
  const { sums, last } = measuredSums.total
  const windows = question.measures.filter(isOfWindow)
  const [ofReports, ...statements] = await Promise.all([
    adReportStatements(services, company, { ...question, periods: periodsOf(question) }),
    ...factsOf(question).map(async (fact) => {
      const ofWhole = COUNTS_LAST.includes(fact) ? last : sums
      const products = await productParams(services, company, fact, question)
      const { text } =
        question.skus.length > 0 ? sumsOfSkus(fact, { ...question, by: 'total' }, products) : ofWhole
      return copyable(
        `SELECT concat({fact:String}, '.', name) AS measure, amount, withoutRate FROM (${text})`,
        {
          ...sumParams(company, question, money, fact),
          ...products,
          companyId: company.id,
        },
      )
    }),
    ...factsOf(question)
      .filter((fact) => question.measures.some((measure) => factOf(measure) === fact && isCosted(measure)))
      .map(async (fact) =>
        copyable(
          `SELECT concat({fact:String}, '.', name) AS measure, amount, withoutRate FROM (${costedSums.total.text}) WHERE has({measures:Array(String)}, measure)`,
          {
            ...(await costParams(services, company, { ...question, by: 'total' }, { fact, money })),
            measures: [...question.measures],
            companyId: company.id,
          },
        ),
      ),
    ...(windows.length === 0
      ? []
      : [
          stockWindowStatement(services, company, {
            ...windowsAsked({ ...question, by: 'total', measures: windows }),
            marketplaces: question.marketplaces,
            periods: question.periods.map(({ period }) => period),
          }),
        ]),
  ])
  return [...statements, ...ofReports]
}

/** The levels that a question reads (TRAF-2). */
export const levelsOf = (question: Pick<MeasuredQuestion, 'by' | 'skus'>): Level[] => [
  'ANY',
  levelOf(question),
]

const levelOf = ({ by, skus }: Pick<MeasuredQuestion, 'by' | 'skus'>): Level =>
  isByProduct(by) || skus.length > 0 ? 'PRODUCT' : 'ACCOUNT'

const isByProduct = (by: MeasureKey): boolean => by === 'sku' || by === 'parent'

interface Sums {
  amount: Decimal
  rowCount: number
  unconverted: Figure['unconverted']
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
  const byKey = new Map<string, Map<string, MeasureSum[]>>()
  for (const one of rows) {
    const named = byKey.get(one.name) ?? new Map<string, MeasureSum[]>()
    byKey.set(one.name, named)
    push(named, one.key, one)
  }
  // Of all products nobody asks for the whole, and there may be very many.
  let byName: Map<string, MeasureSum[]> | undefined
  const wholeOf = (name: string) => {
    if (!byName) {
      byName = new Map()
      for (const one of wholes(rows)) push(byName, one.name, one)
    }
    return byName.get(name)
  }
  /** The last stretch of a period in which a place has a day. */
  const lastIn = remembered(({ start, end }: DateRange) => {
    const last = new Map<string, number>()
    for (const { segment, place } of closings ?? [])
      if (segment >= dayNumber(start) && segment <= dayNumber(end))
        last.set(place, Math.max(last.get(place) ?? segment, segment))
    return last
  })
  const daysOf = remembered(({ start, end }: DateRange) => [dayNumber(start), dayNumber(end)] as const)
  return {
    keys: [...new Set(rows.map(({ key }) => key))],
    hasLast: (period, marketplace) =>
      [...lastIn(period).keys()].some(
        (place) => marketplace === undefined || place.split(' ')[1] === marketplace,
      ),
    of: (name, period, key) => {
      const last = closings && lastIn(period)
      const [from, to] = daysOf(period)
      const found = (key === undefined ? wholeOf(name) : byKey.get(name)?.get(key)) ?? []
      let [amount, rowCount] = [ZERO, 0]
      let unconverted: Map<string, Decimal> | undefined
      for (const one of found) {
        if (one.since < from || one.segment > to) continue
        if (last && last.get(one.place) !== one.segment) continue
        amount += one.amount
        rowCount += one.rowCount
        if (!one.withoutRate) continue
        const [currency] = one.withoutRate.split(' ') as [string]
        unconverted ??= new Map()
        unconverted.set(currency, (unconverted.get(currency) ?? ZERO) + one.unconverted)
      }
      return { amount, rowCount, unconverted: unconverted ?? ABSENT.unconverted }
    },
  }
}

/** Sums of all keys together. */
function wholes(rows: readonly MeasureSum[]): MeasureSum[] {
  const groups = new Map<string, MeasureSum>()
  for (const one of rows) {
    const id = [one.name, one.since, one.segment, one.withoutRate, one.place].join('\t')
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
  // Keys ask with the same few periods, so that these need not be compared by their days.
  const known = new WeakMap<DateRange, Map<string, T>>()
  return (period, ...words) => {
    let ofPeriod = known.get(period)
    if (!ofPeriod) known.set(period, (ofPeriod = new Map()))
    const id = words.length === 0 ? '' : words.join(',')
    let found = ofPeriod.get(id)
    if (found === undefined) {
      found = work(period, ...words)
      ofPeriod.set(id, found)
    }
    return found
  }
}

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

/** Of very many keys most lack nothing: what is empty is one and the same, and nobody changes it. */
const ABSENT: Figure = { value: null, lacks: new Set(), unconverted: new Map(), isShared: false }

function answerOf(
  question: MeasuredQuestion,
  facts: ReadonlyMap<FactName, FactSums>,
  { windows, reports }: { windows: StockWindows | undefined; reports: AdReports | undefined },
  streams: (period: DateRange) => Streams,
  yesterday: string,
): MeasuredAnswer {
  const level = levelOf(question)
  const children = childrenOf(question.parentOf)
  const windowOf = (period: DateRange, key: string | undefined, isAdded = false) =>
    isAdded && question.by === 'parent'
      ? windows?.together(period, children.get(key ?? '') ?? [])
      : windows?.of(
          period,
          {
            sku: key,
            parent: key === undefined ? undefined : onlyChild(children.get(key))[0],
            total: question.skus.length === 1 ? question.skus[0] : undefined,
            marketplace: undefined,
            adType: undefined,
          }[question.by],
        )
  const inWindow = remembered(({ start, end }) =>
    coverageOfAll(
      [windows!.streams.orders, windows!.streams.snapshots].map((one) =>
        ofWholeDays(coverageOf(one, { start, end }, yesterday)),
      ),
    ),
  )
  /**
   * Of the window, which a period ends, and of the period where its days are counted; where there is no window, of the period,
   * of which nothing is known.
   */
  const coverageInWindow = (period: DateRange, key: string | undefined, isAdded: boolean): PeriodCoverage => {
    const range = windowOf(period, key, isAdded)?.range ?? period
    return inWindow(isAdded ? { start: earlier(range.start, period.start), end: period.end } : range)
  }
  const covered = remembered(
    (period, kind: keyof Streams, fact: FactName, marketplace: string | undefined): PeriodCoverage => {
      const marketplaces = marketplace === undefined ? question.marketplaces : [marketplace]
      const inScope = streamsOfFact(streams(period), kind, fact, marketplaces, period)
      const coverage = coverageOf(inScope, period, yesterday)
      // A day without a report is not one on which nothing happened.
      if (!COUNTS_LAST.includes(fact)) return ofWholeDays(coverage)
      const last = earlier(period.end, yesterday)
      return ofWholeDays({
        ...coverageOf(inScope, { start: last, end: last }, yesterday),
        startDate: coverage.startDate,
        endDate: coverage.endDate,
        isCovered: facts.get(fact)!.hasLast(period, marketplace),
      })
    },
  )
  const kindOf = (measure: Measure) => KNOWN.get(measure)![level] ?? KNOWN.get(measure)!.ANY
  const marketplaceIn = (key: string | undefined) => (question.by === 'marketplace' && key) || undefined
  /** Of measures by name, so that it is worked out once for all the keys that ask. */
  const coveredAll = remembered((period, names: string, marketplace: string | undefined) =>
    coverageOfAll(
      (names.split(' ') as Measure[]).flatMap((measure) => {
        const kind = kindOf(measure)
        return kind ? [covered(period, kind, factOf(measure), marketplace)] : []
      }),
    ),
  )
  return {
    keys: () => [...new Set([...facts.values()].flatMap(({ keys }) => keys))].toSorted(),
    figure: (measure, period, key) => {
      if (isOfWindow(measure)) {
        const isAdded = addsUpOverProducts(measure)
        const said = windowOf(period, key, isAdded)?.said?.[measure] ?? null
        const isWhole = coverageInWindow(period, key, isAdded).isWhole
        return { ...ABSENT, value: said, lacks: new Set<Lack>(isWhole ? [] : ['DAYS']) }
      }
      const fact = factOf(measure)
      const kind = kindOf(measure)
      // What is said of the whole account alone is not known of a product, and what products share is no sum of theirs.
      if (!kind || (isByProduct(question.by) && key === undefined && isShared(measure))) return ABSENT
      const { isCovered, isWhole } = covered(period, kind, fact, marketplaceIn(key))
      if (isOfAdReports(measure))
        return reportedFigure(reports!.of(measure, period, key), { isCovered, isWhole })
      const sumsOf = facts.get(fact)!.of
      const { amount, rowCount, unconverted } = sumsOf(measure.slice(fact.length + 1), period, key)
      const isCostUnknown = isCosted(measure) && sumsOf(UNITS_WITHOUT_COST, period, key).rowCount > 0
      const missing: Lack[] = [
        ...(isWhole ? [] : ['DAYS' as const]),
        ...(unconverted.size === 0 ? [] : ['RATES' as const]),
        ...(isCostUnknown ? ['COSTS' as const] : []),
      ]
      const lacks = missing.length === 0 ? ABSENT.lacks : new Set(missing)
      // Rows that all leave a column empty do not say nought.
      const isUnsaid = rowCount === 0 && (TOLD_WHOLE.includes(fact) || sumsOf(ROWS, period, key).rowCount > 0)
      const isAbsent = !isCovered || isUnsaid || unconverted.size > 0
      return { value: isAbsent ? null : amount, lacks, unconverted, isShared: false }
    },
    coverage: (measures, period, key) => {
      const ofPeriod = measures.filter((measure) => !isOfWindow(measure))
      const isAdded = measures.some(addsUpOverProducts)
      if (ofPeriod.length === 0) return coverageInWindow(period, key, isAdded)
      const covered = coveredAll(period, ofPeriod.join(' '), marketplaceIn(key))
      return ofPeriod.length === measures.length
        ? covered
        : coverageOfAll([covered, coverageInWindow(period, key, isAdded)])
    },
  }
}

/** What no report names is not known; of a covered period that holds nothing of the kind, there was none. */
function reportedFigure(
  sum: ReturnType<AdReports['of']>,
  { isCovered, isWhole }: Pick<PeriodCoverage, 'isCovered' | 'isWhole'>,
): Figure {
  if (!isCovered || !sum) return ABSENT
  const lacks = new Set<Lack>(isWhole ? [] : ['DAYS'])
  if (sum.unconverted.size > 0) lacks.add('RATES')
  return {
    value: sum.unconverted.size > 0 ? null : sum.amount,
    lacks,
    unconverted: sum.unconverted,
    isShared: false,
  }
}

function streamsOfFact(
  streams: Streams,
  kind: keyof Streams,
  fact: FactName,
  marketplaces: readonly string[],
  period: DateRange,
): Stream[] {
  // An order report is of all marketplaces of its currency, those without an order among them.
  const reaching = (kind === 'ORDER' ? streamsIn : streamsAt)(streams[kind], marketplaces)
  return TOLD_WHOLE.includes(fact) ? reaching.map((one) => knownWhole(one, period)) : reaching
}

/** Measures that are sums of days, and of which no file says anything of a product in a period. */
export const unsaidOfProducts = (
  streams: Streams,
  measures: readonly Measure[],
  marketplaces: readonly string[],
  period: DateRange,
  yesterday: string,
): Measure[] =>
  measures.filter((measure) => {
    const { PRODUCT, ANY } = KNOWN.get(measure)!
    const kind = PRODUCT ?? ANY
    if (!kind) return true
    const inScope = streamsOfFact(streams, kind, factOf(measure), marketplaces, period)
    return !coverageOf(inScope, period, yesterday).isCovered
  })

function ofWholeDays(coverage: PeriodCoverage): PeriodCoverage {
  const isWhole = coverage.isCovered && coverage.share === 1
  return { ...coverage, isWhole, isBase: isWhole && coverage.isBase, isComparable: isWhole }
}

const isShared = (measure: Measure): boolean =>
  TAKEN_ONCE.includes(factOf(measure)) && KNOWN.get(measure)?.ANY === undefined
