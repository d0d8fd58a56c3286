import { absolute, divide, ratio, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import type { DateRange, IsoDate } from '#contract/date-range.ts'
import type { PlannedPeriod } from '#contract/periods.ts'
import {
  childrenOf,
  isPnlLine,
  LACKS,
  lineDefinition,
  PNL_LINE_IDS,
  type Lack,
  type PnlLine,
} from '#contract/profit-and-loss-lines.ts'
import type { PnlBasis, PnlCell, PnlFlags, PnlRow } from '#contract/profit-and-loss.ts'
import { coverageOf, type PeriodCoverage, type Stream } from './covered-days.ts'
import { leavesOf } from './line-parts.ts'
import type { LineSum } from './line-sums.ts'

/** Flags that the ledger keeps as lines, so that they follow every filter. */
const FLAG_LINES = [
  'unitsWithoutCost',
  'lostUnitsWithoutCost',
  'refundsWithoutQuantity',
  'ordersWithDefaultFees',
] as const

/** Sums of one period. */
interface PeriodSums {
  lines: Map<string, Decimal>
  /** Money without a rate, by line and currency. */
  unconverted: Map<string, Map<string, Decimal>>
  /** Lines that have rows, whatever they come to. */
  present: Set<string>
  /** Lines with shares of amounts that belong to no marketplace. */
  shared: Set<string>
  unmapped: number
  withoutRate: Set<string>
}

const DAY_MS = 86_400_000
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS

function sumsOf(sums: readonly LineSum[], period: DateRange): PeriodSums {
  const from = dayNumber(period.start)
  const to = dayNumber(period.end)
  const result: PeriodSums = {
    lines: new Map(),
    unconverted: new Map(),
    present: new Set(),
    shared: new Set(),
    unmapped: 0,
    withoutRate: new Set(),
  }
  for (const row of sums) {
    if (row.segment < from || row.segment > to) continue
    result.lines.set(row.line, (result.lines.get(row.line) ?? ZERO) + row.amount)
    if (row.rowCount > 0) result.present.add(row.line)
    if (row.allocation === 'SHARED') result.shared.add(row.line)
    result.unmapped += row.unmappedCount
    if (!row.withoutRate) continue
    result.withoutRate.add(row.withoutRate)
    const [currency] = row.withoutRate.split(' ') as [string]
    add(result.unconverted, row.line, currency, row.unconverted)
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

/** A number of the statement before it is written down. */
interface Figure {
  value: Decimal | null
  lacks: ReadonlySet<Lack>
  unconverted: ReadonlyMap<string, Decimal>
  isShared: boolean
}

/** Lines that are not made from settlements or orders: what is known of them is known whether or not those are there. */
const OWN_SOURCE: readonly string[] = [
  'advertisingSp',
  'advertisingSb',
  'advertisingSd',
  'inventoryLosses',
  'lostUnitsWithoutCost',
  'operatingExpenses',
]

const ADVERTISING = ['advertisingSp', 'advertisingSb', 'advertisingSd'] as const

/** A source of which nothing stands in these lines, which stay 0.00, or of which something is missing. */
type AbsentSource = [lack: Lack, lines: readonly PnlLine[]]

const COSTS_OF_GOODS = ['cogsManufacturing', 'cogsFreight', 'cogsDuty', 'cogsOther'] as const

/**
 * Every line of the statement from the leaves: groups are sums of children, results are sums of what they name. What a
 * part is without, the whole is without.
 */
function statementOf(
  sums: PeriodSums,
  coverage: PeriodCoverage,
  absentSources: readonly AbsentSource[],
): Map<PnlLine, Figure> {
  const figures = new Map<PnlLine, Figure>()
  // Money that came on a day without a settlement is still money.
  const hasDays = coverage.isCovered || [...sums.present].some((line) => !OWN_SOURCE.includes(line))
  const isWhole = coverage.isCovered && coverage.share === 1

  const leaf = (id: PnlLine): Figure => {
    const lacks = new Set(absentSources.flatMap(([lack, lines]) => (lines.includes(id) ? [lack] : [])))
    const isEntered = id === 'operatingExpenses' && !lacks.has('EXPENSES')
    const isKnown = isEntered || (OWN_SOURCE.includes(id) && sums.present.has(id))
    const unconverted = sums.unconverted.get(id) ?? new Map<string, Decimal>()
    if (!isKnown && !isWhole) lacks.add('DAYS')
    if (unconverted.size > 0) lacks.add('RATES')
    const isAbsent = unconverted.size > 0 || !(hasDays || isKnown)
    return {
      value: isAbsent ? null : (sums.lines.get(id) ?? ZERO),
      lacks,
      unconverted,
      isShared: sums.shared.has(id),
    }
  }
  const together = (parts: readonly Figure[], value: Decimal | null): Figure => {
    const unconverted = new Map<string, Decimal>()
    for (const part of parts)
      for (const [currency, amount] of part.unconverted)
        unconverted.set(currency, (unconverted.get(currency) ?? ZERO) + amount)
    return {
      value,
      lacks: new Set(parts.flatMap(({ lacks }) => [...lacks])),
      unconverted,
      isShared: parts.some(({ isShared }) => isShared),
    }
  }
  const combined = (parts: readonly PnlLine[], combine: (values: Decimal[]) => Decimal | null): Figure => {
    const of = parts.map(figureOf)
    const values = of.map(({ value }) => value)
    return together(of, values.includes(null) ? null : combine(values as Decimal[]))
  }
  const figureOf = (id: PnlLine): Figure => {
    const known = figures.get(id)
    if (known) return known
    const parts = lineDefinition(id).sumOf?.filter(isPnlLine) ?? childrenOf(id)
    const figure =
      id === 'netUnits'
        ? combined(['unitsSold', 'unitsRefunded'], ([sold, refunded]) => sold! - refunded!)
        : id === 'averageSellingPrice'
          ? combined(['productSales', 'unitsSold'], ([sales, sold]) => divide(sales!, sold!))
          : parts.length > 0
            ? combined(parts, (values) => values.reduce((total, value) => total + value, ZERO))
            : leaf(id)
    figures.set(id, figure)
    return figure
  }
  for (const id of PNL_LINE_IDS) figureOf(id)
  return figures
}

/** GROW-1: costs are negative, so their sign is turned and a rising cost is positive growth. Counts have no sign. */
export function growthOf(line: PnlLine, current: Decimal, previous: Decimal): number | null {
  const { polarity, unit } = lineDefinition(line)
  const change = polarity === 'cost' && !unit ? previous - current : current - previous
  return ratio(change, absolute(previous))
}

/** What a question knows beside the sums. */
export interface StatementContext {
  basis: PnlBasis
  streams: readonly Stream[]
  advertising: readonly Stream[]
  /** Of inventory ledgers. */
  stock: readonly Stream[]
  /** Charges billed in settlements are the cost of advertising, because the question says so. */
  usesBilledAdvertising: boolean
  /** Whether no expense was entered for a period, or some are left out of the question. */
  lacksExpenses: (period: DateRange) => boolean
  yesterday: IsoDate
  establishmentCountry: string | null
  /** The currencies whose rate of a day is missing, for a pair that cannot be converted. */
  lackingRates: (withoutRate: string) => readonly string[]
}

/** The sums that the answer is made of, and beside them those that the selection leaves out. */
export interface AnswerSums {
  shown: readonly LineSum[]
  leftOut: readonly LineSum[]
}

/** One row of the answer: the column's lines with share of net sales, growth, and flags. */
export function statementRow(
  planned: PlannedPeriod,
  { shown: sums, leftOut }: AnswerSums,
  context: StatementContext,
): PnlRow {
  const statementIn = (period: DateRange) => {
    const found = sumsOf(sums, period)
    const coverage = coverageOf(context.streams, period, context.yesterday)
    const absent = absentSources(found, period, coverage, context)
    return { sums: found, coverage, figures: statementOf(found, coverage, absent) }
  }
  const current = statementIn(planned.period)
  const before = planned.comparison && statementIn(planned.comparison)
  const previous = before?.coverage.isWhole ? before.figures : null
  const netSales = current.figures.get('netSales')!.value

  const lines = Object.fromEntries(
    PNL_LINE_IDS.map((id): [PnlLine, PnlCell] => {
      const { value, lacks, unconverted, isShared } = current.figures.get(id)!
      const base = previous?.get(id)?.value ?? null
      return [
        id,
        {
          value: value === null ? null : toText(value),
          percentOfNetSales:
            value === null || netSales === null || netSales <= ZERO || lineDefinition(id).unit
              ? null
              : ratio(value, netSales),
          growth:
            value === null || base === null || !current.coverage.isComparable
              ? null
              : growthOf(id, value, base),
          previous: base === null ? null : toText(base),
          ...(lacks.size > 0 && { lacks: LACKS.filter((lack) => lacks.has(lack)) }),
          ...(unconverted.size > 0 && { unconverted: amountsOf(unconverted) }),
          ...(isShared && { isShared }),
        },
      ]
    }),
  ) as Record<PnlLine, PnlCell>

  const { isCovered: _, isWhole: __, isComparable: ___, ...coverage } = current.coverage
  return {
    column: planned.column,
    periodStart: planned.period.start,
    periodEnd: planned.period.end,
    comparisonStart: planned.comparison?.start ?? null,
    comparisonEnd: planned.comparison?.end ?? null,
    partial: planned.partial,
    provisional: planned.provisional,
    feeVatAdjusted: context.establishmentCountry !== null,
    coverage,
    lines,
    ...leftOutOf(sumsOf(leftOut, planned.period), current.coverage),
    flags: flagsOf(current.sums, advertisingSource(current.sums, planned.period, context), context),
  }
}

const IN_PROFIT = leavesOf('netProfit')

/** What a selection leaves out, in one number. */
function leftOutOf(sums: PeriodSums, coverage: PeriodCoverage): Pick<PnlRow, 'leftOut'> {
  if (!IN_PROFIT.some((line) => sums.present.has(line))) return {}
  const { value, unconverted } = statementOf(sums, coverage, []).get('netProfit')!
  return {
    leftOut: {
      value: value === null ? null : toText(value),
      ...(unconverted.size > 0 && { unconverted: amountsOf(unconverted) }),
    },
  }
}

const amountsOf = (amounts: ReadonlyMap<string, Decimal>) =>
  [...amounts]
    .map(([currency, amount]) => ({ currency, amount: toText(amount, 9) }))
    .toSorted((a, b) => a.currency.localeCompare(b.currency))

/** Sources that are not, or not wholly, in the statement of a period. */
function absentSources(
  sums: PeriodSums,
  period: DateRange,
  coverage: PeriodCoverage,
  context: StatementContext,
): AbsentSource[] {
  const { stock, yesterday } = context
  const has = (line: (typeof FLAG_LINES)[number]) => (sums.lines.get(line) ?? ZERO) > ZERO
  const when = (is: boolean, ...source: AbsentSource): AbsentSource[] => (is ? [source] : [])
  return [
    ...when(has('unitsWithoutCost'), 'COSTS', COSTS_OF_GOODS),
    ...when(has('lostUnitsWithoutCost'), 'COSTS', ['inventoryLosses']),
    ...when(context.lacksExpenses(period), 'EXPENSES', ['operatingExpenses']),
    ...when(context.basis === 'TRANSACTION' && reachesShort(stock, coverage, yesterday), 'STOCK_LOSSES', [
      'inventoryLosses',
    ]),
    ...when(lacksAdvertising(sums, coverage, context), 'ADVERTISING', ADVERTISING),
  ]
}

/** Advertising is known where it was billed, and where its reports reach over all days of the statement. */
function lacksAdvertising(
  sums: PeriodSums,
  coverage: PeriodCoverage,
  { advertising, usesBilledAdvertising, yesterday }: StatementContext,
): boolean {
  if (usesBilledAdvertising || sums.present.has('advertisingBilled')) return false
  return reachesShort(advertising, coverage, yesterday)
}

/** Whether a source does not reach over all days of the statement. */
function reachesShort(
  streams: readonly Stream[],
  { startDate, endDate }: PeriodCoverage,
  yesterday: IsoDate,
): boolean {
  if (startDate === null || endDate === null) return streams.length === 0
  const { share, startDate: since } = coverageOf(streams, { start: startDate, end: endDate }, yesterday)
  return share < 1 || since !== startDate
}

function advertisingSource(
  sums: PeriodSums,
  period: DateRange,
  { advertising, yesterday }: StatementContext,
): PnlFlags['advertisingSource'] {
  if (sums.present.has('advertisingBilled')) return 'BILLED'
  const isReported =
    ADVERTISING.some((line) => sums.present.has(line)) || coverageOf(advertising, period, yesterday).isCovered
  return isReported ? 'REPORTS' : 'NONE'
}

function flagsOf(
  sums: PeriodSums,
  advertisingSourceOfPeriod: PnlFlags['advertisingSource'],
  { lackingRates }: StatementContext,
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
  lackingRates: StatementContext['lackingRates'],
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
