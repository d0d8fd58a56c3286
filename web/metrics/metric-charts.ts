/** How metrics are drawn, whatever page draws them. */
import type { MetricCell } from '#contract/answer.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import type { ChangeRules } from '#web/charts/change.ts'
import type { ChartFormat, ChartSeries, ChartTone, ChartValue } from '#web/charts/chart-series.ts'
import { countFormat, moneyFormat, ratioFormat } from '#web/charts/formats.ts'
import { isZero } from '#web/ui/numbers.ts'
import { metricText } from './metric-text.ts'

const TONES: Partial<Record<MetricId, ChartTone>> = {
  orderedProductSales: 'sales',
  orderedAmount: 'sales',
  orderedProductSalesB2B: 'sales',
  b2bSalesShare: 'sales',
  averageSellingPrice: 'sales',
  organicSales: 'sales',
  organicSalesShare: 'sales',
  netSales: 'sales',
  adSpend: 'ads',
  adSales: 'ads',
  adSalesShare: 'ads',
  acos: 'ads',
  ctr: 'ads',
  cpc: 'ads',
  cvr: 'ads',
  newToBrandOrdersShare: 'ads',
  // Beside ACOS in one plot.
  tacos: 'other',
  refunds: 'refunds',
  unitsRefunded: 'refunds',
  refundRate: 'refunds',
  contributionMargin1: 'profit',
  contributionMargin2: 'profit',
  contributionMargin3: 'profit',
  contributionMargin1Percent: 'profit',
  contributionMargin3Percent: 'profit',
  netProfit: 'profit',
  available: 'other',
  daysOfCoverOfProducts: 'other',
  inStockRate: 'other',
  agedShare: 'other',
}

/** Units and visits have a colour in common. */
export const toneOf = (metric: MetricId): ChartTone => TONES[metric] ?? 'units'

export function chartFormat(metric: MetricId, currencyCode: string): ChartFormat {
  const { unit, decimals } = metricOf(metric)
  if (unit === 'money' || unit === 'price') return moneyFormat(currencyCode)
  if (unit !== 'percent') return countFormat
  const text = metricText(unit, currencyCode, decimals)
  const written = (value: string | number) => text(`${value}`)
  return { ...ratioFormat, short: written, full: written }
}

/** Whether more of it is better; a change of others is no judgement. */
export function betterOf(metric: MetricId): { better?: 'more' | 'less' } {
  const { better } = metricOf(metric)
  return better === 'neither' ? {} : { better }
}

/** A metric in a chart, by its own name. */
export const metricSeries = (metric: MetricId, values: readonly ChartValue[]): ChartSeries => ({
  id: metric,
  label: metricOf(metric).label,
  tone: toneOf(metric),
  values,
  ...betterOf(metric),
})

/**
 * The value that a change is told of: what is not wholly known is compared with nothing. Something after nothing has no growth
 * and is new; of a percentage it is a change in points.
 */
export const comparable = (metric: MetricId, { value, growth, previous }: MetricCell): string | null =>
  growth === null && previous !== null && (metricOf(metric).unit === 'percent' || !isZero(previous))
    ? null
    : value

/** What a metric is compared with, place by place. A forecast, which no cell has, is compared too. */
export const priorSeries = (
  metric: MetricId,
  cells: readonly (MetricCell | undefined)[],
): Required<Pick<ChartSeries, 'prior' | 'isUncomparedAt'>> => ({
  prior: cells.map((cell) => cell?.previous ?? null),
  isUncomparedAt: (index) => {
    const cell = cells[index]
    return cell != null && cell.value !== null && comparable(metric, cell) === null
  },
})

/** How a change of it is told. */
export function changeRulesOf(metric: MetricId): ChangeRules {
  const { unit, isCost } = metricOf(metric)
  return { ...betterOf(metric), isRatio: unit === 'percent', isCost: isCost ?? false }
}
