import type { MetricUnit } from '#contract/metrics/metric.ts'
import type { FigureUnit } from '#web/ui/figure-parts.ts'
import { priceText, unitText, wholeText } from '#web/ui/numbers.ts'

/** How a metric is written in a table: money in whole units, prices with cents where the currency has them. */
export function metricText(unit: MetricUnit, currencyCode: string): (value: string) => string {
  if (unit === 'money') return wholeText
  if (unit === 'price') return currencyCode === 'JPY' ? wholeText : priceText
  return (value) => unitText(unit, value)
}

/** How it is written large. */
export function figureUnit(unit: MetricUnit, currencyCode: string): FigureUnit {
  if (unit === 'money' || unit === 'price') return { kind: 'money', currencyCode }
  return { kind: unit === 'percent' ? 'ratio' : 'count' }
}
