import { expect, test } from 'vitest'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import { reviewFormat } from '#web/features/weekly-review/review-metrics.ts'
import { figureParts } from '#web/ui/figure-parts.ts'
import { chartFormat } from './metric-charts.ts'
import { figureUnit, metricText } from './metric-text.ts'

const inTable = (metric: MetricId, value: string, currencyCode = 'GBP') => {
  const { unit, decimals } = metricOf(metric)
  return metricText(unit, currencyCode, decimals)(value)
}

test('a metric has one rounding in tables, charts, figures and the review', () => {
  // 31 clicks of 8,600 impressions.
  const ctr = '0.003605'
  const { unit, decimals } = metricOf('ctr')
  const large = figureParts(ctr, figureUnit(unit, 'GBP', decimals))
  expect([
    inTable('ctr', ctr),
    chartFormat('ctr', 'GBP').full(ctr),
    chartFormat('ctr', 'GBP').short(ctr),
    reviewFormat('ctr', 'GBP').short(ctr),
    large.map(({ text }) => text).join(''),
  ]).toEqual(Array.from({ length: 5 }, () => '0.36%'))
  expect([inTable('acos', '0.003605'), chartFormat('acos', 'GBP').full('0.003605')]).toEqual(['0.4%', '0.4%'])
})

test('prices have the cents of their currency', () => {
  for (const [currencyCode, text] of [
    ['GBP', '1,499.00'],
    ['JPY', '1,499'],
  ] as const) {
    expect(inTable('averageSellingPrice', '1499', currencyCode)).toBe(text)
    expect(reviewFormat('averageSellingPrice', currencyCode).short('1499')).toBe(text)
  }
})
