import { expect, test } from 'vitest'
import { changeText, figureText, shortText } from './figure-text.ts'

test('figures of a mail are written as those of pages, and marked where something is missing', () => {
  const text = (id: Parameters<typeof figureText>[0], value: string | null, currencyCode = 'GBP') =>
    figureText(id, { value }, currencyCode)
  expect(text('orderedProductSales', '1284.5')).toBe('£1,284.50')
  // All the digits that it has: a number would end them at sixteen.
  expect(text('orderedProductSales', '-12345678901234567.89')).toBe('−£12,345,678,901,234,567.89')
  expect(text('orderedProductSales', '1284', 'JPY')).toBe('¥1,284')
  expect(text('orderedProductSales', '1284', 'CAD')).toBe('CA$1,284.00')
  expect(text('unitsOrdered', '1204')).toBe('1,204')
  expect(text('tacos', '0.08333')).toBe('8.3%')
  expect(text('ctr', '0.0041')).toBe('0.41%')
  expect(text('tacos', null)).toBe('–')
  expect(figureText('unitsOrdered', { value: '7', lacks: ['COSTS'] }, 'GBP')).toBe('7*')
})

test('stock that nothing uses up lasts for ever, which is not the same as not known', () => {
  const cover = (more: object) => shortText('daysOfCoverOfProducts', { value: null, ...more })
  expect(cover({ hasNoEnd: true })).toBe('no end')
  expect(cover({ hasNoEnd: true, lacks: ['DAYS'] })).toBe('no end*')
  expect(cover({})).toBe('–')
  expect(figureText('daysOfCoverOfProducts', { value: null, hasNoEnd: true }, 'GBP')).toBe('no end')
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
  expect(changeText('orderedProductSales', cell('1350', '100', 12.5))).toBe('>999%')
  // What is not whole is compared with nothing.
  const short = { ...cell('75.5', '100', -0.245), lacks: ['DAYS' as const] }
  expect(changeText('orderedProductSales', short)).toBe('–')
  // Out of a loss there is no growth, and out of nothing neither.
  expect(changeText('netProfit', cell('10', '-5', 3))).toBe('–')
  expect(changeText('netProfit', cell('10', '0', null))).toBe('–')
})
