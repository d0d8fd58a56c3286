import { earlier, later, type DateRange } from '#contract/date-range.ts'
import type { Figure } from '#contract/metrics/evaluate.ts'
import type { FactName, Measure } from '#contract/metrics/metric.ts'
import type { PlannedPeriod } from '#contract/periods.ts'
import type { Lack } from '#contract/profit-and-loss-lines.ts'
import { OF_MARKETPLACES, type Streams } from '#server/ledger/coverage/claims.ts'
import { coverageOf, coverageOfAll, type PeriodCoverage } from '#server/ledger/coverage/covered-days.ts'
import { ROWS } from '#server/ledger/derivation/derive-measures.ts'
import { SHARED_BY_ASIN } from '#server/ledger/products/shared-asins.ts'
import { isOfAdReports, type AdReports } from './ad-reports.ts'
import type { MeasureKey } from './measured-sums.ts'
import { isCosted, UNITS_WITHOUT_COST } from './stock-costs.ts'
import { addsUpOverProducts, isOfWindow, type StockWindows } from './stock-window.ts'
import {
  factOf,
  KNOWN,
  COUNTS_LAST,
  ITEM_PRICE,
  TOLD_WHOLE,
  isShared,
  levelOf,
  isByProduct,
  streamsOfFact,
  toldBeside,
} from './known-measures.ts'
import { type FactSums, remembered, push, ABSENT } from './fact-sums.ts'

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
  /** Whether reports that state these begin on different days of a period, in some marketplace of an account. */
  beginsApart(measures: readonly Measure[], period: DateRange, key?: string): boolean
}

/** The products of each parent. */
export function childrenOf(parentOf: MeasuredQuestion['parentOf'] = new Map()): Map<string, string[]> {
  const children = new Map<string, string[]>()
  for (const [sku, parent] of parentOf) push(children, parent, sku)
  return children
}

export const onlyChild = (children: readonly string[] = []): string[] =>
  children.length === 1 ? [...children] : []

export function answerOf(
  question: MeasuredQuestion,
  facts: ReadonlyMap<FactName, FactSums>,
  {
    undivided,
    windows,
    reports,
  }: { undivided: FactSums | undefined; windows: StockWindows | undefined; reports: AdReports | undefined },
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
  /** Of days that belong to a period. */
  const inWindow = remembered((_period, start: string, end: string) =>
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
    return isAdded
      ? inWindow(period, earlier(range.start, period.start), period.end)
      : inWindow(period, range.start, range.end)
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
  /** The first day of a period that reports of one marketplace each tell, by account and marketplace. */
  const begins = remembered(
    (period, kind: keyof Streams, fact: FactName, marketplace: string | undefined) => {
      const found = new Map<string, string>()
      if (!OF_MARKETPLACES.includes(kind)) return found
      const marketplaces = marketplace === undefined ? question.marketplaces : [marketplace]
      for (const stream of streamsOfFact(streams(period), kind, fact, marketplaces, period)) {
        const first = stream.claims.find(({ start, end }) => start <= period.end && end >= period.start)
        if (!first) continue
        const place = `${stream.accountId} ${stream.marketplaces.join()}`
        const day = later(first.start, period.start)
        found.set(place, earlier(found.get(place) ?? day, day))
      }
      return found
    },
  )
  const begunApart = remembered((period, names: string, marketplace: string | undefined) => {
    const days = new Map<string, string>()
    return (names.split(' ') as Measure[]).some((measure) => {
      const kind = kindOf(measure)
      const found = kind ? [...begins(period, kind, factOf(measure), marketplace)] : []
      return found.some(([place, day]) => {
        const known = days.get(place) ?? day
        days.set(place, known)
        return known !== day
      })
    })
  })
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
      const beside = toldBeside(measure)
      const besideCount = beside ? sumsOf(beside.slice(fact.length + 1), period, key).rowCount : 0
      const isPriceUnknown = measure === ITEM_PRICE && besideCount > 0
      const isUnsaidInPart = measure !== ITEM_PRICE && rowCount > 0 && rowCount < besideCount
      const missing: Lack[] = [
        ...(isWhole && !isUnsaidInPart ? [] : ['DAYS' as const]),
        ...(unconverted.size === 0 ? [] : ['RATES' as const]),
        ...(isCostUnknown ? ['COSTS' as const] : []),
        ...(isPriceUnknown ? ['PRICES' as const] : []),
      ]
      const lacks = missing.length === 0 ? ABSENT.lacks : new Set(missing)
      // Rows that all leave a column empty do not say nought.
      const isUnsaid = rowCount === 0 && (TOLD_WHOLE.includes(fact) || sumsOf(ROWS, period, key).rowCount > 0)
      // Of all products together nothing has to be divided.
      const isOfOne = key !== undefined || question.skus.length > 0
      const isUndivided =
        fact === SHARED_BY_ASIN && isOfOne && (undivided?.of(ROWS, period, key).rowCount ?? 0) > 0
      const isAbsent = !isCovered || isUnsaid || isUnsaidInPart || isUndivided || unconverted.size > 0
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
    beginsApart: (measures, period, key) => begunApart(period, measures.join(' '), marketplaceIn(key)),
  }
}

/** What no report names is not known: one of other terms or campaigns says nothing of these. */
function reportedFigure(
  sum: ReturnType<AdReports['of']>,
  { isCovered, isWhole }: Pick<PeriodCoverage, 'isCovered' | 'isWhole'>,
): Figure {
  if (!isCovered || !sum) return ABSENT
  const lacks = new Set<Lack>(isWhole ? [] : ['DAYS'])
  if (sum.unconverted.size > 0) lacks.add('RATES')
  if (sum.isPart) lacks.add('BUDGETS')
  return {
    value: sum.unconverted.size > 0 || sum.isPart ? null : sum.amount,
    lacks,
    unconverted: sum.unconverted,
    isShared: false,
  }
}

function ofWholeDays(coverage: PeriodCoverage): PeriodCoverage {
  const isWhole = coverage.isCovered && coverage.share === 1
  return {
    ...coverage,
    isWhole,
    isBase: isWhole && coverage.isBase,
    isComparable: isWhole && coverage.isComparable,
  }
}
