import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lookThrough } from '#server/installation.ts'
import { seededInstallation } from './support/installation.ts'

const { open } = seededInstallation(beforeEach)
afterEach(() => void vi.restoreAllMocks())

test('what waits is looked through by one at a time, and a close waits for who does and says nothing', async () => {
  const timers = vi.spyOn(globalThis, 'setInterval')
  const log: string[] = []
  const installation = await open({}, (message) => log.push(message))
  const passes: (() => void)[] = []
  installation.deletions.resume = () => new Promise((resolve) => passes.push(resolve))
  await installation.work()
  const minute = () => {
    for (const [look, ms] of timers.mock.calls) if (ms === 60_000) look()
  }
  minute()
  await expect.poll(() => passes.length).toBe(1)
  minute()
  // As long as another one would take to get there.
  await lookThrough({
    ...installation,
    deletions: new Proxy(installation.deletions, { get: () => async () => {} }),
  })
  expect(passes).toHaveLength(1)

  let isClosed = false
  const closed = installation.close().then(() => (isClosed = true))
  await Promise.race([closed, delay(3_000)])
  expect(isClosed).toBe(false)
  passes[0]!()
  await closed
  expect([passes.length, log]).toEqual([1, []])
})
