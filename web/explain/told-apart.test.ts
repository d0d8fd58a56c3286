import { expect, test } from 'vitest'
import { toldApartOf, toldApartText, type ToldApart } from './told-apart.ts'

test.each<[ToldApart, string]>([
  [{ by: 'month' }, 'month'],
  [{ by: 'kind', term: 'unitsSold' }, 'kind.unitsSold'],
  [{ by: 'product', key: '' }, 'product~'],
  [{ by: 'product', term: 'unitsSold', key: 'A.1~B\n2' }, 'product.unitsSold~A.1~B\n2'],
])('an address says how a number is told apart, and is read back', (toldApart, text) => {
  expect(toldApartText(toldApart)).toBe(text)
  expect(toldApartOf(text)).toEqual(toldApart)
})

test.each([
  undefined,
  '',
  'colour',
  'constructor~CUP',
  'product.noSuchMetric~CUP',
  'product.toString',
  'Product',
  'product CUP',
  'product~CUP\0',
  'product~\ud800',
  `product~${'x'.repeat(4_000)}`,
])('an address that makes no sense says nothing: %j', (text) => {
  expect(toldApartOf(text)).toBeNull()
})
