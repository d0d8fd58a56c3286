import { expect, test } from 'vitest'
import { changeKeysOffered, keysOffered } from './group-names.ts'

test('a change is told apart by brand where some product has one', () => {
  expect(changeKeysOffered('unitsSold', {}, {}, true)).toEqual(['product', 'brand', 'marketplace'])
  expect(changeKeysOffered('unitsSold', {}, {}, false)).toEqual(['product', 'marketplace'])
})

test('rows are grouped by brand where some product has one', () => {
  const month = { metric: 'netSales' as const, start: '2026-06-01', end: '2026-06-30' }
  expect(keysOffered('netSales', month, {}, true)).toContain('brand')
  expect(keysOffered('netSales', month, {}, false)).not.toContain('brand')
})

test('expenses are of no product and no order, and first of all of a category', () => {
  const month = { metric: 'statementOperatingExpenses' as const, start: '2026-06-01', end: '2026-06-30' }
  expect(keysOffered(month.metric, month, {}, true)).toEqual(['kind', 'brand', 'marketplace', 'day', 'file'])
  expect(changeKeysOffered(month.metric, {}, {}, true)).toEqual(['brand', 'marketplace'])
})

test('nothing is told apart by what all of it shares', () => {
  const keys = (
    of: Parameters<typeof changeKeysOffered>[1]['of'],
    selection: Parameters<typeof changeKeysOffered>[2] = {},
  ) => changeKeysOffered('netProfit', of ? { of } : {}, selection, true)
  expect(keys(undefined)).toEqual(['product', 'brand', 'marketplace', 'line'])
  expect(keys({ by: 'sku', key: 'CUP-BLUE' })).toEqual(['marketplace', 'line'])
  expect(keys({ by: 'brand', key: 'Harbour' })).toEqual(['product', 'marketplace', 'line'])
  expect(keys(undefined, { brandNames: ['Harbour'], marketplaces: ['DE'] })).toEqual(['product', 'line'])

  const month = { metric: 'netProfit' as const, start: '2026-06-01', end: '2026-06-30' }
  expect(keysOffered('netProfit', month, { skus: ['CUP-BLUE'], marketplaces: ['DE'] }, true)).toEqual([
    'kind',
    'order',
    'day',
    'file',
  ])
})
