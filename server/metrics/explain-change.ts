import { absolute, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import type { DateRange } from '#contract/date-range.ts'
import { CONTRIBUTORS_MAX, type ChangeExplanation, type ExplainChangeInput } from '#contract/explain.ts'
import { growthOf } from '#contract/metrics/comparisons.ts'
import { leavesOf, namesIn, partsOf, takesAway } from '#contract/metrics/evaluate.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import type { Company } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { askedMetric } from './explain.ts'
import { readLedger, readLedgerBy, type LedgerAnswer } from './facts/ledger.ts'
import type { LedgerKey } from './facts/ledger-sums.ts'
import { dayNumber, segmentsOf } from './segments.ts'

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
  input: ExplainChangeInput,
  signal: AbortSignal | undefined,
): Promise<ChangeExplanation> {
  const id = askedMetric(input)
  const period = { start: input.startDate, end: input.endDate }
  const comparison = { start: input.comparisonStart, end: input.comparisonEnd }
  const ledger = await readLedger(services, company, input, [{ period, comparison }], signal)
  const [now, before] = [ledger.in(period), ledger.in(comparison)]
  const value = now.figure(id).value
  const previous = before.coverage.isWhole ? before.figure(id).value : null
  const texts = {
    value: value === null ? null : toText(value),
    previous: previous === null ? null : toText(previous),
  }
  if (value === null || previous === null || !now.coverage.isComparable)
    return { ...texts, change: null, growth: null, contributors: [], others: null }
  const contributions = !isAdditive(id)
    ? []
    : input.by === 'line'
      ? linesIn(id, ledger, period, comparison)
      : await keysIn(services, company, { ...input, by: input.by }, { period, comparison }, signal)
  return {
    ...texts,
    change: toText(value - previous),
    growth: growthOf(metricOf(id), value, previous),
    ...ranked(contributions),
  }
}

/** Whether what its keys come to adds up to a metric. */
const isAdditive = (id: MetricId): boolean => {
  const { formula } = metricOf(id)
  return formula.kind === 'sum' || (formula.kind === 'plus' && partsOf(id).every(isAdditive))
}

/** The sums of rows that a formula comes down to, each with the sign that it has in it. */
const linesIn = (
  id: MetricId,
  ledger: LedgerAnswer,
  period: DateRange,
  comparison: DateRange,
): Contribution[] =>
  leavesOf(id).map((leaf) => {
    const { label, formula } = metricOf(leaf)
    const isTaken = formula.kind === 'sum' && takesAway(id, formula.of)
    const signed = (within: DateRange): Decimal => {
      const amount = ledger.in(within).figure(leaf).value ?? ZERO
      return isTaken ? -amount : amount
    }
    return { key: leaf, label, value: signed(period), previous: signed(comparison) }
  })

async function keysIn(
  services: Services,
  company: Company,
  input: ExplainChangeInput & { by: LedgerKey },
  periods: { period: DateRange; comparison: DateRange },
  signal: AbortSignal | undefined,
): Promise<Contribution[]> {
  const question = {
    key: input.by,
    lines: namesIn('ledger', [input.metricId]),
    segments: segmentsOf([periods]),
  }
  const sums = await readLedgerBy(services, company, input, question, signal)
  const contributions = new Map<string, Contribution>()
  const isIn = ({ start, end }: DateRange, segment: number) =>
    segment >= dayNumber(start) && segment <= dayNumber(end)
  for (const { key, segment, line, amount } of sums) {
    const signed = takesAway(input.metricId, `ledger.${line}`) ? -amount : amount
    const known = contributions.get(key) ?? { key, label: key, value: ZERO, previous: ZERO }
    if (isIn(periods.period, segment)) known.value += signed
    if (isIn(periods.comparison, segment)) known.previous += signed
    contributions.set(key, known)
  }
  return [...contributions.values()]
}

function ranked(contributions: Contribution[]): Pick<ChangeExplanation, 'contributors' | 'others'> {
  const size = ({ value, previous }: Contribution) => absolute(value - previous)
  const sorted = contributions
    .filter((one) => size(one) > ZERO)
    .toSorted(
      (a, b) =>
        Number(size(b) - size(a) > ZERO) - Number(size(b) - size(a) < ZERO) || (a.key < b.key ? -1 : 1),
    )
  const [named, rest] = [sorted.slice(0, CONTRIBUTORS_MAX), sorted.slice(CONTRIBUTORS_MAX)]
  const written = ({ value, previous }: Pick<Contribution, 'value' | 'previous'>) => ({
    value: toText(value),
    previous: toText(previous),
    change: toText(value - previous),
  })
  const total = (of: (one: Contribution) => Decimal) => rest.reduce((sum, one) => sum + of(one), ZERO)
  return {
    contributors: named.map((one) => ({ key: one.key, label: one.label, ...written(one) })),
    others:
      rest.length === 0
        ? null
        : {
            count: rest.length,
            ...written({ value: total(({ value }) => value), previous: total(({ previous }) => previous) }),
          },
  }
}
