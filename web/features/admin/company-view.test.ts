import { expect, test } from 'vitest'
import { companiesAsked, paramsOfSort, sortOf } from './company-view.ts'

test('an address without an order, or with one that is none, lists companies by name', () => {
  expect(companiesAsked({})).toEqual({ search: '', state: 'ALL', sort: 'NAME', isDescending: false })
  expect(companiesAsked({ sort: 'COLOUR', state: 'odd' })).toMatchObject({ state: 'ALL', sort: 'NAME' })
})

test('an order goes into the address and comes back', () => {
  const sort = { column: 'originals', isDescending: true }
  const params = paramsOfSort(sort)
  expect(params).toEqual({ sort: 'ORIGINAL_BYTES', order: 'descending' })
  expect(sortOf(companiesAsked(params))).toEqual(sort)
  expect(paramsOfSort({ column: 'name', isDescending: false })).toEqual({})
  expect(paramsOfSort(null)).toEqual({})
})
