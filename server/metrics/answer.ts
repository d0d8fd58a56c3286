import type { MetricCell } from '#contract/answer.ts'
import { toText, type Decimal } from '#contract/decimal.ts'
import type { DateRange } from '#contract/date-range.ts'
import { growthOf } from '#contract/metrics/comparisons.ts'
import { evaluator, measuresOf, type Figure } from '#contract/metrics/evaluate.ts'
import type { Measure } from '#contract/metrics/metric.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import type { Company } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { lacksOf, unconvertedOf, valueOf } from './cells.ts'
import { readLedger, readLedgerByKey, type LedgerScope } from './facts/ledger.ts'
import type { LedgerPeriod } from './facts/ledger-figures.ts'
import type { LedgerKey } from './facts/ledger-sums.ts'
import {
  MEASURED_MEASURES,
  readMeasured,
  type MeasuredAnswer,
  type MeasuredQuestion,
} from './facts/measured.ts'

export interface Question {
  scope: LedgerScope
  period: DateRange
  comparison: DateRange
  /** Which the answer is asked for; what they are made of is read from every fact that states it. */
  metrics: readonly MetricId[]
}

/** Metrics of a period; whatever fact they come from. */
type PeriodFigures = Pick<LedgerPeriod, 'figure' | 'coverage' | 'flags'>

/** What is asked of a period and what it is compared with; of the whole, or of a key. */
export interface Answered {
  now: PeriodFigures
  before: PeriodFigures
}

/** The whole of a scope. */
export async function answerWhole(
  services: Services,
  company: Company,
  question: Question,
  signal: AbortSignal | undefined,
): Promise<Answered> {
  const { scope, period, comparison } = question
  const [ledger, measured] = await Promise.all([
    readLedger(services, company, scope, [{ period, comparison }], signal),
    measuredOf(services, company, question, { by: 'total', skus: scope.skus ?? [] }, signal),
  ])
  const of = (range: DateRange) => together(ledger.in(range), scope, (one) => measured?.figure(one, range))
  return { now: of(period), before: of(comparison) }
}

/** Each of some keys; what belongs to none has an empty one. Those of all keys add up to the whole. */
export async function answerByKey(
  services: Services,
  company: Company,
  question: Question,
  asked: { by: LedgerKey; keys: readonly string[] | 'ALL' },
  signal: AbortSignal | undefined,
): Promise<{ keys: string[]; of: (key: string) => Answered }> {
  const { scope, period, comparison } = question
  const skus = asked.by === 'product' && asked.keys !== 'ALL' ? asked.keys : (scope.skus ?? [])
  const [ledger, measured] = await Promise.all([
    readLedgerByKey(services, company, scope, asked, [{ period, comparison }], signal),
    measuredOf(services, company, question, { by: MEASURE_KEYS[asked.by], skus }, signal),
  ])
  const of = (key: string, range: DateRange) =>
    together(ledger.in(key, range), scope, (one) => measured?.figure(one, range, key))
  return {
    keys: [...new Set([...ledger.keys, ...(measured?.keys() ?? [])])],
    of: (key) => ({ now: of(key, period), before: of(key, comparison) }),
  }
}

const MEASURE_KEYS = { product: 'sku', marketplace: 'marketplace' } as const

/** What facts beside the ledger say; undefined where nobody asks for any. */
async function measuredOf(
  services: Services,
  company: Company,
  { scope, period, comparison, metrics }: Question,
  asked: Pick<MeasuredQuestion, 'by' | 'skus'>,
  signal: AbortSignal | undefined,
): Promise<MeasuredAnswer | undefined> {
  const measures = [...measuresOf(metrics)].filter((measure) => MEASURED_MEASURES.has(measure))
  if (measures.length === 0) return undefined
  return readMeasured(
    services,
    company,
    {
      ...asked,
      measures,
      currencyCode: scope.currencyCode,
      marketplaces: scope.marketplaces ?? [],
      periods: [{ period, comparison }],
    },
    signal,
  )
}

/** Facts meet in the evaluator, by period and key. */
const together = (
  ledger: LedgerPeriod,
  { settings }: LedgerScope,
  measured: (measure: Measure) => Figure | undefined,
): PeriodFigures => ({
  ...ledger,
  figure: evaluator(
    (measure) => (MEASURED_MEASURES.has(measure) ? measured(measure) : undefined) ?? ledger.measure(measure),
    settings,
  ),
})

/** Metrics as answers carry them. A comparison that is not wholly covered is none. */
export function cellsOf<Id extends MetricId>(
  ids: readonly Id[],
  { now, before }: Answered,
): Record<Id, MetricCell> {
  const isKnown = before.coverage.isWhole
  return Object.fromEntries(
    ids.map((id) => {
      const base = isKnown ? before.figure(id).value : null
      return [id, cellOf(id, now.figure(id), base, now.coverage.isComparable)]
    }),
  ) as Record<Id, MetricCell>
}

export function cellOf(
  id: MetricId,
  figure: Figure,
  base: Decimal | null,
  isComparable: boolean,
): MetricCell {
  const { value } = figure
  return {
    value: valueOf(figure),
    growth: value === null || base === null || !isComparable ? null : growthOf(metricOf(id), value, base),
    previous: base === null ? null : toText(base),
    ...lacksOf(figure),
    ...unconvertedOf(figure),
    ...(figure.isShared && { isShared: true }),
  }
}
