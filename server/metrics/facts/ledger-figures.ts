import { toText, ZERO, type Decimal } from '#contract/decimal.ts'
import type { DateRange, IsoDate } from '#contract/date-range.ts'
import {
  ALL_CONVERTED,
  unconvertedOf,
  evaluator,
  namesIn,
  NO_LACKS,
  type Figure,
  type Settings,
} from '#contract/metrics/evaluate.ts'
import type { Measure } from '#contract/metrics/metric.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import { PNL_LINE_IDS, type Lack } from '#contract/profit-and-loss-lines.ts'
import type { PnlBasis, PnlFlags } from '#contract/profit-and-loss.ts'
import { coverageOf, type PeriodCoverage, type Stream } from '#server/ledger/coverage/covered-days.ts'
import { SETTLED_ORDER_LINES } from '#server/ledger/derivation/derive.ts'
import { POSTED_FEES } from '#server/ledger/derivation/settled-fees.ts'
import { dayNumber } from '../segments.ts'
import { BY_ROW_NAMES, isByRow, isToldOn } from './ledger-by-row.ts'
import type { LedgerSum } from './ledger-sums.ts'

/** Flags that the ledger keeps as lines, so that they follow every filter. */
const FLAG_LINES = [
  'unitsWithoutCost',
  'lostUnitsWithoutCost',
  'refundsWithoutQuantity',
  'ordersWithDefaultFees',
  'unitsWithoutPrice',
] as const

/**
 * VAT in the prices of orders, whose sales stand without it, by how much their fees came out different from what was expected,
 * and fees of products that nobody expects of an order. The other basis has all of it in its lines.
 */
const ORDER_LINES = [
  'productSalesVat',
  'otherSalesVat',
  'referralFeesSettled',
  'fulfilmentFeesSettled',
  'closingFeesSettled',
  'digitalServicesFeesSettled',
  'agedInventoryFeesSettled',
  'inboundFeesSettled',
  'removalFeesSettled',
] as const

/** Every line that rows of the ledger stand in. */
export const LEDGER_LINES = [...PNL_LINE_IDS, ...FLAG_LINES, ...ORDER_LINES] as const

/** What a question knows beside the sums. */
export interface LedgerContext {
  basis: PnlBasis
  streams: readonly Stream[]
  advertising: readonly Stream[]
  /** Of inventory ledgers. */
  stock: readonly Stream[]
  /** Of settlements and transactions. */
  settled: readonly Stream[]
  /** Of what is billed for storage, as far as orders may know it. */
  storage: readonly Stream[]
  /** Of products: lines of storage of which some bill of a period is shared over none, or left out of the question. */
  unsharedStorage: (period: DateRange) => readonly string[]
  /** Charges billed in settlements are the cost of advertising, because the question says so. */
  usesBilledAdvertising: boolean
  /** What was read row by row: of what was not, nothing is known. */
  byRow: readonly string[]
  /** Whether no expense was entered for a period, or some are left out of the question. */
  lacksExpenses: (period: DateRange) => boolean
  yesterday: IsoDate
  /** What the question says beside its scope. */
  settings?: Settings | undefined
  /** The currencies whose rate of a day is missing, for a pair that cannot be converted. */
  lackingRates: (withoutRate: string) => readonly string[]
}

/** What the ledger says of a period. */
export interface LedgerPeriod {
  /** What a measure of the ledger comes to; nothing of a measure of another fact. */
  measure: (measure: Measure) => Figure
  /** A metric that is made of the ledger alone. */
  figure: (id: MetricId) => Figure
  coverage: PeriodCoverage
  flags: () => PnlFlags
  /** Those of the operating expenses of the period. */
  expenseCategories: readonly string[]
  /** What operating expenses of some categories come to. */
  expensesOf: (categories: readonly string[]) => Figure
}

/** Sums by the stretch of days that they are of. */
export type LedgerSums = ReadonlyMap<number, readonly LedgerSum[]>

export function ledgerSums(rows: Iterable<LedgerSum>): LedgerSums {
  const sums = new Map<number, LedgerSum[]>()
  for (const row of rows) {
    const ofSegment = sums.get(row.segment)
    if (ofSegment) ofSegment.push(row)
    else sums.set(row.segment, [row])
  }
  return sums
}

export function ledgerPeriod(rows: LedgerSums, period: DateRange, context: LedgerContext): LedgerPeriod {
  const sums = sumsOf(rows, period)
  const coverage = coverageOf(context.streams, period, context.yesterday)
  const { measure, expensesOf } = measuresIn(
    sums,
    coverage,
    absentSources(sums, period, coverage, context),
    context,
  )
  return {
    measure,
    expenseCategories: [...sums.categories.lines.keys()],
    expensesOf,
    figure: evaluator(measure, context.settings),
    coverage,
    flags: () => flagsOf(sums, advertisingSource(sums, period, context), context),
  }
}

/** What a selection leaves out of a period, in one number; null where there is nothing. */
export function leftOutOf(rows: LedgerSums, period: DateRange, coverage: PeriodCoverage): Figure | null {
  const sums = sumsOf(rows, period)
  const isAny = IN_PROFIT.some((line) => sums.present.has(line))
  return isAny ? evaluator(measuresIn(sums, coverage, [], LEFT_OUT).measure)('netProfit') : null
}

const IN_PROFIT = namesIn('ledger', ['netProfit'])
const LEFT_OUT = { basis: 'TRANSACTION', byRow: [] } as const

/** Sums by name, and money without a rate, by name and currency. */
interface NamedSums {
  lines: Map<string, Decimal>
  unconverted: Map<string, Map<string, Decimal>>
}

/** Sums of one period. */
interface PeriodSums extends NamedSums {
  /** The same of expenses, by their category. */
  categories: NamedSums
  /** Lines that have rows, whatever they come to. */
  present: Set<string>
  /** Lines with shares of amounts that belong to no marketplace. */
  shared: Set<string>
  unmapped: number
  withoutRate: Set<string>
}

function sumsOf(rows: LedgerSums, period: DateRange): PeriodSums {
  const from = dayNumber(period.start)
  const to = dayNumber(period.end)
  const result: PeriodSums = {
    lines: new Map(),
    unconverted: new Map(),
    categories: { lines: new Map(), unconverted: new Map() },
    present: new Set(),
    shared: new Set(),
    unmapped: 0,
    withoutRate: new Set(),
  }
  for (const [segment, ofSegment] of rows) {
    if (segment < from || segment > to) continue
    for (const row of ofSegment) {
      result.lines.set(row.line, (result.lines.get(row.line) ?? ZERO) + row.amount)
      const category = row.line === EXPENSES && row.rowCount > 0 ? row.category : undefined
      if (category !== undefined) {
        const { lines } = result.categories
        lines.set(category, (lines.get(category) ?? ZERO) + row.amount)
      }
      if (row.rowCount > 0) result.present.add(row.line)
      if (row.allocation === 'SHARED') result.shared.add(row.line)
      result.unmapped += row.unmappedCount
      if (!row.withoutRate) continue
      result.withoutRate.add(row.withoutRate)
      const [currency] = row.withoutRate.split(' ') as [string]
      add(result.unconverted, row.line, currency, row.unconverted)
      if (category !== undefined) add(result.categories.unconverted, category, currency, row.unconverted)
    }
  }
  return result
}

function add(
  amounts: Map<string, Map<string, Decimal>>,
  line: string,
  currency: string,
  amount: Decimal,
): void {
  const ofLine = amounts.get(line) ?? new Map<string, Decimal>()
  ofLine.set(currency, (ofLine.get(currency) ?? ZERO) + amount)
  amounts.set(line, ofLine)
}

const EXPENSES = 'operatingExpenses'

/** Lines that are not made from settlements or orders: what is known of them is known whether or not those are there. */
const OWN_SOURCE: readonly string[] = [
  'advertisingSp',
  'advertisingSb',
  'advertisingSd',
  'cogsReturned',
  'inventoryLosses',
  'lostUnitsWithoutCost',
  'operatingExpenses',
]

const ADVERTISING = ['advertisingSp', 'advertisingSb', 'advertisingSd'] as const

/** What the order basis says of what came back, and of fees that are not expected of an order, as settlements do. */
const REFUNDS_IN_ORDERS: readonly string[] = [
  ...SETTLED_ORDER_LINES.filter((line) => line !== 'memoAdvertisingBilled'),
  ...Object.values(POSTED_FEES),
  'digitalServicesFeesSettled',
  'unitsRefunded',
  'refundsWithoutQuantity',
]

/** What the order basis takes from settlements. */
const SETTLED_IN_ORDERS: readonly string[] = [
  ...SETTLED_ORDER_LINES,
  ...Object.values(POSTED_FEES),
  // As which memoAdvertisingBilled is shown.
  'advertisingBilled',
  'unitsRefunded',
  'refundsWithoutQuantity',
  'monthlyStorageFees',
]

/**
 * Whether the days of a line are not those of its statement, so that a row of it says nothing of the other lines: what
 * settlements say of refunds says nothing of orders.
 */
export const hasOwnDays = (line: string, basis: PnlBasis): boolean =>
  OWN_SOURCE.includes(line) || (basis === 'ORDER' && SETTLED_IN_ORDERS.includes(line))

/** A source of which nothing stands in these lines, which stay 0.00, or of which something is missing. */
type AbsentSource = [lack: Lack, lines: readonly string[]]

const COSTS_OF_GOODS = ['cogsManufacturing', 'cogsFreight', 'cogsDuty', 'cogsOther'] as const

/** The lines that are told on a basis, by the measures that they are. */
const toldOn = (basis: PnlBasis): ReadonlyMap<Measure, string> =>
  new Map(
    [...LEDGER_LINES, ...BY_ROW_NAMES]
      .filter((line) => !(basis === 'TRANSACTION' && ORDER_LINES.some((one) => one === line)))
      .filter((line) => !isByRow(line) || isToldOn(line, basis))
      .map((line) => [`ledger.${line}`, line]),
  )
const TOLD = { TRANSACTION: toldOn('TRANSACTION'), ORDER: toldOn('ORDER') }

/** What the ledger adds up on either basis: the lines of the statement, what its files lack of them, and what only orders say. */
export const LEDGER_MEASURES: ReadonlySet<Measure> = new Set(
  Object.values(TOLD).flatMap((told) => [...told.keys()]),
)

/** What nobody says. */
export const UNKNOWN: Figure = { value: null, lacks: new Set(), unconverted: new Map(), isShared: false }

function measuresIn(
  sums: PeriodSums,
  coverage: PeriodCoverage,
  absentSources: readonly AbsentSource[],
  { basis, byRow }: Pick<LedgerContext, 'basis' | 'byRow'>,
): { measure: (measure: Measure) => Figure; expensesOf: (categories: readonly string[]) => Figure } {
  // Money that came on a day without a settlement is still money.
  const hasDays = coverage.isCovered || [...sums.present].some((line) => !hasOwnDays(line, basis))
  const isWhole = coverage.isCovered && coverage.share === 1
  const absent = new Map<string, Lack[]>()
  for (const [lack, lines] of absentSources)
    for (const line of lines) absent.set(line, [...(absent.get(line) ?? []), lack])
  /** What a line comes to, or one of the sums that it is made of. */
  const figureOf = (line: string, sum: Decimal, unconverted: Figure['unconverted']): Figure => {
    const lacks = [...(absent.get(line) ?? [])]
    const isEntered = line === EXPENSES && !lacks.includes('EXPENSES')
    const isPresent = sums.present.has(line)
    const isKnown = isEntered || (isPresent && OWN_SOURCE.includes(line))
    if (!isKnown && !isWhole) lacks.push('DAYS')
    if (unconverted.size > 0) lacks.push('RATES')
    const hasRows = isPresent && hasOwnDays(line, basis)
    const isAbsent = unconverted.size > 0 || !(hasDays || isKnown || hasRows)
    return {
      value: isAbsent ? null : sum,
      lacks: lacks.length > 0 ? new Set(lacks) : NO_LACKS,
      unconverted,
      isShared: sums.shared.has(line),
    }
  }
  return {
    measure: (measure) => {
      const line = TOLD[basis].get(measure)
      if (line === undefined || (isByRow(line) && !byRow.includes(line))) return UNKNOWN
      return figureOf(line, sums.lines.get(line) ?? ZERO, sums.unconverted.get(line) ?? ALL_CONVERTED)
    },
    expensesOf: (categories) => {
      const { lines, unconverted } = sums.categories
      return figureOf(
        EXPENSES,
        categories.reduce((sum, category) => sum + (lines.get(category) ?? ZERO), ZERO),
        unconvertedOf(
          categories.map((category) => ({ unconverted: unconverted.get(category) ?? ALL_CONVERTED })),
        ),
      )
    },
  }
}

/** Sources that are not, or not wholly, in the statement of a period. */
function absentSources(
  sums: PeriodSums,
  period: DateRange,
  coverage: PeriodCoverage,
  context: LedgerContext,
): AbsentSource[] {
  const { streams, settled, stock, storage, yesterday } = context
  const has = (line: (typeof FLAG_LINES)[number]) => (sums.lines.get(line) ?? ZERO) > ZERO
  const when = (is: boolean, ...source: AbsentSource): AbsentSource[] => (is ? [source] : [])
  return [
    ...when(has('unitsWithoutCost'), 'COSTS', COSTS_OF_GOODS),
    ...when(has('lostUnitsWithoutCost'), 'COSTS', ['inventoryLosses']),
    ...when(has('unitsWithoutPrice'), 'PRICES', ['productSales', 'productSalesVat', 'referralFees']),
    ...when(context.lacksExpenses(period), 'EXPENSES', [EXPENSES]),
    ...when(context.basis === 'TRANSACTION' && reachesShort(stock, coverage, yesterday), 'STOCK_LOSSES', [
      'inventoryLosses',
    ]),
    ...when(context.basis === 'ORDER' && reachesShort(storage, coverage, yesterday), 'STORAGE', [
      'monthlyStorageFees',
    ]),
    ['STORAGE', context.unsharedStorage(period)],
    ...when(
      context.basis === 'ORDER' && !areSettled(streams, settled, period, yesterday),
      'REFUNDS',
      REFUNDS_IN_ORDERS,
    ),
    ...when(lacksAdvertising(sums, coverage, context), 'ADVERTISING', ADVERTISING),
  ]
}

/** Whether settlements reach all days of orders, of each account in each currency. */
const areSettled = (
  orders: readonly Stream[],
  settled: readonly Stream[],
  period: DateRange,
  yesterday: IsoDate,
): boolean =>
  orders.every((stream) => {
    const own = settled.filter(
      ({ accountId, currency }) => accountId === stream.accountId && currency === stream.currency,
    )
    const days = coverageOf([stream], period, yesterday)
    return !days.isCovered || !reachesShort(own, days, yesterday)
  })

/** Advertising is known where it was billed, and where its reports reach over all days of the statement. */
function lacksAdvertising(
  sums: PeriodSums,
  coverage: PeriodCoverage,
  { streams, advertising, usesBilledAdvertising, yesterday }: LedgerContext,
): boolean {
  const isBilled = sums.present.has('advertisingBilled')
  if (usesBilledAdvertising || (isBilled && !sums.present.has('memoAdvertisingBilled'))) return false
  // Before the first day of reports it is what was billed. After it nothing is, wherever else it may be so still.
  const days = daysOf(coverage)
  if (isBilled && days) return coverageOf(advertising, days, yesterday).missing.length > 0
  // What was billed is a memo where any report is there. Of an account that no report tells of, it may be its advertising.
  const isTold = ({ account, currency }: Stream) =>
    advertising.some((one) => one.account === account && one.currency === currency)
  if (sums.present.has('memoAdvertisingBilled') && !streams.every(isTold)) return true
  return reachesShort(advertising, coverage, yesterday)
}

/** Whether a source does not reach over all days of the statement. */
function reachesShort(streams: readonly Stream[], covered: PeriodCoverage, yesterday: IsoDate): boolean {
  const days = daysOf(covered)
  if (!days) return streams.length === 0
  const { share, startDate } = coverageOf(streams, days, yesterday)
  return share < 1 || startDate !== days.start
}

/** From the first to the last day of a statement; undefined where it has none. */
const daysOf = ({ startDate, endDate }: PeriodCoverage): DateRange | undefined =>
  startDate === null || endDate === null ? undefined : { start: startDate, end: endDate }

function advertisingSource(
  sums: PeriodSums,
  period: DateRange,
  { advertising, yesterday }: LedgerContext,
): PnlFlags['advertisingSource'] {
  if (sums.present.has('advertisingBilled')) return 'BILLED'
  const isReported =
    ADVERTISING.some((line) => sums.present.has(line)) || coverageOf(advertising, period, yesterday).isCovered
  return isReported ? 'REPORTS' : 'NONE'
}

function flagsOf(
  sums: PeriodSums,
  advertisingSourceOfPeriod: PnlFlags['advertisingSource'],
  { lackingRates }: LedgerContext,
): PnlFlags {
  const count = (line: (typeof FLAG_LINES)[number]) => Number(toText(sums.lines.get(line) ?? ZERO, 0))
  const ordersWithDefaultFees = count('ordersWithDefaultFees')
  const lostUnitsWithoutCost = count('lostUnitsWithoutCost')
  const missingRates = ratesMissing(sums.withoutRate, lackingRates)
  return {
    unitsWithoutCost: count('unitsWithoutCost'),
    ...(lostUnitsWithoutCost > 0 && { lostUnitsWithoutCost }),
    unmappedLines: sums.unmapped,
    refundsWithoutQuantity: count('refundsWithoutQuantity'),
    ...(ordersWithDefaultFees > 0 && { ordersWithDefaultFees }),
    missingFxRates: sums.withoutRate.size,
    ...(missingRates.length > 0 && { missingRates }),
    advertisingSource: advertisingSourceOfPeriod,
  }
}

function ratesMissing(
  withoutRate: ReadonlySet<string>,
  lackingRates: LedgerContext['lackingRates'],
): NonNullable<PnlFlags['missingRates']> {
  const days = new Map<string, Set<string>>()
  for (const pair of withoutRate) {
    const [, day] = pair.split(' ') as [string, string]
    for (const currency of lackingRates(pair))
      days.set(currency, (days.get(currency) ?? new Set<string>()).add(day))
  }
  return [...days]
    .map(([currency, ofCurrency]) => {
      const sorted = [...ofCurrency].toSorted()
      return { currency, startDate: sorted[0]!, endDate: sorted.at(-1)!, days: sorted.length }
    })
    .toSorted((a, b) => a.currency.localeCompare(b.currency))
}
