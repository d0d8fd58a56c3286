import { expect, test } from 'vitest'
import {
  currencyField,
  flag,
  marketplacesField,
  namesField,
  oneOf,
  oneOfOrNone,
  someOf,
} from './filter-fields.ts'

const silent = { today: '2026-11-20', window: null }

test('one of a list is itself, and anything else is nothing', () => {
  const order = oneOf(['ASC', 'DESC'], 'ASC')
  expect(order.read('DESC')).toBe('DESC')
  expect(order.read('desc')).toBe(undefined)
  expect(order.initial(silent)).toBe('ASC')
})

test('none is a value of its own', () => {
  const growth = oneOfOrNone(['YEAR_ON_YEAR', 'MONTH_ON_MONTH'], null)
  expect(growth.read('none')).toBe(null)
  expect(growth.read('other')).toBe(undefined)
  expect(growth.write(null)).toBe('none')
})

test('some of a list stand in its order', () => {
  const views = someOf(['a', 'b', 'c'], ['b'], { all: 'all' })
  expect(views.read('c,a,x')).toEqual(['a', 'c'])
  expect(views.read('all')).toEqual(['a', 'b', 'c'])
  expect(views.write(['a', 'b', 'c'])).toBe('all')
  expect(views.write([])).toBe('none')
})

test('marketplaces are all where none is chosen', () => {
  const field = marketplacesField()
  expect(field.initial(silent)).toEqual([])
  expect(field.write([])).toBe('all')
  expect(field.read('all')).toEqual([])
  expect(field.read('GB,DE')).toEqual(['DE', 'GB'])
})

test('the currency is that of the data, else US dollars, and the saved preference speaks first', () => {
  const field = currencyField()
  expect(field.initial(silent)).toBe('USD')
  expect(field.initial({ ...silent, currencyCode: 'SEK' })).toBe('SEK')
  expect(field.preferred!({ ...silent, currencyCode: 'SEK', preferredCurrency: 'GBP' })).toBe('GBP')
  expect(field.read('XXX')).toBe(undefined)
})

test('names survive the address, whatever is in them', () => {
  const field = namesField(100)
  const names = ['MUG-1', 'CUP,BLUE', '100%', 'none', 'ä b', '%2C']
  expect(field.read(field.write(names))).toEqual(names)
  expect(field.write([])).toBe('none')
  expect(field.read('none')).toEqual([])
  expect(field.read('A,A,,B')).toEqual(['A', 'B'])
  expect(field.read('50%')).toEqual(['50%'])
})

test('an address cannot select more than is allowed', () => {
  expect(namesField(2).read('A,B,C')).toEqual(['A', 'B'])
})

test('a flag is true or false', () => {
  expect(['true', 'false', '1'].map(flag(false).read)).toEqual([true, false, undefined])
})
