import { expect, test } from 'vitest'
import { addressesIn } from './e-mail-addresses.ts'

test('addresses are listed in any way, and the first that is none is named', () => {
  expect(addressesIn(' a@example.com, b@example.com;\na@example.com ')).toEqual({
    addresses: ['a@example.com', 'b@example.com'],
    wrong: null,
  })
  expect(addressesIn('a@example.com, b@example, c').wrong).toBe('b@example')
  expect(addressesIn(' , ')).toEqual({ addresses: [], wrong: null })
})
