import { expect, test } from 'vitest'
import { retryDelayMs } from './use-installation.ts'

test('each wait is twice the one before, up to a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7].map(retryDelayMs)).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000,
  ])
})
