import { expect, test } from 'vitest'
import { CallShares } from './call-shares.ts'

test('each has a share of all calls and bytes, and what ends gives its part back', () => {
  const shares = new CallShares({ all: { calls: 3, bytes: 100 }, one: { calls: 2, bytes: 60 } })
  const first = shares.take('a', 60) as () => void
  expect(shares.take('a', 1)).toBe('TOO_MANY_CALLS')
  expect(shares.take('a', 0)).toBeTypeOf('function')
  expect(shares.take('a', 0)).toBe('TOO_MANY_CALLS')
  expect(shares.take('b', 41)).toBe('OVERLOADED')
  expect(shares.take('b', 40)).toBeTypeOf('function')
  expect(shares.take(undefined, 0)).toBe('OVERLOADED')
  first()
  expect(shares.take('a', 60)).toBeTypeOf('function')
})
