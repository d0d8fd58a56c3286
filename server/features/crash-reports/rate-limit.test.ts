import { expect, test } from 'vitest'
import { rateLimit } from './rate-limit.ts'

test('so many pass per window, and the next window begins anew', () => {
  const isAllowed = rateLimit({ perWindow: 2, windowMs: 1_000 })
  const at = (ms: number) => isAllowed(new Date(ms))
  expect([at(0), at(1), at(2), at(999), at(1_000), at(1_001), at(1_002)]).toEqual([
    true,
    true,
    false,
    false,
    true,
    true,
    false,
  ])
})
