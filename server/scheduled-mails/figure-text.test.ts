import { expect, test } from 'vitest'
import { changeText, figureText } from './figure-text.ts'

test('figures of a mail are written as those of pages', () => {
  expect(figureText('orderedProductSales', '1284.5', 'GBP')).toBe('£1,284.50')
  // All the digits that it has: a number would end them at sixteen.
  expect(figureText('orderedProductSales', '-12345678901234567.89', 'GBP')).toBe(
    '−£12,345,678,901,234,567.89',
  )
  expect(figureText('orderedProductSales', '1284', 'JPY')).toBe('¥1,284')
  expect(figureText('unitsOrdered', '1204', 'GBP')).toBe('1,204')
  expect(figureText('tacos', '0.08333', 'GBP')).toBe('8.3%')
  expect(figureText('tacos', null, 'GBP')).toBe('–')
})

test('a change is one of growth, of a percentage one in points', () => {
  const cell = (value: string | null, previous: string | null, growth: number | null) => ({
    value,
    previous,
    growth,
  })
  expect(changeText('orderedProductSales', cell('108', '100', 0.08))).toBe('+8.0%')
  expect(changeText('orderedProductSales', cell('75.5', '100', -0.245))).toBe('−24.5%')
  expect(changeText('tacos', cell('0.09', '0.083', 0.007))).toBe('+0.7 pp')
  // Out of a loss there is no growth, and out of nothing neither.
  expect(changeText('netProfit', cell('10', '-5', 3))).toBe('–')
  expect(changeText('netProfit', cell('10', '0', null))).toBe('–')
})
