import { expect, test } from 'vitest'
import { comparable, priorSeries, toneOf } from './metric-charts.ts'

test('lines that share a plot have different colours', () => {
  expect(toneOf('acos')).not.toBe(toneOf('tacos'))
  expect(toneOf('organicSales')).not.toBe(toneOf('adSales'))
  expect(toneOf('netSales')).not.toBe(toneOf('netProfit'))
})

test('a percentage after none has a change only where the answer has one', () => {
  const after = { value: '0.05', previous: '0' }
  expect(comparable('refundRate', { ...after, growth: 0.05 })).toBe('0.05')
  // Days are missing.
  expect(comparable('refundRate', { ...after, growth: null })).toBeNull()
  // Of money there is no growth after nothing: it is new.
  expect(comparable('orderedProductSales', { ...after, growth: null })).toBe('0.05')
})

test('where an answer tells no change, neither does a chart; a forecast, which no cell has, is compared', () => {
  const { prior, isUncomparedAt } = priorSeries('orderedProductSales', [
    { value: '110', previous: '100', growth: 0.1 },
    { value: '40', previous: '100', growth: null },
    { value: null, previous: '100', growth: null },
    undefined,
  ])
  expect(prior).toEqual(['100', '100', '100', null])
  expect([0, 1, 2, 3].map(isUncomparedAt)).toEqual([false, true, false, false])
})
