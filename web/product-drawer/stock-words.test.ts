import { expect, test } from 'vitest'
import { PRODUCT_REORDERING } from '#contract/dashboards/product-drawer.ts'
import { adviceText, shortAdvice } from './stock-words.ts'

type Stock = Parameters<typeof adviceText>[0]
type Said = Partial<Record<'reorderInDays' | 'reorderQuantity', string>>
const NOTHING = { value: null, growth: null, previous: null }
const stock = (stockStatus: Stock['stockStatus'], said: Said = {}): Stock => ({
  stockStatus,
  snapshotDay: '2026-06-30',
  reordering: Object.fromEntries(
    PRODUCT_REORDERING.map((id) => [id, { ...NOTHING, value: said[id as keyof Said] ?? null }]),
  ) as Stock['reordering'],
})
const told = (of: Stock) => [shortAdvice(of, '2026-07-01'), adviceText(of, '2026-07-01')]

test('how many to order, and by when', () => {
  expect(told(stock('ORDER_NOW', { reorderInDays: '0', reorderQuantity: '1360' }))).toEqual([
    'order today',
    'Order 1,360 units today.',
  ])
  expect(told(stock('ORDER_SOON', { reorderInDays: '6', reorderQuantity: '1' }))).toEqual([
    'order by 6 Jul',
    'Order 1 unit by 6 Jul 2026.',
  ])
  // The snapshot is of the day before.
  expect(told(stock('ORDER_SOON', { reorderInDays: '1', reorderQuantity: '80' }))).toEqual([
    'order today',
    'Order 80 units today.',
  ])
  expect(told(stock('HEALTHY', { reorderInDays: '40', reorderQuantity: '0' }))).toEqual([
    undefined,
    'The next order is due by 9 Aug 2026.',
  ])
})

test('out of stock is no reason to order what is on its way', () => {
  expect(told(stock('OUT_OF_STOCK', { reorderInDays: '0', reorderQuantity: '90' }))).toEqual([
    'order today',
    'Order 90 units today.',
  ])
  expect(told(stock('OUT_OF_STOCK', { reorderInDays: '20', reorderQuantity: '10' }))).toEqual([
    'out of stock',
    'The next order is due by 20 Jul 2026.',
  ])
})

test('what does not sell has no day', () => {
  expect(told(stock('NO_SALES'))).toEqual([undefined, 'It sells too little to say when to order.'])
  expect(told({ ...stock(null), snapshotDay: null })[0]).toBeUndefined()
})
