import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lookEvery } from './look-every.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** Looks that last until somebody ends them. */
function longLooks() {
  const ends: ((error?: Error) => void)[] = []
  const failures: unknown[] = []
  const looks = lookEvery(
    1_000,
    () =>
      new Promise<void>((resolve, reject) => {
        ends.push((error) => (error ? reject(error) : resolve()))
      }),
    (error) => failures.push(error),
  )
  return { looks, ends, failures }
}

test('a look that takes longer than the pause is not looked beside', async () => {
  const { looks, ends, failures } = longLooks()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(ends).toHaveLength(1)
  ends[0]!(new Error('away'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect([ends.length, failures]).toEqual([2, [new Error('away')]])
  ends[1]!()
  await looks.stop()
})

test('whoever stops waits for the look that is under way, and its end is nobody’s news', async () => {
  const { looks, ends, failures } = longLooks()
  await vi.advanceTimersByTimeAsync(1_000)
  let isOver = false
  const stopped = looks.stop().then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(5_000)
  expect([isOver, ends.length]).toEqual([false, 1])
  ends[0]!(new Error('The pool is closed.'))
  await stopped
  expect(failures).toEqual([])
})
