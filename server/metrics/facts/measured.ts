import { heldReadings } from '#server/ledger/held-readings.ts'
import { chosenMarketplaces } from '#server/ledger/chosen-marketplaces.ts'
import { addDays, CALENDAR, later, type DateRange } from '#contract/date-range.ts'
import { ZERO } from '#contract/decimal.ts'
import type { FactName, Measure } from '#contract/metrics/metric.ts'
import type { Company } from '#server/accounts/index.ts'
import { copyable } from '#server/analytics/index.ts'
import { streamsPerPeriod } from '#server/ledger/coverage/streams-per-period.ts'
import { UNBRANDED } from '#server/ledger/products/catalogue.ts'
import { heldRatesOf, moneyOf, type CompanyMoney } from '#server/ledger/currencies/company-money.ts'
import { ROWS, TAKEN_ONCE } from '#server/ledger/derivation/derive-measures.ts'
import { visibilityOf } from '#server/ledger/journal.ts'
import { heldBy, SHARED_BY_ASIN, sharedAsinsOf } from '#server/ledger/products/shared-asins.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { dayNumber, segmentsOf } from '../segments.ts'
import { adReportStatements, isOfAdReports, readAdReports } from './ad-reports.ts'
import type { HeldOnDays } from './kept-days.ts'
import { measuredSumsOfDays, measuresHeld, type SumsOfDays } from './measured-days.ts'
import {
  adTypeSums,
  costedSums,
  lastDays,
  measuredSums,
  measuredSumsWithAsins,
  ordersOnce,
  rowsOfAsins,
  sumsOfColumns,
  sumsOfEverySku,
  type MeasureSum,
  type SumOfFact,
} from './measured-sums.ts'
import { runConverting } from './conversion.ts'
import { isCosted } from './stock-costs.ts'
import {
  addsUpOverProducts,
  isOfWindow,
  readStockWindows,
  stockWindowStatement,
  type StockWindows,
  type WindowQuestion,
} from './stock-window.ts'
import { asksOrdersTogether } from './orders-once.ts'
import { factOf, KNOWN, COUNTS_LAST, levelsOf, isByProduct, withBeside } from './known-measures.ts'
import { type FactSums, factSums } from './fact-sums.ts'
import {
  type MeasuredQuestion,
  type MeasuredAnswer,
  childrenOf,
  onlyChild,
  answerOf,
} from './measured-answer.ts'

/*
 * Everything that is counted beside the ledger: orders, returns, sales and traffic, advertising, stock. One statement for each fact that a
 * question needs; facts meet in the evaluator.
 */

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
  const [counted, costs, undivided, windows, reports] = await Promise.all([
    countedSumsOf(services, company, question, money, signal),
    Promise.all(
      factsOf(question).map((fact) => costsOf(services, company, question, { fact, money }, signal)),
    ),
    undividedOf(services, company, question, money, signal),
    readWindowsOf(services, company, question, signal),
    question.measures.some(isOfAdReports)
      ? readAdReports(services, company, { ...question, periods: periodsOf(question) }, signal)
      : undefined,
  ])
  const sums = counted.map(({ fact, rows, closings }, index): [FactName, FactSums] => [
    fact,
    factSums([...rows, ...costs[index]!], closings),
  ])
  return answerOf(
    question,
    new Map(sums),
    { undivided, windows, reports },
    streams,
    addDays(today(services), -1),
  )
}

/** How far the files reach that state some measures, without a number of any. */
export async function measuredCoverage(
  services: Services,
  company: Company,
  question: MeasuredQuestion,
): Promise<Pick<MeasuredAnswer, 'coverage'>> {
  const streams = await streamsPerPeriod(services, company)
  const nothing = { undivided: undefined, windows: undefined, reports: undefined }
  return answerOf(question, new Map(), nothing, streams, addDays(today(services), -1))
}

/** Rows of ASINs that products share with others: nobody says which part of them is whose. Undefined where there are none. */
async function undividedOf(
  services: Services,
  company: Company,
  question: MeasuredQuestion,
  money: CompanyMoney,
  signal: AbortSignal | undefined,
): Promise<FactSums | undefined> {
  const { by, skus } = question
  const isOfProducts = by === 'sku' || ((by === 'total' || by === 'marketplace') && skus.length > 0)
  if (!isOfProducts || !factsOf(question).includes(SHARED_BY_ASIN)) return undefined
  const asked = new Set(skus)
  const shared = (await sharedAsinsOf(services, company)).flatMap(({ asin, skus: its }) => {
    const ofThem = skus.length === 0 ? its : its.filter((sku) => asked.has(sku))
    // A selection of all of them has the rows.
    const isNobodys = ofThem.length > 0 && (by === 'sku' || ofThem.length < its.length)
    return isNobodys
      ? [[asin, by === 'sku' ? ofThem : [by === 'total' ? '' : asin.split(' ')[0]!]] as const]
      : []
  })
  if (shared.length === 0) return undefined
  const keysOf = new Map(shared)
  const params = { ...sumParams(company, question, money, [SHARED_BY_ASIN]), asins: [...keysOf.keys()] }
  const rows = await services.analytics.run(rowsOfAsins, company, params, { signal })
  return factSums(
    rows.flatMap(({ placedAsin, ...stretch }) =>
      keysOf.get(placedAsin)!.map((key) => ({
        ...stretch,
        key,
        name: ROWS,
        place: '',
        amount: ZERO,
        rowCount: 1,
        withoutRate: '',
        unconverted: ZERO,
      })),
    ),
    undefined,
  )
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
  if ((await heldOf(services, company, { ...params, fact }))?.names.size === 0) return []
  return services.analytics.run(costedSums[by], company, params, { signal })
}

async function costParams(
  services: Services,
  company: Company,
  question: MeasuredQuestion,
  { fact, money }: { fact: FactName; money: CompanyMoney },
) {
  const { by, skus } = question
  return {
    ...sumParams(company, question, money, [fact]),
    ...(by === 'parent' && (await productParams(services, company, fact, question))),
    ...(await heldReadings(services, company)),
    anyProduct: skus.length === 0,
    skus: [...skus],
  }
}

/** What a fact answers; of what counts last, also which stretches hold a last day. */
interface Counted {
  fact: FactName
  rows: readonly MeasureSum[]
  closings?: SumsOfDays['lastDays'] | undefined
}

/** Each of the facts of a question. Those that only add up are read together, since the engine plans every statement. */
async function countedSumsOf(
  services: Services,
  company: Company,
  question: MeasuredQuestion,
  money: CompanyMoney,
  signal: AbortSignal | undefined,
): Promise<Counted[]> {
  const facts = factsOf(question)
  const known = await Promise.all(facts.map((fact) => knownSums(services, company, question, money, fact)))
  const unread = facts.filter((_, index) => !known[index])
  const isApart = (fact: FactName) =>
    COUNTS_LAST.includes(fact) ||
    isTakenOnce(fact, question) ||
    areOrdersTogether(fact, question) ||
    (fact === SHARED_BY_ASIN && question.by !== 'sku')
  const together = unread.filter((fact) => !isApart(fact))
  const parts = [...unread.filter(isApart).map((fact) => [fact]), ...(together.length > 0 ? [together] : [])]
  const read = await Promise.all(
    parts.map((part) => readSums(services, company, question, { facts: part, money }, signal)),
  )
  const bySource = new Map([...known, ...read.flat()].flatMap((one) => (one ? [[one.fact, one]] : [])))
  return facts.map((fact) => bySource.get(fact)!)
}

/** What can be said of a fact without a statement: its kept days, or that it has nothing on those that are asked for. */
async function knownSums(
  services: Services,
  company: Company,
  question: MeasuredQuestion,
  money: CompanyMoney,
  fact: FactName,
): Promise<Counted | undefined> {
  const { by, skus } = question
  const isLast = COUNTS_LAST.includes(fact)
  const params = sumParams(company, question, money, [fact])
  if (skus.length === 0 && (by === 'total' || by === 'marketplace')) {
    const kept = await measuredSumsOfDays(services, company, { ...params, fact }, { by, isLast })
    if (kept) return { fact, rows: kept.sums, closings: isLast ? kept.lastDays : undefined }
  }
  const held = await heldOf(services, company, { ...params, fact })
  return held?.names.size === 0 ? { fact, rows: [], closings: isLast ? [] : undefined } : undefined
}

async function readSums(
  services: Services,
  company: Company,
  question: MeasuredQuestion,
  { facts, money }: { facts: readonly FactName[]; money: CompanyMoney },
  signal: AbortSignal | undefined,
): Promise<Counted[]> {
  const { by, skus } = question
  const { analytics } = services
  const options = { signal }
  const params = sumParams(company, question, money, facts)
  const [first] = facts
  const isLast = COUNTS_LAST.includes(first!)
  const ofFacts = (rows: readonly SumOfFact[]): Counted[] =>
    facts.map((fact) => ({ fact, rows: rows.filter((row) => row.fact === fact) }))
  if (by === 'adType') {
    const { sums, sumsOfSkus } = adTypeSums
    return ofFacts(
      skus.length > 0
        ? await analytics.run(sumsOfSkus, company, { ...params, skus: [...skus] }, options)
        : await analytics.run(sums, company, params, options),
    )
  }
  const held = await ratesHeld(services, company, facts, params)
  if (by === 'sku' && skus.length === 0 && !isLast) {
    const columns = await runConverting(analytics, sumsOfEverySku, company, params, held, options)
    return ofFacts(columns.flatMap(sumsOfColumns))
  }
  const { sums, last } = measuredSums[by]
  const products = await productParams(services, company, first!, question)
  const ofWhole = isLast ? last : areOrdersTogether(first!, question) ? ordersOnce.ofEveryParent : sums
  const [query, all] =
    skus.length > 0
      ? [sumsOfSkus(first!, { ...question, by }, products), { ...params, ...products }]
      : [ofWhole, by === 'parent' ? { ...params, ...products } : params]
  const [rows, closings] = await Promise.all([
    runConverting(analytics, query, company, all, held, options),
    isLast ? analytics.run(lastDays, company, params, options) : undefined,
  ])
  return ofFacts(rows).map((one) => ({ ...one, closings }))
}

/** The rates that rows of some facts need; undefined where nobody knows. */
export async function ratesHeld(
  services: Services,
  company: Company,
  facts: readonly FactName[],
  params: Pick<ReturnType<typeof sumParams>, 'currency' | 'from' | 'to'>,
): Promise<Pick<HeldOnDays, 'rates'> | undefined> {
  const held = await Promise.all(facts.map((fact) => heldOf(services, company, { ...params, fact })))
  const rates = held.flatMap((one) => one?.rates ?? [])
  if (held.some((one) => !one?.rates)) return undefined
  return { rates: [...new Map(rates.map((rate) => [`${rate.currency} ${rate.day}`, rate])).values()] }
}

/** What a fact has on the days of a question, whatever it is of; undefined where nobody knows. */
const heldOf = (
  services: Services,
  company: Company,
  {
    fact,
    currency,
    from,
    to,
  }: { fact: FactName } & Pick<ReturnType<typeof sumParams>, 'currency' | 'from' | 'to'>,
) => measuresHeld(services, company, { fact, currency }, { from: dayNumber(from), to: dayNumber(to) })

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

/** Sums of some products: those of a market, and of orders, that several of them share are taken once. */
function sumsOfSkus(
  fact: FactName,
  question: Pick<MeasuredQuestion, 'measures' | 'skus'> & { by: keyof typeof measuredSums },
  { asins, asinsElsewhere }: { asins: string[]; asinsElsewhere: string[] },
) {
  const { by } = question
  if (by !== 'sku' && areOrdersTogether(fact, question)) return ordersOnce[by]
  const isOfAsins = asins.length > 0 || asinsElsewhere.length > 0
  const { sumsOfSkus, lastOfSkus, onceOfSkus } = (isOfAsins ? measuredSumsWithAsins : measuredSums)[by]
  if (COUNTS_LAST.includes(fact)) return lastOfSkus
  return isTakenOnce(fact, question) ? onceOfSkus : sumsOfSkus
}

const areOrdersTogether = (fact: FactName, question: Pick<MeasuredQuestion, 'measures' | 'by' | 'skus'>) =>
  fact === 'orders' && asksOrdersTogether(question)

/** Whether products are asked together that may share what is one. */
export const isTakenOnce = (fact: FactName, { by, skus }: Pick<MeasuredQuestion, 'by' | 'skus'>): boolean =>
  TAKEN_ONCE.includes(fact) && !isByProduct(by) && skus.length > 1

/** Those that are added up by period; others are read by themselves. */
const isReadApart = (measure: Measure): boolean => isOfWindow(measure) || isOfAdReports(measure)
const factsOf = ({ measures }: Pick<MeasuredQuestion, 'measures'>): FactName[] => [
  ...new Set(measures.filter((measure) => !isReadApart(measure)).map(factOf)),
]

export function sumParams(
  company: Company,
  question: MeasuredQuestion,
  money: CompanyMoney,
  facts: readonly FactName[],
) {
  const { starts, span } = segmentsOf(question.periods)
  return {
    ...visibilityOf(company),
    // Nothing lies before the calendar, and the engine has no such days.
    from: later(span.start, CALENDAR.start),
    to: span.end,
    segmentStarts: starts.map(dayNumber),
    facts: [...facts],
    ...chosenMarketplaces(question.marketplaces),
    currency: question.currencyCode,
    currencies: money.currencies,
    ...heldRatesOf(money),
    names: [ROWS, ...new Set(facts.flatMap((fact) => namesIn(withBeside(question.measures), fact)))],
    levels: levelsOf(question),
  }
}

const namesIn = (measures: readonly Measure[], fact: FactName): string[] =>
  measures.flatMap((measure) =>
    factOf(measure) === fact && !isReadApart(measure) ? [measure.slice(fact.length + 1)] : [],
  )

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
      const query =
        question.skus.length > 0 ? sumsOfSkus(fact, { ...question, by: 'total' }, products) : ofWhole
      const { text } = query.joined
      return copyable(`SELECT concat(fact, '.', name) AS measure, amount, withoutRate FROM (${text})`, {
        ...sumParams(company, question, money, [fact]),
        // What is told beside them is no part of them.
        names: namesIn(question.measures, fact),
        ...products,
        companyId: company.id,
      })
    }),
    ...factsOf(question)
      .filter((fact) => question.measures.some((measure) => factOf(measure) === fact && isCosted(measure)))
      .map(async (fact) =>
        copyable(
          `SELECT concat(fact, '.', name) AS measure, amount, withoutRate FROM (${costedSums.total.text}) WHERE has({measures:Array(String)}, measure)`,
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
