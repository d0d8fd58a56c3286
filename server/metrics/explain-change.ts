import { absolute, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import type { DateRange } from '#contract/date-range.ts'
import { CONTRIBUTORS_MAX, type ChangeExplanation, type ExplainChangeInput } from '#contract/explain.ts'
import { growthOf } from '#contract/metrics/comparisons.ts'
import {
  changesAddUp,
  isOfLedger,
  leavesOf,
  measuresOf,
  namesIn,
  takesAway,
} from '#contract/metrics/evaluate.ts'
import type { Measure } from '#contract/metrics/metric.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import type { Company } from '#server/accounts/index.ts'
import { brandsOf, NO_BRAND, UNBRANDED, type OfProducts } from '#server/ledger/products/catalogue.ts'
import type { Services } from '#server/ledger/services.ts'
import { inTurns } from '#server/in-turns.ts'
import {
  answerByKey,
  answerWhole,
  besideLedger,
  isSaid,
  lackTheSame,
  MEASURE_KEYS,
  type Answered,
  type PeriodFigures,
} from './answer.ts'
import { lacksOf } from './cells.ts'
import { askedMetric, askedScope } from './explain.ts'
import { exchangeRatesIn } from './explain-currencies.ts'
import { readLedgerChanges } from './facts/ledger.ts'
import type { LedgerKey } from './facts/ledger-sums.ts'
import { readMeasured } from './facts/measured.ts'

/** What a key comes to in both periods. */
interface Contribution {
  key: string
  label: string
  value: Decimal
  previous: Decimal
}

/** A change against a comparison, and who made it. */
export async function explainChange(
  services: Services,
  company: Company,
  asked: OfProducts<ExplainChangeInput>,
  signal: AbortSignal | undefined,
): Promise<ChangeExplanation> {
  const id = askedMetric(asked)
  const input = askedScope(asked, id)
  const period = { start: input.startDate, end: input.endDate }
  const comparison = { start: input.comparisonStart, end: input.comparisonEnd }
  const question = { scope: input, metrics: [id], periods: [{ period, comparison }] }
  const [{ now, before }] = (await answerWhole(services, company, question, signal)) as [Answered]
  const value = now.figure(id).value
  const [figure, base] = [now.figure(id), before.figure(id)]
  const previous = before.coverageOf(id).isBase && isSaid(base) ? base.value : null
  const texts = {
    value: value === null ? null : toText(value),
    previous: previous === null ? null : toText(previous),
    ...lacksOf({ ...figure, lacks: new Set([...figure.lacks, ...base.lacks]) }),
  }
  const isComparable = now.coverageOf(id).isComparable && isSaid(figure) && lackTheSame(figure, base)
  if (value === null || previous === null || !isComparable)
    return {
      ...texts,
      change: null,
      growth: null,
      absence: absenceOf(now, before, id),
      ...NOBODY,
      exchangeRates: null,
    }
  const periods = { period, comparison }
  const contributorsIn = () => {
    if (!changesAddUp(id, input.by)) return NOBODY
    if (input.by === 'line') return linesIn(id, now, before)
    if (input.by === 'brand')
      return brandsIn(services, company, id, input, { ...periods, value, previous }, signal)
    const keysOf = isOfLedger(id) ? keysIn : measuredKeysIn
    return keysOf(services, company, id, { ...input, by: input.by }, periods, signal)
  }
  const [contributors, exchangeRates] = await Promise.all([
    contributorsIn(),
    exchangeRatesIn(services, company, input, id, { ...periods, value, previous }, signal),
  ])
  return {
    ...texts,
    change: toText(value - previous),
    growth: growthOf(metricOf(id), value, previous),
    absence: null,
    ...contributors,
    exchangeRates,
  }
}

type Contributors = Pick<ChangeExplanation, 'contributors' | 'others'>
/** Why two numbers can't be compared. */
function absenceOf(now: PeriodFigures, before: PeriodFigures, id: MetricId): ChangeExplanation['absence'] {
  if ([now, before].some((one) => one.figure(id).lacks.has('RATES'))) return 'RATES'
  if (!before.coverageOf(id).isBase || !now.coverageOf(id).isComparable) return 'DAYS'
  const figures = [now.figure(id), before.figure(id)] as const
  return lackTheSame(...figures) && figures.every(isSaid) ? 'UNDEFINED' : 'SOURCES'
}

const NOBODY: Contributors = { contributors: [], others: null }

/** The sums of rows that a formula comes down to, each with the sign that it has in it. */
function linesIn(id: MetricId, now: PeriodFigures, before: PeriodFigures): Contributors {
  const lines = leavesOf(id).flatMap((leaf) => {
    const { label, formula } = metricOf(leaf)
    const isTaken = formula.kind === 'sum' && takesAway(id, formula.of)
    const [value, previous] = [now.figure(leaf).value, before.figure(leaf).value]
    // What is made of them has a value, so each of them has.
    if (value === null || previous === null || value === previous) return []
    return [{ key: leaf, label, value: isTaken ? -value : value, previous: isTaken ? -previous : previous }]
  })
  return ranked(lines)
}

/** The largest of all, and what they come to together. */
function ranked(all: readonly Contribution[]): Contributors {
  const named = all
    .toSorted((a, b) => Number(sizeOf(b) - sizeOf(a)) || (a.key < b.key ? -1 : 1))
    .slice(0, CONTRIBUTORS_MAX)
  return written(named, { count: all.length, value: sumOf(all, 'value'), previous: sumOf(all, 'previous') })
}

/** Products or marketplaces, of what is counted beside the ledger. */
async function measuredKeysIn(
  services: Services,
  company: Company,
  id: MetricId,
  {
    by,
    currencyCode,
    marketplaces = [],
    skus = [],
    parentAsin,
  }: OfProducts<ExplainChangeInput> & { by: LedgerKey },
  { period, comparison }: { period: DateRange; comparison: DateRange },
  signal: AbortSignal | undefined,
): Promise<Contributors> {
  const measures = besideLedger([id])
  // Where the ledger is a part, its products are told by another statement.
  if (measures.length < measuresOf([id]).size) return NOBODY
  const answer = await readMeasured(
    services,
    company,
    {
      measures,
      by: MEASURE_KEYS[by],
      currencyCode,
      marketplaces,
      skus,
      isOfNoParent: parentAsin === '',
      periods: [{ period, comparison }],
    },
    signal,
  )
  const valueIn = (range: DateRange, key: string) =>
    measures.reduce((sum, measure) => {
      // A key of which nothing is said adds nothing to a whole that has a value.
      const value = answer.figure(measure, range, key).value ?? ZERO
      return takesAway(id, measure) ? sum - value : sum + value
    }, ZERO)
  return ranked(
    answer
      .keys()
      .map((key) => ({ key, label: key, value: valueIn(period, key), previous: valueIn(comparison, key) }))
      .filter(({ value, previous }) => value !== previous),
  )
}

/** Products together by the brand that they have now, and what is of no product. */
async function brandsIn(
  services: Services,
  company: Company,
  id: MetricId,
  scope: OfProducts<ExplainChangeInput>,
  {
    period,
    comparison,
    ...whole
  }: { period: DateRange; comparison: DateRange; value: Decimal; previous: Decimal },
  signal: AbortSignal | undefined,
): Promise<Contributors> {
  const parentOf = await brandsOf(services, company)
  if (parentOf.size === 0) return ranked([{ key: UNBRANDED, label: NO_BRAND, ...whole }])
  const { keys, of } = await answerByKey(
    services,
    company,
    { scope, metrics: [id], periods: [{ period, comparison }] },
    { by: 'brand', keys: 'ALL', parentOf },
    signal,
  )
  let lacksRates = false
  const brands = await inTurns(keys, signal, (key) => {
    const [{ now, before }] = of(key) as [Answered]
    const [figure, base] = [now.figure(id), before.figure(id)]
    lacksRates ||= figure.lacks.has('RATES') || base.lacks.has('RATES')
    // A key of which nothing is said adds nothing to a whole that has a value.
    const [value, previous] = [figure.value ?? ZERO, base.value ?? ZERO]
    return { key, label: key === UNBRANDED ? NO_BRAND : key, value, previous }
  })
  // What cancels in the whole may be unknown of each of them.
  return lacksRates ? NOBODY : ranked(brands.filter(({ value, previous }) => value !== previous))
}

async function keysIn(
  services: Services,
  company: Company,
  id: MetricId,
  input: OfProducts<ExplainChangeInput> & { by: LedgerKey },
  periods: { period: DateRange; comparison: DateRange },
  signal: AbortSignal | undefined,
): Promise<Contributors> {
  const lines = namesIn('ledger', [id])
  const found = await readLedgerChanges(
    services,
    company,
    input,
    {
      ...periods,
      key: input.by,
      lines,
      taken: lines.map((line): Measure => `ledger.${line}`).filter((measure) => takesAway(id, measure)),
      limit: CONTRIBUTORS_MAX,
    },
    signal,
  )
  const [first] = found
  // What cancels in the whole may be unknown of each of them.
  if (!first || first.lacksRates) return NOBODY
  return written(
    found.map(({ key, value, previous }) => ({ key, label: key, value, previous })),
    { count: first.keyCount, value: first.allValue, previous: first.allPrevious },
  )
}

const sizeOf = ({ value, previous }: Pick<Contribution, 'value' | 'previous'>): Decimal =>
  absolute(value - previous)
const sumOf = (of: readonly Contribution[], which: 'value' | 'previous'): Decimal =>
  of.reduce((sum, one) => sum + one[which], ZERO)

function written(
  named: readonly Contribution[],
  all: { count: number; value: Decimal; previous: Decimal },
): Contributors {
  const texts = (value: Decimal, previous: Decimal) => ({
    value: toText(value),
    previous: toText(previous),
    change: toText(value - previous),
  })
  const count = all.count - named.length
  return {
    contributors: named.map(({ key, label, value, previous }) => ({ key, label, ...texts(value, previous) })),
    others:
      count === 0
        ? null
        : {
            count,
            ...texts(all.value - sumOf(named, 'value'), all.previous - sumOf(named, 'previous')),
          },
  }
}
