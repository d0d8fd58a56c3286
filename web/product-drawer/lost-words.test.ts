import { expect, test } from 'vitest'
import type { LostContribution } from '#contract/lost-contribution.ts'
import { emptyOf, leftOutText, noteOf } from './lost-words.ts'

const lost = (cause: LostContribution['cause'], amount: string): LostContribution => ({
  cause,
  amount,
  products: 1,
  skus: ['MUG'],
})
const CAUSES = [lost('WASTED_CLICKS', '30'), lost('OUT_OF_STOCK', '20')]
const note = (startDate: string, causes = CAUSES, netProfit: string | null = '200') =>
  noteOf({ causes, netProfit, period: { startDate, endDate: '2026-06-30' } })

test('the share of net profit is of the same days', () => {
  // (30 + 20) ÷ 200: of 14 days and longer the clicks are within them.
  expect(note('2026-06-17')).toBe('25.0% of net profit')
  // 20 ÷ 200: of 13 days some of the clicks are older.
  expect(note('2026-06-18')).toBe('10.0% of net profit, without clicks')
  expect(note('2026-06-18', [lost('OUT_OF_STOCK', '20')])).toBe('10.0% of net profit')
})

test('without a share it is said of which days it is', () => {
  const days = note('2026-06-18', [])
  expect(days).toContain('18')
  expect(note('2026-06-18', [lost('WASTED_CLICKS', '30')])).toBe(days)
  expect([null, '0', '-5'].map((profit) => note('2026-06-18', CAUSES, profit))).toEqual([days, days, days])
})

const WHOLE = {
  productsWithoutMargin: 0,
  clicksWithoutRate: [],
  products: { lookedAt: 3, all: 3 },
  isCut: { clicks: false, losses: false },
}
const MORE_SOLD = { lookedAt: 200, all: 201 }

test('what lost units without a known cost is not said to have lost nothing', () => {
  expect(emptyOf({ ...WHOLE, productsWithoutMargin: 1 })).toEqual({
    title: 'Not known without costs',
    text: '1 product without a known cost left out, wholly or in part.',
  })
  expect(emptyOf({ ...WHOLE, clicksWithoutRate: ['PLN'] })).toEqual({
    title: 'Not known without an exchange rate',
    text: 'Clicks in PLN left out: there is no exchange rate.',
  })
  const none = emptyOf({ ...WHOLE, products: MORE_SOLD })
  expect(none.title).toBe('Nothing known to be lost')
  expect(none.text).toMatch(
    /would show losses\. Estimates are of the 200 products with most sales, of 201\.$/,
  )
  expect(emptyOf(WHOLE).text).toMatch(/would show losses\.$/)
})

test('what is left out is said, and where nothing is, nothing', () => {
  expect(leftOutText({ ...WHOLE, productsWithoutMargin: 2, products: MORE_SOLD })).toBe(
    '2 products without a known cost left out, wholly or in part. Estimates are of the 200 products with most sales, of 201.',
  )
  expect(leftOutText({ ...WHOLE, isCut: { clicks: true, losses: true } })).toBe(
    'Only the most expensive clicks without an order are counted. ' +
      'Only the warehouse losses of the products that lost the most are counted.',
  )
  expect(leftOutText(WHOLE)).toBe('')
})
