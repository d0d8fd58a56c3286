import {
  addDays,
  CALENDAR,
  daysIn,
  daysOf,
  later,
  type DateRange,
  type IsoDate,
} from '#contract/date-range.ts'
import { groupedBy } from '#contract/grouped-by.ts'
import type { Figure, Settings } from '#contract/metrics/evaluate.ts'
import type { PlannedPeriod } from '#contract/periods.ts'
import { PNL_BASES, type PnlBasis, type PnlInput } from '#contract/profit-and-loss.ts'
import type { Company } from '#server/accounts/index.ts'
import { copyable } from '#server/analytics/index.ts'
import { dayNumber, segmentsOf, type Segments } from '../segments.ts'
import { allocationIn, isOfAll, type Allocation } from './allocation.ts'
import { streamsAt, streamsIn, type Streams } from '#server/ledger/coverage/claims.ts'
import { streamsPerPeriod } from '#server/ledger/coverage/streams-per-period.ts'
import { storageIn } from '#server/ledger/coverage/storage-days.ts'
import { ratesOfDays } from '#server/ledger/currencies/conversion.ts'
import {
  expenseParams,
  expensesIn,
  type AskedExpenses,
  type ExpenseScope,
} from '#server/ledger/expense-days.ts'
import { SHARED_LINES } from '#server/ledger/derivation/storage-shares.ts'
import { visibilityOf } from '#server/ledger/journal.ts'
import {
  expenseSums,
  ledgerSumsByKeyOf,
  ledgerSumsOf,
  type KeyedBy,
  type LedgerKey,
  type LedgerSum,
} from './ledger-sums.ts'
import type { PeriodCoverage, Stream } from '#server/ledger/coverage/covered-days.ts'
import { heldRatesOf, moneyOf, type CompanyMoney } from '#server/ledger/currencies/company-money.ts'
import { ledgerLinesOf } from '#server/ledger/shown-line.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { ledgerChanges } from './changed-rows.ts'
import { differenceOfOrder, orderDifferences } from './order-differences.ts'
import { LedgerRowCounts, ledgerRows } from './ledger-rows.ts'
import { isByRow, isToldOn, sumsByRow, sumsByRowAndKey } from './ledger-by-row.ts'
import { LISTED_MAX, listedRates, runConverting } from './conversion.ts'
import { expensesHeld, ledgerHeld, ledgerSumsOfDays } from './ledger-days.ts'
import { factorsFrom, factorsOver, type RateOfDay } from './kept-days.ts'
import { unsharedIn } from './unshared-storage.ts'
import {
  LEDGER_LINES,
  ledgerPeriod,
  ledgerSums,
  leftOutOf,
  type LedgerContext,
  type LedgerPeriod,
} from './ledger-figures.ts'

export type LedgerScope = {
  basis: PnlBasis
  settings?: Settings | undefined
  /** Whose products the SKUs are; empty where they have no parent. */
  parentAsin?: string | undefined
  /** They have become products: a question that still names some did not go through `ofBrands`. */
  brandNames?: never
} & AskedExpenses &
  Pick<PnlInput, 'currencyCode' | 'marketplaces' | 'skus' | 'useAdjustedAdvertising' | 'notAllocated'>

export interface LedgerAnswer {
  /** Of one of the periods that were asked, or of a comparison. */
  in: (period: DateRange) => LedgerPeriod
  /** What the selection leaves out of it, as net profit; null where there is nothing. */
  leftOut: (period: DateRange, coverage: PeriodCoverage) => Figure | null
}

/** One statement for all periods, whatever they are, and another one for what is read row by row. */
export async function readLedger(
  services: Services,
  company: Company,
  scope: LedgerScope,
  periods: readonly Pick<PlannedPeriod, 'period' | 'comparison'>[],
  signal: AbortSignal | undefined,
  byRow: readonly string[] = [],
): Promise<LedgerAnswer> {
  const question = await questionOf(services, company, scope, periods, byRow)
  const sums = await sumsOf(services, company, question, signal)
  const contextOf = await contextsOf(services, company, question, sums)
  // What is left out has no marketplace: it is known where anything of its company is.
  const context = contextOf(scope.notAllocated === 'ONLY' ? [] : scope.marketplaces)
  const isShown = ({ allocation: word }: LedgerSum) => question.allocation.shown.includes(word)
  const shown = ledgerSums(sums.filter(isShown))
  // Asked for alone, it is the answer.
  const leftOut = ledgerSums(scope.notAllocated === 'ONLY' ? [] : sums.filter((sum) => !isShown(sum)))
  // What one month is compared with is often another of the months.
  const known = new Map<string, LedgerPeriod>()
  const inPeriod = (period: DateRange): LedgerPeriod => {
    const key = `${period.start} ${period.end}`
    const found = known.get(key) ?? ledgerPeriod(shown, period, context(period))
    known.set(key, found)
    return found
  }
  return {
    in: inPeriod,
    leftOut: (period, coverage) => leftOutOf(leftOut, period, coverage),
  }
}

export interface KeysAsked {
  by: KeyedBy
  keys: readonly string[] | 'ALL'
  /** The parent or brand of each product, where these are put together by it. */
  parentOf?: ReadonlyMap<string, string>
}

/**
 * Told apart by product, brand or marketplace; what belongs to none has an empty key. With all keys they add up to the whole. Of keys
 * of which nobody asks for a line it is known which days are covered, and nothing is read.
 *
 * @param names the lines that are asked for
 */
export async function readLedgerByKey(
  services: Services,
  company: Company,
  scope: LedgerScope,
  asked: KeysAsked,
  periods: readonly Pick<PlannedPeriod, 'period' | 'comparison'>[],
  signal: AbortSignal | undefined,
  names: readonly string[],
): Promise<{ keys: string[]; in: (key: string, period: DateRange) => LedgerPeriod }> {
  const { by, keys, parentOf } = asked
  const question = await questionOf(services, company, scope, periods, names)
  const isShown = ({ allocation: word }: LedgerSum) => question.allocation.shown.includes(word)
  const isRead = keys === 'ALL' || names.length > 0
  const sums = isRead ? (await sumsByKey(services, company, question, asked, signal)).filter(isShown) : []
  const contextOf = await contextsOf(services, company, question, sums, isRead && by === 'product')
  const rowsByKey = new Map<string, typeof sums>()
  for (const sum of sums) {
    const key = (by === 'product' && parentOf?.get(sum.key)) || sum.key
    const ofKey = rowsByKey.get(key)
    if (ofKey) ofKey.push(sum)
    else rowsByKey.set(key, [sum])
  }
  const byKey = new Map([...rowsByKey].map(([key, ofKey]) => [key, ledgerSums(ofKey)]))
  return {
    keys: [...rowsByKey].flatMap(([key, ofKey]) => (ofKey.some(({ rowCount }) => rowCount > 0) ? key : [])),
    in: (key, period) =>
      ledgerPeriod(
        byKey.get(key) ?? NO_SUMS,
        period,
        by === 'marketplace'
          ? contextOf(key === '' ? scope.marketplaces : [key])(period)
          : contextOf(scope.marketplaces, key !== '')(period),
      ),
  }
}

async function sumsByKey(
  services: Services,
  company: Company,
  question: Question,
  { by, keys, parentOf = new Map<string, string>() }: KeysAsked,
  signal: AbortSignal | undefined,
): Promise<(LedgerSum & { key: string })[]> {
  const { expenses, byRow } = question
  const params = sumParams(company, question)
  const { analytics } = services
  const keyed = {
    ...params,
    isEveryKey: keys === 'ALL',
    keys: keys === 'ALL' ? [] : [...keys],
    products: [...parentOf.keys()],
    groups: [...parentOf.values()],
  }
  const options = { signal }
  const readByRow = async () =>
    byRow.length > 0
      ? analytics.run(sumsByRowAndKey[by], company, { ...keyed, byRow: [...byRow] }, options)
      : []
  if (by === 'marketplace' && params.anyProduct) {
    const kept = await ledgerSumsOfDays(services, company, params, { by, expenses })
    const isAsked = ({ key }: { key: string }) => keys === 'ALL' || keys.includes(key)
    if (kept) return [...kept.filter(isAsked), ...(await readByRow())]
  }
  const queries = ledgerSumsByKeyOf(by, params)
  const held = await heldIn(services, company, params, expenses)
  const sums = await Promise.all([
    runConverting(analytics, queries.ledger, company, keyed, held, options),
    expenses.isAny
      ? runConverting(analytics, queries.expenses, company, { ...keyed, ...expenses.params }, held, options)
      : [],
    readByRow(),
  ])
  return sums.flat()
}

const NO_SUMS = ledgerSums([])

export async function questionOf(
  services: Services,
  company: Company,
  scope: LedgerScope,
  periods: readonly Pick<PlannedPeriod, 'period' | 'comparison'>[],
  byRow: readonly string[] = [],
): Promise<Question> {
  const segments = segmentsOf(periods)
  const [money, streams, allocation] = await Promise.all([
    moneyOf(services, company),
    streamsPerPeriod(services, company),
    allocationIn(services, company, { ...scope, skus: productsOf(scope) }, scope.basis),
  ])
  const expenses = await expensesIn(services, company, allocation, segments.span, scope)
  return {
    scope,
    segments,
    money,
    streams,
    allocation,
    expenses,
    byRow: byRow.filter((name) => isByRow(name) && isToldOn(name, scope.basis)),
  }
}

/** What is known beside the sums, of some marketplaces. */
async function contextsOf(
  services: Services,
  company: Company,
  { scope, streams, allocation, expenses, byRow }: Question,
  sums: readonly LedgerSum[],
  isByProduct = false,
): Promise<
  (marketplaces: readonly string[] | undefined, isOfProduct?: boolean) => (period: DateRange) => LedgerContext
> {
  const isOfProducts = productsOf(scope)?.some((sku) => sku !== '') ?? false
  const [lacking, unshared] = await Promise.all([
    lackingRates(services, company, scope.currencyCode, sums),
    isByProduct || isOfProducts ? unsharedIn(services, company, scope.basis, allocation.params) : () => [],
  ])
  return (marketplaces, isOfProduct = isOfProducts) =>
    (of) => ({
      basis: scope.basis,
      settings: scope.settings,
      streams: streamsIn(expectedIn(streams(of), scope.basis), marketplaces),
      advertising: streamsAt(streams(of).ADVERTISING, marketplaces ?? []),
      stock: streamsIn(streams(of).STOCK, marketplaces),
      settled: streamsIn(streams(of).TRANSACTION, marketplaces),
      storage: storageIn(streamsIn(streams(of).TRANSACTION, marketplaces)),
      unsharedStorage: (period) => (isOfProduct ? unshared(period, marketplaces) : []),
      lacksExpenses: (period) => expenses.isLacking(period),
      usesBilledAdvertising: !scope.useAdjustedAdvertising,
      byRow,
      yesterday: addDays(today(services), -1),
      lackingRates: lacking,
    })
}

/**
 * What a statement is covered by. By order, an account with settlements whose orders nobody has given lacks them from its first
 * settlement on: what comes back there is in the statement, and what was sold is not.
 */
function expectedIn(streams: Streams, basis: LedgerScope['basis']): Stream[] {
  const known = streams[basis]
  if (basis === 'TRANSACTION' || known.length === 0) return known
  const accounts = new Set(known.map(({ accountId }) => accountId))
  const absent = streams.TRANSACTION.filter(({ accountId }) => !accounts.has(accountId))
  return [
    ...known,
    ...absent.map((stream): Stream => {
      const { start } = stream.claims[0]
      return {
        ...stream,
        claims: [{ start, end: addDays(start, -1), isStartStated: true, isEndStated: true }],
      }
    }),
  ]
}

/** Of two currencies one or both may lack the rate of a day; only those are worth getting. */
async function lackingRates(
  services: Services,
  company: Company,
  asked: string,
  sums: readonly LedgerSum[],
): Promise<LedgerContext['lackingRates']> {
  const pairs = sums.flatMap(({ withoutRate }) =>
    withoutRate ? [withoutRate.split(' ') as [string, string]] : [],
  )
  if (pairs.length === 0) return () => []
  const days = pairs.map(([, day]) => day).toSorted()
  const held = await ratesOfDays(
    services,
    company,
    {
      currencies: [...new Set([asked, ...pairs.map(([currency]) => currency)])],
      from: days[0]!,
      to: days.at(-1)!,
    },
    undefined,
  )
  const known = new Set(held.map(({ currency, day }) => `${currency} ${day}`))
  return (pair) => {
    const [currency, day] = pair.split(' ') as [string, string]
    return [currency, asked].filter((one) => one !== 'USD' && !known.has(`${one} ${day}`))
  }
}

/** The rows of these lines that a question is about. */
export async function ledgerRowScope(
  services: Services,
  company: Company,
  input: LedgerScope & { startDate: IsoDate; endDate: IsoDate },
  lines: readonly string[],
) {
  const [allocation, money] = await Promise.all([
    allocationIn(services, company, { ...input, skus: productsOf(input) }, input.basis),
    moneyOf(services, company),
  ])
  return {
    ...visibilityOf(company),
    ...expenseParams(services, { start: input.startDate, end: input.endDate }, input),
    ...allocation.params,
    shown: allocation.shown,
    basis: input.basis,
    from: input.startDate,
    to: input.endDate,
    lines: [...lines],
    ledgerLines: lines.some(isByRow) ? [...LEDGER_LINES] : ledgerLinesOf(lines),
    useBilledAdvertising: !input.useAdjustedAdvertising,
    advertised: money.advertised,
    advertisedSince: money.advertisedSince,
    closedAdvertised: money.closedAdvertised,
    closedAdvertisedSince: money.closedAdvertisedSince,
    onlyUnmapped: false,
  }
}

type RowScope = Awaited<ReturnType<typeof ledgerRowScope>>

/** Days that are counted one by one in the process; of more the engine does it, so that nobody else waits. */
const COUNTED_DAYS_MAX = 366

/** How many rows lines have, from the days that are kept or else from the rows. */
export async function countedRows(
  services: Services,
  company: Company,
  input: LedgerScope,
  scope: RowScope,
  options: { signal?: AbortSignal | undefined },
): Promise<LedgerRowCounts> {
  const { lines, anyProduct, onlyUnmapped } = scope
  // Days know neither what counts by what it is nor what is shared over products.
  const areLines = !lines.some((line) => isByRow(line) || SHARED_LINES.includes(line))
  const isShort = daysIn({ start: scope.from, end: scope.to }) <= COUNTED_DAYS_MAX
  const kept =
    anyProduct && !onlyUnmapped && areLines && isShort && (await keptCounts(services, company, input, scope))
  return kept || ledgerRows.count(services.analytics, company, scope, options)
}

async function keptCounts(
  services: Services,
  company: Company,
  input: LedgerScope,
  { lines, shown, from, to }: RowScope,
): Promise<LedgerRowCounts | undefined> {
  const period = { start: from, end: to }
  const question = await questionOf(services, company, input, [{ period, comparison: null }])
  const params = sumParams(company, question)
  const sums = await ledgerSumsOfDays(
    services,
    company,
    { ...params, segmentStarts: daysOf({ start: params.from, end: params.to }).map(dayNumber) },
    question,
  )
  if (!sums) return undefined
  const counts = new LedgerRowCounts()
  for (const { segment, line, allocation, rowCount } of sums)
    if (lines.includes(line) && shown.includes(allocation)) counts.add(line, segment, rowCount)
  return counts
}

/** The rates of a scope's rows; undefined where they are not known beforehand, or one is missing. */
export async function ratesOfScope(
  services: Services,
  company: Company,
  { currencyCode: currency }: LedgerScope,
  { basis, from, to, lines }: Pick<RowScope, 'basis' | 'from' | 'to' | 'lines'>,
): Promise<{ rates: RateOfDay[] } | undefined> {
  const held = await heldIn(
    services,
    company,
    { basis, currency, from, to },
    { isAny: lines.includes('operatingExpenses') },
  )
  return held?.lacksRates ? undefined : held
}

/** SQL with its values of what the lines of a scope come to in a period: `measure, amount, withoutRate`. */
export async function ledgerStatements(
  services: Services,
  company: Company,
  { basis, currencyCode }: LedgerScope,
  period: DateRange,
  scope: RowScope,
): Promise<string[]> {
  const money = await moneyOf(services, company)
  const params = {
    ...scope,
    ...money,
    companyId: company.id,
    basis,
    currency: currencyCode,
    segmentStarts: [dayNumber(period.start)],
    byRow: scope.lines.filter(isByRow),
  }
  const byRow = scope.lines.filter(isByRow)
  return [
    ...(byRow.length < scope.lines.length ? [ledgerSumsOf(scope).joined] : []),
    ...(scope.lines.includes('operatingExpenses') ? [expenseSums.joined] : []),
    ...(byRow.length > 0 ? [sumsByRow] : []),
  ].map(({ text }) =>
    copyable(
      `SELECT concat('ledger.', line) AS measure, amount, withoutRate FROM (${text})
WHERE has({lines:Array(String)}, line) AND has({shown:Array(String)}, allocation)`,
      params,
    ),
  )
}

export interface Question {
  scope: LedgerScope
  segments: Segments
  money: CompanyMoney
  streams: (period: DateRange) => Streams
  allocation: Allocation
  expenses: ExpenseScope
  /** Names of what is read row by row, of those that the basis has. */
  byRow: readonly string[]
}

async function sumsOf(
  services: Services,
  company: Company,
  { scope, segments, money, allocation, expenses, byRow }: Question,
  signal: AbortSignal | undefined,
): Promise<LedgerSum[]> {
  const params = sumParams(company, { scope, segments, money, allocation })
  const { analytics } = services
  const options = { signal }
  const readByRow = async () =>
    byRow.length > 0 ? analytics.run(sumsByRow, company, { ...params, byRow: [...byRow] }, options) : []
  if (params.anyProduct) {
    const kept = await ledgerSumsOfDays(services, company, params, { expenses })
    if (kept) return [...kept, ...(await readByRow())]
  }
  const held = await heldIn(services, company, params, expenses)
  const sums = await Promise.all([
    runConverting(analytics, ledgerSumsOf(params), company, params, held, options),
    expenses.isAny
      ? runConverting(analytics, expenseSums, company, { ...params, ...expenses.params }, held, options)
      : [],
    readByRow(),
  ])
  return sums.flat()
}

/** The rates that the ledger, and expenses where there are any, need on the days of a question; undefined where nobody knows. */
export async function heldIn(
  services: Services,
  company: Company,
  { basis, currency, from, to }: Pick<ReturnType<typeof sumParams>, 'basis' | 'currency' | 'from' | 'to'>,
  { isAny: hasExpenses }: Pick<ExpenseScope, 'isAny'>,
): Promise<{ rates: RateOfDay[]; lacksRates: boolean } | undefined> {
  const days = { from: dayNumber(from), to: dayNumber(to) }
  const held = await Promise.all([
    ledgerHeld(services, company, { basis, currency }, days),
    ...(hasExpenses ? [expensesHeld(services, company, { currency }, days)] : []),
  ])
  const rates = ratesIn(held)
  return rates && { rates, lacksRates: held.some((one) => one?.lacksRates) }
}

/** Each of them once; undefined where nobody knows those of one. */
function ratesIn(held: readonly ({ rates: readonly RateOfDay[] | undefined } | undefined)[]) {
  const rates = held.map((one) => one?.rates)
  if (!rates.every((one) => one !== undefined)) return undefined
  return [...new Map(rates.flat().map((rate) => [`${rate.currency} ${rate.day}`, rate])).values()]
}

export const sumParams = (
  company: Company,
  { scope, segments, money, allocation }: Pick<Question, 'scope' | 'segments' | 'money' | 'allocation'>,
) => ({
  basis: scope.basis,
  ...visibilityOf(company),
  // Nothing lies before the calendar, and the engine has no such days.
  from: later(segments.span.start, CALENDAR.start),
  to: segments.span.end,
  segmentStarts: segments.starts.map(dayNumber),
  currency: scope.currencyCode,
  useBilledAdvertising: !scope.useAdjustedAdvertising,
  ...money,
  ...allocation.params,
})

/** What some lines came to in two periods, told apart by a key; what belongs to none of them has an empty one. */
export async function readLedgerChanges(
  services: Services,
  company: Company,
  scope: LedgerScope,
  { key, period, comparison, ...asked }: ChangeQuestion,
  signal: AbortSignal | undefined,
) {
  const { span } = segmentsOf([{ period, comparison }])
  const [money, rows] = await Promise.all([
    moneyOf(services, company),
    ledgerRowScope(services, company, { ...scope, startDate: span.start, endDate: span.end }, asked.lines),
  ])
  const params = {
    ...rows,
    ...asked,
    currency: scope.currencyCode,
    currencies: money.currencies,
    ...heldRatesOf(money),
    periodStart: period.start,
    periodEnd: period.end,
    comparisonStart: comparison.start,
    comparisonEnd: comparison.end,
  }
  const held = await ratesOfScope(services, company, scope, rows)
  return runConverting(services.analytics, ledgerChanges[key](rows), company, params, held, { signal })
}

/** The orders of which some lines do not come to the same by order and by transaction, the largest difference first. */
export async function readOrderDifferences(
  services: Services,
  company: Company,
  scope: Omit<LedgerScope, 'basis'>,
  { period, lines, taken, limit, offset }: Omit<ChangeQuestion, 'key' | 'comparison'> & { offset: number },
  signal: AbortSignal | undefined,
) {
  const [money, allocation] = await Promise.all([
    moneyOf(services, company),
    allocationIn(services, company, { ...scope, skus: productsOf(scope) }, 'ORDER'),
  ])
  const segments = segmentsOf([{ period, comparison: null }])
  const params = {
    ...sumParams(company, { scope: { ...scope, basis: 'ORDER' }, segments, money, allocation }),
    lines,
    taken,
    shown: allocation.shown.filter((word) => word !== 'SHARED'),
  }
  const held = await Promise.all(
    PNL_BASES.map((basis) => heldIn(services, company, { ...params, basis }, { isAny: false })),
  )
  const listed = ratesIn(held)
  const { analytics } = services
  const options = { signal }
  const page = { ...params, limit, offset }
  const isWhole = params.anyProduct && isOfAll(params) && params.shown.includes('OWN')
  const { ranked: ranking, amounts } = isWhole ? orderDifferences.ofAll : orderDifferences.ofSelection
  const ranked = await (listed && listed.length <= LISTED_MAX
    ? analytics.run(ranking.listed, company, { ...page, ...listedRates(listed) }, options)
    : analytics.run(ranking.joined, company, page, options))
  if (ranked.length === 0) return { orderCount: 0, orders: [] }
  const orders = ranked.map(({ orderId }) => orderId)
  const rows = await analytics.run(amounts, company, { ...params, orders }, options)
  const factorOf = listed
    ? factorsFrom(listed, scope.currencyCode)
    : await factorsOver(services, company, rows, scope.currencyCode)
  const rowsOf = groupedBy(rows, ({ orderId }) => orderId)
  return {
    orderCount: ranked[0]!.orderCount,
    orders: orders.map((orderId) => ({
      orderId,
      ...differenceOfOrder(rowsOf.get(orderId) ?? [], period, factorOf),
    })),
  }
}

interface ChangeQuestion {
  key: LedgerKey
  period: DateRange
  comparison: DateRange
  lines: string[]
  /** Those whose amounts are taken away. */
  taken: string[]
  limit: number
}

/** SKUs that the filters leave; undefined without a filter. */
export const productsOf = ({ skus }: { skus?: string[] | undefined }): string[] | undefined =>
  skus?.length ? skus : undefined
