import { expect, test } from 'vitest'
import type { Product } from '#contract/product-master.ts'
import { coveredSkus, productEntity, productsOfBrands } from './product-selection.ts'

const product = (sku: string, more: Partial<Product['basicInformation']> = {}): Product => ({
  basicInformation: {
    sku,
    asin: '',
    name: '',
    customName: '',
    customCategory: '',
    parentAsins: [],
    customTags: [],
    brandName: '',
    ...more,
  },
})

test('a product goes by its own name, else by that of Amazon, else by its SKU', () => {
  expect(productEntity(product('MUG-1', { asin: 'B01', name: 'Mug', brandName: 'Brand A' }))).toEqual({
    id: 'MUG-1',
    name: 'Mug',
    detail: 'MUG-1 · B01',
    hint: 'Brand A',
  })
  expect(productEntity(product('MUG-1', { name: 'Mug', customName: 'Our mug' })).name).toBe('Our mug')
  expect(productEntity(product('MUG-1', { asin: 'B01' }))).toEqual({
    id: 'MUG-1',
    name: 'MUG-1',
    detail: 'B01',
  })
})

test('choosing brands leaves the products of those brands', () => {
  const known = [product('a', { brandName: 'A' }), product('b', { brandName: 'B' }), product('n')]
  const selected = ['a', 'b', 'n', 'gone']
  expect(productsOfBrands(selected, known, ['A'])).toEqual(['a'])
  expect(productsOfBrands(selected, known, ['A', 'B'])).toEqual(['a', 'b'])
  expect(productsOfBrands(selected, known, [])).toEqual(selected)
})

test('a product that is chosen and has a chosen tag counts once', () => {
  const selection = { products: ['a', 'b'], tags: ['Kitchen'], categories: [] }
  expect(coveredSkus(selection, [product('b'), product('c')])).toEqual(['a', 'b', 'c'])
})
