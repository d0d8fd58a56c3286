import { expect, test } from 'vitest'
import { partOf, partText } from './journals-view.ts'

test.each([
  { month: '2026-03', line: 'productSales', marketplace: 'DE', isTaxKept: false },
  { month: '2026-03', line: 'productSales', marketplace: '', isTaxKept: true },
])('an address names a part of a journal, and is read back', (part) => {
  expect(partOf(partText(part))).toEqual(part)
})

test('what names no part of a journal opens none', () => {
  expect(partOf('')).toBeNull()
  expect(partOf('2026-03')).toBeNull()
  expect(partOf('2026-99.productSales.DE')).toBeNull()
})
