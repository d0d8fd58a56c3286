import { expect, test } from 'vitest'
import { PATHS } from './paths.ts'
import { keptMoment, parseSearch, stringifySearch, withMoment } from './search-params.ts'

test('an address is flat text that people can read', () => {
  const params = { marketplaces: 'DE,GB', note: 'a & b' }
  expect(stringifySearch(params)).toBe('?marketplaces=DE,GB&note=a+%26+b')
  expect(parseSearch('marketplaces=DE,GB&note=a+%26+b')).toEqual(params)
})

test('nothing asked leaves no mark', () => {
  expect(stringifySearch({ gone: undefined })).toBe('')
})

test('the moment that is read goes along from page to page, and nothing else', () => {
  expect(keptMoment({ asOf: '2026-03-03T14:05:00.000Z', page: '3' })).toEqual({
    asOf: '2026-03-03T14:05:00.000Z',
  })
})

test('and beside what a link asks for', () => {
  const previous = { asOf: '2026-03-03T14:05:00.000Z', page: '3' }
  expect(withMoment(PATHS.productMaster, { opened: 'MUG' })(previous)).toEqual({
    asOf: previous.asOf,
    opened: 'MUG',
  })
  expect(withMoment(PATHS.connections, { tab: 'ads' })(previous)).toEqual({ tab: 'ads' })
  expect(withMoment(PATHS.productMaster)({ page: '3' })).toEqual({ asOf: undefined })
})
