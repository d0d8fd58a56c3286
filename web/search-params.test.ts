import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

test('an address is flat text that people can read', () => {
  const params = { marketplaces: 'DE,GB', note: 'a & b' }
  expect(stringifySearch(params)).toBe('?marketplaces=DE,GB&note=a+%26+b')
  expect(parseSearch('marketplaces=DE,GB&note=a+%26+b')).toEqual(params)
})

test('nothing asked leaves no mark', () => {
  expect(stringifySearch({ gone: undefined })).toBe('')
})
