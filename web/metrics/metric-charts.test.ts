import { expect, test } from 'vitest'
import { toneOf } from './metric-charts.ts'

test('lines that share a plot have different colours', () => {
  expect(toneOf('acos')).not.toBe(toneOf('tacos'))
  expect(toneOf('organicSales')).not.toBe(toneOf('adSales'))
  expect(toneOf('netSales')).not.toBe(toneOf('netProfit'))
})
