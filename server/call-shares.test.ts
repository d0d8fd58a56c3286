import { expect, test } from 'vitest'
import { CallShares } from './call-shares.ts'

test('each has a share of all calls and bytes, and what ends gives its part back', () => {
  const shares = new CallShares({ all: { calls: 20, bytes: 1_000 }, one: { calls: 2, bytes: 60 } })
  const first = shares.take('a', { calls: 1, bytes: 60 }) as () => void
  expect(shares.take('a', { calls: 1, bytes: 1 })).toBe('TOO_MANY_CALLS')
  expect(shares.take('a', { calls: 1, bytes: 0 })).toBeTypeOf('function')
  expect(shares.take('a', { calls: 1, bytes: 0 })).toBe('TOO_MANY_CALLS')
  expect(shares.take(undefined, { calls: 1, bytes: 941 })).toBe('OVERLOADED')
  expect(shares.take(undefined, { calls: 1, bytes: 900 })).toBeTypeOf('function')
  expect(shares.take('b', { calls: 1, bytes: 14 })).toBe('OVERLOADED')
  expect(shares.take('b', { calls: 1, bytes: 0 })).toBeTypeOf('function')
  first()
  expect(shares.take('a', { calls: 1, bytes: 30 })).toBeTypeOf('function')
})

test('a request with several calls takes as many places', () => {
  const shares = new CallShares({ all: { calls: 200, bytes: 1_000 }, one: { calls: 20, bytes: 100 } })
  const batch = { calls: 10, bytes: 0 }
  const first = shares.take('a', batch) as () => void
  expect(shares.take('a', batch)).toBeTypeOf('function')
  expect(shares.take('a', { calls: 1, bytes: 0 })).toBe('TOO_MANY_CALLS')
  first()
  expect(shares.take('a', { calls: 11, bytes: 0 })).toBe('TOO_MANY_CALLS')
  expect(shares.take('a', batch)).toBeTypeOf('function')
})

test.each([1, 5, 15])(
  '%i who hold as many calls as they get leave places for whoever holds none',
  (greedy) => {
    const shares = new CallShares({
      all: { calls: 500, bytes: 64_000_000 },
      one: { calls: 100, bytes: 16_000_000 },
    })
    const held = (caller: string): number => {
      let n = 0
      while (typeof shares.take(caller, { calls: 1, bytes: 1 }) === 'function') n += 1
      return n
    }
    for (let n = 0; n < greedy; n++) held(`greedy ${n}`)
    expect(held('another')).toBeGreaterThanOrEqual(1)
    expect(held('a third')).toBeGreaterThanOrEqual(1)
  },
)
