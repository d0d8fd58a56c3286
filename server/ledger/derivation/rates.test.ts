import { expect, test } from 'vitest'
import { overlaid } from './rates.ts'

const DE = { marketplace: 'DE', sku: '' }
const standard = [
  { ...DE, rate: '0.19', validFrom: '2007-01-01', validTo: '2020-06-30' },
  { ...DE, rate: '0.16', validFrom: '2020-07-01', validTo: '2020-12-31' },
  { ...DE, rate: '0.19', validFrom: '2021-01-01', validTo: '' },
  { marketplace: 'FR', sku: '', rate: '0.20', validFrom: '2014-01-01', validTo: '' },
]

test('an entered rate holds from its day until the next; before the first one the others hold', () => {
  const entered = [
    { marketplace: 'DE', validFrom: '2026-01-01', rate: '0.07' },
    { marketplace: 'DE', validFrom: '2020-10-01', rate: '0.05' },
  ] as const
  expect(overlaid(entered, standard)).toEqual([
    { ...DE, rate: '0.07', validFrom: '2026-01-01', validTo: '' },
    { ...DE, rate: '0.05', validFrom: '2020-10-01', validTo: '2025-12-31' },
    standard[0],
    { ...standard[1], validTo: '2020-09-30' },
    standard[3],
  ])
})

test('rates of products are none of a marketplace, and stay', () => {
  const product = { marketplace: 'DE', sku: 'BOOK', rate: '0.07', validFrom: '2021-01-01', validTo: '' }
  const entered = [{ marketplace: 'DE', validFrom: '1970-01-01', rate: '0.1' }] as const
  expect(overlaid(entered, [product, ...standard])).toEqual([
    { ...DE, rate: '0.1', validFrom: '1970-01-01', validTo: '' },
    product,
    standard[3],
  ])
})
