import type { MetricCell } from '#contract/answer.ts'
import { toText, type Decimal } from '#contract/decimal.ts'
import type { DateRange } from '#contract/date-range.ts'
import { growthOf } from '#contract/metrics/comparisons.ts'
import type { Figure } from '#contract/metrics/evaluate.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import type { Company } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { lacksOf, unconvertedOf, valueOf } from './cells.ts'
import { readLedger, readLedgerByKey, type LedgerScope } from './facts/ledger.ts'
import type { LedgerPeriod } from './facts/ledger-figures.ts'
import type { LedgerKey } from './facts/ledger-sums.ts'

export interface Question {
  scope: LedgerScope
  period: DateRange
  comparison: DateRange
}

/** What is asked of a period and what it is compared with; of the whole, or of a key. */
export interface Answered {
  now: LedgerPeriod
  before: LedgerPeriod
}

/** The whole of a scope. */
export async function answerWhole(
  services: Services,
  company: Company,
  { scope, period, comparison }: Question,
  signal: AbortSignal | undefined,
): Promise<Answered> {
  const ledger = await readLedger(services, company, scope, [{ period, comparison }], signal)
  return { now: ledger.in(period), before: ledger.in(comparison) }
}

/** Each of some keys; what belongs to none has an empty one. Those of all keys add up to the whole. */
export async function answerByKey(
  services: Services,
  company: Company,
  { scope, period, comparison }: Question,
  asked: { by: LedgerKey; keys: readonly string[] | 'ALL' },
  signal: AbortSignal | undefined,
): Promise<{ keys: string[]; of: (key: string) => Answered }> {
  const ledger = await readLedgerByKey(services, company, scope, asked, [{ period, comparison }], signal)
  return {
    keys: ledger.keys,
    of: (key) => ({ now: ledger.in(key, period), before: ledger.in(key, comparison) }),
  }
}

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
