/** How each number of the review is called, drawn and written where there is little room. */
import { metricOf } from '#contract/metrics/metrics.ts'
import type { ReviewMetric } from '#contract/dashboards/weekly-review.ts'
import type { ChartFormat } from '#web/charts/chart-series.ts'
import { metricText } from '#web/metrics/metric-text.ts'
import { compactText, moneyText, unitText, wholeText } from '#web/ui/numbers.ts'

const TITLES: Partial<Record<ReviewMetric, string>> = {
  unitsOrdered: 'Units',
  unitSessionPercentage: 'Conversion',
  buyBoxPercentage: 'Featured Offer',
  contributionMargin1Percent: 'CM1',
  contributionMargin3Percent: 'CM3',
  b2bSalesShare: 'B2B share',
  ctr: 'CTR',
  cpc: 'CPC',
  cvr: 'Ad conversion',
  organicSalesShare: 'Organic share',
  available: 'Available units',
  daysOfCoverOfProducts: 'Days of cover',
}
export const titleOf = (metric: ReviewMetric): string => TITLES[metric] ?? metricOf(metric).label

/** Stands muted behind the title: numbers then have none. */
export function unitNote(metric: ReviewMetric, currencyCode: string): string | undefined {
  const { unit } = metricOf(metric)
  if (unit === 'money' || unit === 'price') return currencyCode
  return unit === 'percent' ? '%' : unit === 'days' ? 'days' : undefined
}

const WHOLE_BELOW = 10_000

/** `73.3k`, `6,647`, `24.99`, `12.7%`. */
function shortText(metric: ReviewMetric, currencyCode: string, value: string | number): string {
  const { unit, decimals } = metricOf(metric)
  if (unit === 'percent' || unit === 'price' || unit === 'ratio')
    return metricText(unit, currencyCode, decimals)(`${value}`)
  return Math.abs(Number(value)) < WHOLE_BELOW ? wholeText(value) : compactText(value)
}

export function reviewFormat(metric: ReviewMetric, currencyCode: string): ChartFormat {
  const { unit } = metricOf(metric)
  const short = (value: string | number) => shortText(metric, currencyCode, value)
  if (unit === 'money' || unit === 'price')
    return { short, full: (value) => moneyText(value, currencyCode), currencyCode }
  if (unit === 'percent') return { short, full: short, isRatio: true }
  return { short, full: (value) => unitText(unit, value), ...(unit === 'count' && { type: 'count' }) }
}
