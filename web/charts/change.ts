import { parseDecimal, toText } from '#contract/decimal.ts'
import { growthOf } from '#contract/metrics/comparisons.ts'
import type { Trend } from '#web/ui/trend.ts'
import { formatter, growthText, isZero, NO_VALUE } from '#web/ui/numbers.ts'
import type { ChartPeriod, ChartSeries, ChartValue } from './chart-series.ts'

export interface Change {
  text: string
  judgement: 'good' | 'bad' | null
  /** Null where there is nothing to compare with. */
  direction: Trend | null
}

export interface ChangeRules {
  better?: ChartSeries['better'] | undefined
  /** A ratio changes in percentage points. */
  isRatio?: boolean | undefined
  /** Stored below zero: the change is told of its size. */
  isCost?: boolean | undefined
}

/**
 * GROW-1 as it is shown, to put rows in order and into files too: a fraction of the base, of a ratio the difference. Null
 * without a base, and where an income or a result had one below zero.
 */
export function shownGrowth(
  value: ChartValue | undefined,
  prior: ChartValue | undefined,
  { isRatio = false, isCost = false }: ChangeRules = {},
): number | null {
  if (value == null || prior == null) return null
  const before = parseDecimal(prior)
  if (before < 0n && !isRatio && !isCost) return null
  const rule = { unit: isRatio ? 'percent' : 'money', ...(isCost && { isCost }) } as const
  return growthOf(rule, parseDecimal(value), before)
}

/** A change from the comparison to now, as the design tells changes (section 3). */
export function changeOf(
  value: ChartValue | undefined,
  prior: ChartValue | undefined,
  rules: ChangeRules = {},
): Change {
  const { better, isRatio = false } = rules
  const growth = shownGrowth(value, prior, rules)
  if (growth === null || value == null || prior == null)
    return { text: isNew(value, prior) ? 'new' : NO_VALUE, judgement: null, direction: null }
  const text = isRatio ? pointsText(parseDecimal(value) - parseDecimal(prior)) : growthText(growth)
  const isNothing = !/[1-9]/.test(text)
  const isBetter = growth > 0 === (better === 'more')
  return {
    text,
    judgement: isNothing || !better ? null : isBetter ? 'good' : 'bad',
    direction: isNothing ? 'noChange' : growth > 0 ? 'up' : 'down',
  }
}

/** A change of one place of a series. */
export const changeAt = (
  { isUncompared }: ChartPeriod,
  { values, prior, better, isUncomparedAt }: ChartSeries,
  index: number,
  rules?: ChangeRules,
): Change =>
  changeOf(isUncompared || isUncomparedAt?.(index) ? null : values[index], prior?.[index], {
    better,
    ...rules,
  })

/** Something after nothing. What is not known is no nothing. */
const isNew = (value: ChartValue | undefined, prior: ChartValue | undefined): boolean =>
  value != null && prior != null && isZero(prior) && !isZero(value)

/** `+1.1 pp`: a change of a ratio. */
const pointsText = (difference: bigint): string => `${signedPoints(toText(difference * 100n, 1))} pp`
/** `+1.1`: percentage points, where the head says so. */
export const signedPoints = formatter({
  signDisplay: 'exceptZero',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
