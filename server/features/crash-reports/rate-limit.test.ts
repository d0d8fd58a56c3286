import { expect, test } from 'vitest'
import { rateLimit } from './rate-limit.ts'

test('so many of each sender pass per window, and the next window begins anew', () => {
  const isAllowed = rateLimit({ perWindow: 2, windowMs: 1_000 })
  const at = (ms: number) => isAllowed('ann', new Date(ms))
  expect([at(0), at(1), at(2), at(999)]).toEqual([true, true, false, false])
  expect(isAllowed('bob', new Date(999))).toBe(true)
  expect([at(1_000), at(1_001), at(1_002)]).toEqual([true, true, false])
})
