import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AmazonError } from './clients.ts'
import { Pace } from './pace.ts'
import { paceWithClock, rejection } from './testing.ts'

const RATE = { perSecond: 0.5, burst: 3 }

test('a burst goes at once, then one goes after another', async () => {
  const { pace, waits } = paceWithClock()
  for (let i = 0; i < 5; i++) await pace.turn('getReport a', RATE, 20_000)
  expect(waits).toEqual([2000, 2000])
})

test('operations and sellers do not wait for each other', async () => {
  const { pace, waits } = paceWithClock()
  for (const key of ['getReport a', 'getReport b', 'createReport a'])
    for (let i = 0; i < 3; i++) await pace.turn(key, RATE, 0)
  expect(waits).toEqual([])
})

test('a turn beyond the bound is refused at once, with its time', async () => {
  const { pace, waits } = paceWithClock()
  const slow = { perSecond: 1 / 60, burst: 1 }
  await pace.turn('createReport a', slow, 20_000)
  const error = await rejection(pace.turn('createReport a', slow, 20_000))
  expect(error).toBeInstanceOf(AmazonError)
  expect(error).toMatchObject({ kind: 'LATER', retryAfterMs: 60_000 })
  expect(waits).toEqual([])
})

test('in no stretch of time go more than burst and rate allow, whatever Amazon says in between', async () => {
  const step = fc.record({
    afterMs: fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 5000, max: 30_000 })),
    says: fc.option(fc.double({ min: 0.05, max: 2, noNaN: true })),
    isRefused: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
      const { pace, clock } = paceWithClock(0.3)
      const highest = Math.max(RATE.perSecond, ...steps.map(({ says }) => says ?? 0))
      const goneAt: number[] = []
      for (const { afterMs, says, isRefused } of steps) {
        clock.ms += afterMs
        const waited = await rejection(pace.turn('getReport a', RATE, 20_000))
        if (waited === undefined) goneAt.push(clock.ms)
        if (says !== null) pace.accepted('getReport a', RATE, says)
        if (isRefused) pace.refused('getReport a', RATE)
      }
      goneAt.forEach((from, first) => {
        goneAt.slice(first).forEach((to, more) => {
          const allowed = RATE.burst + ((to - from) * highest) / 1000
          expect(more + 1).toBeLessThanOrEqual(allowed + 1e-6)
        })
      })
    }),
    { numRuns: 200 },
  )
})

test('callers that wait together go one by one', async () => {
  const goneAt: number[] = []
  const sleepers: { at: number; wake: () => void }[] = []
  const clock = { ms: 0 }
  const pace = new Pace({
    now: () => clock.ms,
    sleep: (ms) => new Promise((wake) => sleepers.push({ at: clock.ms + ms, wake })),
    random: () => 0,
  })
  const all = Array.from({ length: 6 }, () =>
    pace.turn('getReport a', RATE, 20_000).then(() => goneAt.push(clock.ms)),
  )
  for (let turns = 0; turns < 100 && goneAt.length < all.length; turns++) {
    await new Promise(setImmediate)
    sleepers.sort((a, b) => a.at - b.at)
    const next = sleepers[0]?.at
    if (next === undefined) continue
    clock.ms = next
    while (sleepers[0]?.at === next) sleepers.shift()!.wake()
  }
  await Promise.all(all)
  expect(goneAt).toEqual([0, 0, 0, 2000, 4000, 6000])
})

test('a rate in an answer counts from then on', async () => {
  const { pace, waits } = paceWithClock()
  for (let i = 0; i < 3; i++) await pace.turn('getReport a', RATE, 20_000)
  pace.accepted('getReport a', RATE, 0.1)
  await pace.turn('getReport a', RATE, 20_000)
  for (const nonsense of [0, -1, Number.NaN, Infinity, 1e9]) pace.accepted('getReport a', RATE, nonsense)
  await pace.turn('getReport a', RATE, 20_000)
  pace.accepted('getReport a', RATE, 10)
  await pace.turn('getReport a', RATE, 20_000)
  expect(waits).toEqual([10_000, 10_000, 100])
})

test('each refusal in a row doubles the quiet, up to a limit; an answer ends that', async () => {
  const { pace, waits } = paceWithClock()
  const quick = { perSecond: 10, burst: 10 }
  for (let i = 0; i < 12; i++) {
    pace.refused('getReport a', quick)
    // Those that were under way with it.
    pace.refused('getReport a', quick)
    await pace.turn('getReport a', quick, Infinity)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900].map((s) => s * 1000))
  pace.accepted('getReport a', quick)
  pace.refused('getReport a', quick)
  await pace.turn('getReport a', quick, Infinity)
  expect(waits.at(-1)).toBe(1000)
})

test('chance spreads the quiet between half and whole', async () => {
  const { pace, waits } = paceWithClock(0)
  pace.refused('getReport a', { perSecond: 10, burst: 10 })
  await pace.turn('getReport a', { perSecond: 10, burst: 10 }, Infinity)
  expect(waits).toEqual([500])
})

test('a time that Amazon names is kept to', async () => {
  const { pace } = paceWithClock(0)
  pace.refused('createReport a', { perSecond: 1, burst: 5 }, 90_000)
  expect(await rejection(pace.turn('createReport a', { perSecond: 1, burst: 5 }, 20_000))).toMatchObject({
    kind: 'LATER',
    retryAfterMs: 90_000,
  })
})
