import { expect, test } from 'vitest'
import { scopeOfCell } from './cell-scope.ts'
import type { ExplainedCell } from './explained-cell.ts'

const cell = { metric: 'netProfit', start: '2026-06-01', end: '2026-06-30' } as const satisfies ExplainedCell

test('a number of a brand is asked for by the brand, and one of products without a brand by its lack', () => {
  expect(scopeOfCell({ ...cell, of: { by: 'brand', key: 'Harbour' } })).toEqual({ brandNames: ['Harbour'] })
  expect(scopeOfCell({ ...cell, of: { by: 'brand', key: '' } })).toEqual({ brandNames: [''] })
  // What is of no product is of no brand either, and stands beside the brands.
  expect(scopeOfCell({ ...cell, of: { by: 'noBrand', key: '' } })).toEqual({ brandNames: [''], skus: [''] })
  expect(scopeOfCell({ ...cell, of: { by: 'expense', key: 'Rooms' } })).toEqual({ expenseCategory: 'Rooms' })
  expect(scopeOfCell({ ...cell, of: { by: 'sku', key: '' } })).toEqual({ skus: [''] })
})
