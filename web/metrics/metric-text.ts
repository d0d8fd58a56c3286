import type { MetricCell } from '#contract/answer.ts'
import type { MetricUnit } from '#contract/metrics/metric.ts'
import type { FigureUnit } from '#web/ui/figure-parts.ts'
import { NO_END, priceText, rateText, unitText, wholeText } from '#web/ui/numbers.ts'

/**
 * How a metric is written in a table: money in whole units, prices with cents where the currency has them.
 * @param decimals those that its declaration asks for
 */
export function metricText(
  unit: MetricUnit,
  currencyCode: string,
  decimals?: number,
): (value: string) => string {
  if (unit === 'money') return wholeText
  if (unit === 'price') return currencyCode === 'JPY' ? wholeText : priceText
  if (isRate(unit, decimals)) return (value) => rateText(Number(value))
  return (value) => unitText(unit, value)
}

/** Shares so small that their second decimal tells them apart. */
const isRate = (unit: MetricUnit, decimals: number | undefined): boolean =>
  unit === 'percent' && decimals === 2

/** The number of a cell as it is copied and exported: what has no end is ∞ there too. */
export const metricNumber = ({ value, hasNoEnd }: Pick<MetricCell, 'value' | 'hasNoEnd'>): string | null =>
  hasNoEnd ? NO_END : value

/** How it is written large. */
export function figureUnit(unit: MetricUnit, currencyCode: string, decimals?: number): FigureUnit {
  if (unit === 'money' || unit === 'price') return { kind: 'money', currencyCode }
  if (unit !== 'percent') return { kind: 'count' }
  return { kind: 'ratio', ...(isRate(unit, decimals) && { isRate: true }) }
}
