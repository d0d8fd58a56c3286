import { expect, test } from 'vitest'
import type { Facts } from '#web/table/sheet.ts'
import { describedBy } from './product-scope.ts'

const SHEET = { heads: ['What'], types: ['text' as const], rows: [['Price']] }
const asked = { companyId: 'c1', currencyCode: 'EUR' as const, marketplaces: [], sku: 'MUG' }

test('a file of a product says which one, and in which currency and marketplaces', async () => {
  const factsOf = async (own: Facts) =>
    (
      await describedBy(async (content, rows) => await content(rows), asked)(
        () => ({ sheet: SHEET, facts: own }),
        'all',
      )
    ).facts
  expect(await factsOf([['Chart', 'From price to profit']])).toEqual([
    ['SKU', 'MUG'],
    ['Currency', 'EUR'],
    ['Marketplaces', 'all'],
    ['Chart', 'From price to profit'],
  ])
  // What the file itself says goes before.
  expect(await factsOf([['Currency', 'GBP']])).toEqual([
    ['SKU', 'MUG'],
    ['Marketplaces', 'all'],
    ['Currency', 'GBP'],
  ])
})
