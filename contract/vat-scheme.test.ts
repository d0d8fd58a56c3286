import { expect, test } from 'vitest'
import { liableOf, schemeOf, type StatedTransaction } from './vat-scheme.ts'

const sale = (changes: Partial<StatedTransaction> = {}): StatedTransaction => ({
  transactionType: 'SALE',
  departs: 'PL',
  arrives: 'DE',
  taxScheme: '',
  collectedBy: 'SELLER',
  buyerType: 'CONSUMER',
  isUntaxed: false,
  ...changes,
})
const told = (changes: Partial<StatedTransaction>) => {
  const row = sale(changes)
  return `${schemeOf(row)} ${liableOf(row, schemeOf(row))}`
}

test('a row falls under what the report names, and otherwise under what countries and buyer make of it', () => {
  expect(told({ taxScheme: 'UNION-OSS' })).toBe('UNION_OSS SELLER')
  expect(told({ taxScheme: 'DEEMED_RESELLER-IOSS', collectedBy: 'MARKETPLACE' })).toBe('IOSS MARKETPLACE')
  expect(told({ taxScheme: 'DEEMED_RESELLER', collectedBy: 'MARKETPLACE' })).toBe(
    'DEEMED_SUPPLIER MARKETPLACE',
  )
  expect(
    told({ departs: 'GB', arrives: 'GB', taxScheme: 'UK_VOEC-DOMESTIC', collectedBy: 'MARKETPLACE' }),
  ).toBe('DEEMED_SUPPLIER MARKETPLACE')
  expect(told({ departs: 'DE', taxScheme: 'REGULAR' })).toBe('DOMESTIC SELLER')
  expect(told({})).toBe('DISTANCE_SALE SELLER')
  expect(told({ buyerType: 'BUSINESS', isUntaxed: true })).toBe('INTRA_COMMUNITY BUYER')
  expect(told({ buyerType: 'BUSINESS' })).toBe('DISTANCE_SALE SELLER')
  expect(told({ departs: 'DE', buyerType: 'BUSINESS', isUntaxed: true })).toBe('REVERSE_CHARGE BUYER')
  expect(told({ departs: 'DE', buyerType: 'BUSINESS' })).toBe('DOMESTIC SELLER')
  expect(told({ arrives: 'CH', isUntaxed: true })).toBe('EXPORT SELLER')
  expect(told({ departs: 'GB', isUntaxed: true })).toBe('UNKNOWN SELLER')
  expect(told({ transactionType: 'FC_TRANSFER', collectedBy: '' })).toBe('OWN_STOCK NOBODY')
  // The refund has the money of a return.
  expect(told({ transactionType: 'RETURN', departs: 'DE', collectedBy: '' })).toBe('RETURNED NOBODY')
  // The tax is that of the seller whose goods they were.
  expect(told({ transactionType: 'COMMINGLING_BUY', departs: 'DE' })).toBe('PURCHASE NOBODY')
  expect(told({ transactionType: 'COMMINGLING_SELL', departs: 'DE' })).toBe('DOMESTIC SELLER')
  // Not said is not known: no tax is made somebody else's by a guess.
  expect(told({ departs: '', collectedBy: '' })).toBe('UNKNOWN SELLER')
  expect(told({ buyerType: '' })).toBe('DISTANCE_SALE SELLER')
})
