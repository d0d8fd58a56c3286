import { parseDecimal, ratio, toText } from '#contract/decimal.ts'
import type { Trend } from '#web/ui/trend.ts'
import { growthText, NO_VALUE, withTrueMinus } from '#web/ui/numbers.ts'
import type { ChartSeries, ChartValue } from './chart-series.ts'

export interface Change {
  text: string
  judgement: 'good' | 'bad' | null
  /** Null where there is nothing to compare with. */
  direction: Trend | null
}

/** A change from the comparison to now, as the design tells changes (section 3). */
export function changeOf(
  value: ChartValue | undefined,
  prior: ChartValue | undefined,
  {
    better,
    isRatio = false,
  }: { better?: ChartSeries['better'] | undefined; isRatio?: boolean | undefined } = {},
): Change {
  if (value == null) return { text: NO_VALUE, judgement: null, direction: null }
  if (prior == null) return { text: 'new', judgement: null, direction: null }
  const [now, before] = [parseDecimal(value), parseDecimal(prior)]
  const difference = now - before
  if (!isRatio && before <= 0n) return { text: NO_VALUE, judgement: null, direction: null }
  const text = isRatio ? pointsText(difference) : growthText(ratio(difference, before) ?? 0)
  const isNothing = !/[1-9]/.test(text)
  const isBetter = difference > 0n === (better === 'more')
  return {
    text,
    judgement: isNothing || !better ? null : isBetter ? 'good' : 'bad',
    direction: isNothing ? 'noChange' : difference > 0n ? 'up' : 'down',
  }
}

/**
 * The same change as a number, to put rows in order and into files: a fraction of the base, of a ratio the difference.
 * Null where there is nothing to compare with.
 */
export function growthOf(
  value: ChartValue | undefined,
  prior: ChartValue | undefined,
  isRatio = false,
): number | null {
  if (value == null || prior == null) return null
  const [now, before] = [parseDecimal(value), parseDecimal(prior)]
  if (isRatio) return Number(toText(now - before))
  return before <= 0n ? null : ratio(now - before, before)
}

/** `+1.1 pp`: a change of a ratio. */
function pointsText(difference: bigint): string {
  const points = toText(difference * 100n, 1)
  const sign = points === '0' || points.startsWith('-') ? '' : '+'
  return `${sign}${withTrueMinus(points.includes('.') ? points : `${points}.0`)} pp`
}
