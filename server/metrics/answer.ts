import type { MetricCell } from '#contract/answer.ts'
import { parseDecimal, toText, ZERO } from '#contract/decimal.ts'
import type { DateRange, IsoDate } from '#contract/date-range.ts'
import { growthOf } from '#contract/metrics/comparisons.ts'
import { evaluator, measuresOf, namesIn, type Figure, type Settings } from '#contract/metrics/evaluate.ts'
import type { Measure } from '#contract/metrics/metric.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import type { Lack } from '#contract/profit-and-loss-lines.ts'
import type { Company } from '#server/accounts/index.ts'
import { coverageOfAll, type PeriodCoverage } from '#server/ledger/coverage/covered-days.ts'
import type { Services } from '#server/ledger/services.ts'
import { lacksOf, unconvertedOf, valueOf } from './cells.ts'
import { readLedger, readLedgerByKey, type KeysAsked, type LedgerScope } from './facts/ledger.ts'
import type { LedgerPeriod } from './facts/ledger-figures.ts'
import { factOf, isSummed, MEASURED_MEASURES } from './facts/known-measures.ts'
import { UNBRANDED } from '#server/ledger/products/catalogue.ts'
import { readMeasured } from './facts/measured.ts'
import type { MeasuredAnswer, MeasuredQuestion } from './facts/measured-answer.ts'

export interface ComparedPeriod {
  period: DateRange
  comparison: DateRange
}

/** With nothing: only its own numbers are read. */
export const uncompared = (period: DateRange): ComparedPeriod => ({ period, comparison: period })

export interface Question {
  scope: LedgerScope
  periods: readonly ComparedPeriod[]
  /** Which the answer is asked for; what they are made of is read from every fact that states it. */
  metrics: readonly MetricId[]
}

/** Of orders by their day, without VAT, with fees as they were charged or are expected (UNIT-1). */
export const scopeOfOrders = ({
  currencyCode,
  marketplaces,
  skus,
  expenseBrands,
  ownsBrandExpenses,
}: Pick<
  LedgerScope,
  'currencyCode' | 'marketplaces' | 'skus' | 'brandNames' | 'expenseBrands' | 'ownsBrandExpenses'
>): LedgerScope => ({
  basis: 'ORDER',
  currencyCode,
  marketplaces,
  skus,
  expenseBrands,
  ownsBrandExpenses,
  useAdjustedAdvertising: true,
  notAllocated: 'LEFT_OUT',
})

/** Metrics of a period; whatever fact they come from. */
export interface PeriodFigures extends Pick<LedgerPeriod, 'figure' | 'coverage' | 'flags'> {
  /** How much of the period is covered by the files that a metric is made from; `coverage` is that of the ledger. */
  coverageOf: (id: MetricId) => PeriodCoverage
}

const ledgerNames = ({ metrics }: Question): string[] => namesIn('ledger', metrics)

/** What is asked of a period and what it is compared with; of the whole, or of a key. */
export interface Answered {
  now: PeriodFigures
  before: PeriodFigures
}

/** The whole of a scope, in each of the periods that are asked. */
export async function answerWhole(
  services: Services,
  company: Company,
  question: Question,
  signal: AbortSignal | undefined,
): Promise<Answered[]> {
  const { scope, periods } = question
  const [ledger, measured] = await Promise.all([
    readLedger(services, company, scope, periods, signal, ledgerNames(question)),
    measuredOf(services, company, question, { by: 'total', skus: scope.skus ?? [] }, signal),
  ])
  const settings = settingsOf(company, scope)
  const of = (range: DateRange) => together(ledger.in(range), settings, measured, range)
  return periods.map(({ period, comparison }) => ({ now: of(period), before: of(comparison) }))
}

/**
 * Each of some keys, period by period; what belongs to none has an empty one. Those of all keys add up to the whole. Figures
 * are worked out for those who ask: `of` a key in all periods, `in` one of them alone.
 */
export async function answerByKey(
  services: Services,
  company: Company,
  question: Question,
  asked: KeysAsked,
  signal: AbortSignal | undefined,
): Promise<{
  keys: string[]
  of: (key: string) => Answered[]
  in: (key: string, range: DateRange) => PeriodFigures
}> {
  const { scope, periods } = question
  // To whoever reads the facts, no keys would be all of them.
  if (asked.keys.length === 0) return { keys: [], of: unasked, in: unasked }
  const skus =
    asked.by === 'product' && asked.keys !== 'ALL' ? keysWithin(scope, asked.keys) : (scope.skus ?? [])
  const [ledger, measured] = await Promise.all([
    readLedgerByKey(services, company, scope, asked, periods, signal, ledgerNames(question)),
    measuredOf(
      services,
      company,
      question,
      {
        by: asked.parentOf ? 'parent' : MEASURE_KEYS[asked.by],
        skus,
        parentOf: asked.parentOf,
      },
      signal,
    ),
  ])
  const settings = settingsOf(company, scope)
  const inRange = (key: string, range: DateRange) =>
    together(ledger.in(key, range), settings, measured, range, key)
  return {
    keys: [...new Set([...ledger.keys, ...(measured?.keys() ?? [])])],
    of: (key) =>
      periods.map(({ period, comparison }) => {
        const now = inRange(key, period)
        return { now, before: isSame(period, comparison) ? now : inRange(key, comparison) }
      }),
    in: inRange,
  }
}

/** What has no product is in no selection of products, unless it is chosen itself; none at all would be all of them. */
function keysWithin({ skus }: LedgerScope, keys: readonly string[]): readonly string[] {
  if (!skus?.length || skus.includes('')) return keys
  const within = keys.filter((key) => key !== '')
  return within.length > 0 ? within : [UNBRANDED]
}

function unasked(key: string): never {
  throw new Error(`Nobody has asked for ${key}.`)
}

/**
 * What is set for a question: what it says itself, and what its company reorders by. Goods for one of its marketplaces take
 * longest; an order that comes too late is the worse mistake.
 */
export function settingsOf(
  { replenishment }: Company,
  { marketplaces = [], settings }: Pick<LedgerScope, 'marketplaces' | 'settings'>,
): Settings {
  const { leadTimeDays, safetyDays, targetCoverDays, marketplaceLeadTimeDays } = replenishment
  const byMarketplace = new Map<string, number>(
    Object.entries(marketplaceLeadTimeDays).flatMap(([code, days]) =>
      days === undefined ? [] : [[code, days]],
    ),
  )
  const leadTimes =
    marketplaces.length > 0
      ? marketplaces.map((code) => byMarketplace.get(code) ?? leadTimeDays)
      : [leadTimeDays, ...byMarketplace.values()]
  const days = (count: number) => parseDecimal(String(count))
  return {
    leadTimeDays: days(Math.max(...leadTimes)),
    safetyDays: days(safetyDays),
    targetCoverDays: days(targetCoverDays),
    ...settings,
  }
}

const isSame = (a: DateRange, b: DateRange): boolean => a.start === b.start && a.end === b.end

export const MEASURE_KEYS = { product: 'sku', marketplace: 'marketplace', brand: 'parent' } as const

/** What facts beside the ledger say; undefined where nobody asks for any. */
async function measuredOf(
  services: Services,
  company: Company,
  { scope, periods, metrics }: Question,
  asked: Pick<MeasuredQuestion, 'by' | 'skus' | 'parentOf'>,
  signal: AbortSignal | undefined,
): Promise<MeasuredAnswer | undefined> {
  const measures = besideLedger(metrics)
  if (measures.length === 0) return undefined
  return readMeasured(
    services,
    company,
    {
      ...asked,
      isOfNoParent: scope.parentAsin === '',
      measures,
      currencyCode: scope.currencyCode,
      marketplaces: scope.marketplaces ?? [],
      periods,
    },
    signal,
  )
}

/** What metrics are made of that is counted beside the ledger. */
export const besideLedger = (metrics: readonly MetricId[]): Measure[] =>
  [...measuresOf(metrics)].filter((measure) => MEASURED_MEASURES.has(measure))

/** The same of one metric, which every cell of a table asks, and whether that is all it is made of. */
const BESIDE = new Map<MetricId, { measures: Measure[]; isAll: boolean }>()
function besideOf(id: MetricId): { measures: Measure[]; isAll: boolean } {
  const known = BESIDE.get(id)
  if (known) return known
  const measures = besideLedger([id])
  const found = { measures, isAll: measures.length === measuresOf([id]).size }
  BESIDE.set(id, found)
  return found
}

/** A measure of each report of days that a metric is made of; null of the ledger. */
const SOURCES = new Map<MetricId, (Measure | null)[]>()
function sourcesOf(id: MetricId): (Measure | null)[] {
  const known = SOURCES.get(id)
  if (known) return known
  const measures = [...measuresOf([id])]
  const summed = measures.filter(isSummed)
  const byFact = new Map(summed.map((measure) => [factOf(measure), measure]))
  const found = [
    ...byFact.values(),
    ...(measures.some((measure) => measure.startsWith('ledger.')) ? [null] : []),
  ]
  SOURCES.set(id, found)
  return found
}

/** Facts meet in the evaluator, by period and key. */
const together = (
  ledger: LedgerPeriod,
  settings: Settings,
  measured: MeasuredAnswer | undefined,
  range: DateRange,
  key?: string,
): PeriodFigures => {
  const coverageOf = (id: MetricId): PeriodCoverage => {
    const { measures, isAll } = besideOf(id)
    if (!measured || measures.length === 0) return ledger.coverage
    const beside = measured.coverage(measures, range, key)
    return isAll ? beside : coverageOfAll([ledger.coverage, beside])
  }
  const evaluated = evaluator(
    (measure) =>
      measured && MEASURED_MEASURES.has(measure)
        ? measured.figure(measure, range, key)
        : ledger.measure(measure),
    settings,
    (id) => coverageOf(id).coveredDays,
  )
  /** Whether reports that a number is made of begin on different days: what one of them says of fewer days is a part. */
  const beginsApart = (id: MetricId): boolean => {
    const sources = sourcesOf(id)
    if (!measured || sources.length < 2) return false
    const begins = sources.map((measure) =>
      measure === null ? ledger.coverage.startDate : measured.coverage([measure], range, key).startDate,
    )
    if (new Set(begins).size > 1) return true
    // Of all marketplaces together that of one is hidden behind those of others.
    return measured.beginsApart(
      sources.filter((measure) => measure !== null),
      range,
      key,
    )
  }
  return {
    ...ledger,
    figure: (id) => {
      const figure = evaluated(id)
      if (figure.value === null || figure.lacks.has('DAYS') || !beginsApart(id)) return figure
      return { ...figure, lacks: new Set([...figure.lacks, 'DAYS']) }
    },
    coverageOf,
  }
}

/** Whether none of these metrics comes to anything, before or now. Money without a rate is something. */
export const isNothing = ({ now, before }: Answered, ids: readonly MetricId[]): boolean =>
  ids.every((id) =>
    [now, before].every(({ figure }) => {
      const { value, unconverted } = figure(id)
      return (value ?? ZERO) === ZERO && unconverted.size === 0
    }),
  )

/** What a cell is made of. */
type Compared = Record<keyof Answered, Pick<PeriodFigures, 'figure' | 'coverageOf'>>

/** Metrics as answers carry them. A comparison that is not wholly covered is none, whichever source does not cover it. */
export function cellsOf<Id extends MetricId>(
  ids: readonly Id[],
  { now, before }: Compared,
): Record<Id, MetricCell> {
  return Object.fromEntries(
    ids.map((id) => [id, cellOf(id, now.figure(id), baseOf(before, id), now.coverageOf(id).isComparable)]),
  ) as Record<Id, MetricCell>
}

/** The same of days that are asked together: where none of them is over, their hours are held against no whole day. */
export function cellsOfDays<Id extends MetricId>(
  ids: readonly Id[],
  answered: Compared,
  { period }: Pick<ComparedPeriod, 'period'>,
  today: IsoDate,
): Record<Id, MetricCell> {
  const cells = cellsOf(ids, answered)
  if (period.end < today) return cells
  return Object.fromEntries(
    Object.entries<MetricCell>(cells).map(([id, cell]) => [id, { ...cell, growth: null, previous: null }]),
  ) as Record<Id, MetricCell>
}

/** What a number is held against, and what that is without. */
type Base = Pick<Figure, 'value' | 'lacks'>

/** What it was, where files cover that wholly. */
export function baseOf(before: Pick<PeriodFigures, 'figure' | 'coverageOf'>, id: MetricId): Base {
  const { value, lacks } = before.figure(id)
  return { value: before.coverageOf(id).isBase ? value : null, lacks }
}

/** Sources that are in a number or not, some of them for a part of its days. */
const LEFT_OUT_SOURCES: readonly Lack[] = ['EXPENSES', 'ADVERTISING', 'STOCK_LOSSES', 'STORAGE', 'PRICES']

/**
 * Whether a change between two numbers cannot come from what one of them is without. Of refunds some days may be known, and
 * others not, on either side.
 */
export const lackTheSame = (now: Base, before: Base): boolean =>
  LEFT_OUT_SOURCES.every((source) => now.lacks.has(source) === before.lacks.has(source)) &&
  !now.lacks.has('REFUNDS') &&
  !before.lacks.has('REFUNDS')

/** Whether a number is one that files say: a 0 that is without something did not fall to nothing, and nothing grew from it. */
export const isSaid = ({ value, lacks }: Base): boolean => value !== ZERO || lacks.size === 0

export function cellOf(id: MetricId, figure: Figure, before: Base, isComparable: boolean): MetricCell {
  const { value } = figure
  const base = isSaid(before) ? before.value : null
  const hasGrowth = isComparable && isSaid(figure) && lackTheSame(figure, before)
  // A statement has thousands of them: what few of them have costs the others nothing.
  const cell: MetricCell = {
    value: valueOf(figure),
    growth: value === null || base === null || !hasGrowth ? null : growthOf(metricOf(id), value, base),
    previous: base === null ? null : toText(base),
  }
  if (figure.lacks.size > 0) Object.assign(cell, lacksOf(figure))
  if (figure.unconverted.size > 0) Object.assign(cell, unconvertedOf(figure))
  if (figure.isShared) cell.isShared = true
  if (figure.hasNoEnd) cell.hasNoEnd = true
  return cell
}
