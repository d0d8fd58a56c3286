import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { afterEach, expect, test, vi } from 'vitest'
import { processCounters } from '#server/accounts/index.ts'
import { openSecurityCheck } from './security-check.ts'

afterEach(() => void vi.useRealTimers())

const HERE = '203.0.113.7'
const THERE = '198.51.100.2'

function opened({ callsPerMinute = 1_000, failuresPerHour = 3 } = {}) {
  const events: string[] = []
  const clock = { now: new Date() }
  const check = openSecurityCheck({
    secretKey: Buffer.alloc(32, 1),
    counter: processCounters,
    limits: async () => ({ callsPerMinute, failuresPerHour }),
    networkOf: (address) => address,
    now: () => clock.now,
    onEvent: (event) => events.push(event),
  })
  return { check, events, clock }
}

async function solved(challenge: Challenge) {
  const solution = await solveChallenge({ challenge, deriveKey })
  return { challenge: challenge as never, solution: solution! }
}

test('too many refused passwords bring the check on for one address, and passing it ends that', async () => {
  const { check, events } = opened()
  for (let failure = 1; failure <= 3; failure++) await check.failed(HERE)
  expect(await check.isNeeded(HERE)).toBe(false)
  await check.failed(HERE)
  expect(await check.isNeeded(HERE)).toBe(true)
  expect(await check.isNeeded(THERE)).toBe(false)

  expect(await check.pass(HERE, await solved(await check.challenge(HERE)))).toBe(true)
  expect(await check.isNeeded(HERE)).toBe(false)
  expect(events).toEqual(['needed', 'passed'])
  // It begins to count anew.
  for (let failure = 1; failure <= 4; failure++) await check.failed(HERE)
  expect(await check.isNeeded(HERE)).toBe(true)
})

test('too many calls bring it on as well', async () => {
  const { check } = opened({ callsPerMinute: 5 })
  for (let call = 1; call <= 5; call++) await check.called(HERE)
  expect(await check.isNeeded(HERE)).toBe(false)
  await check.called(HERE)
  expect(await check.isNeeded(HERE)).toBe(true)
})

test('whoever does not take it is let alone after an hour', async () => {
  vi.useFakeTimers()
  const { check } = opened({ failuresPerHour: 1 })
  for (let failure = 1; failure <= 2; failure++) await check.failed(HERE)
  vi.setSystemTime(Date.now() + 59 * 60_000)
  expect(await check.isNeeded(HERE)).toBe(true)
  vi.setSystemTime(Date.now() + 2 * 60_000)
  expect(await check.isNeeded(HERE)).toBe(false)
})

test('an answer counts once, where it was asked for, in time, and only as it was asked', async () => {
  const { check, clock } = opened()
  const answer = await solved(await check.challenge(HERE))
  expect(await check.pass(THERE, answer)).toBe(false)
  expect(await check.pass(HERE, answer)).toBe(true)
  expect(await check.pass(HERE, answer)).toBe(false)

  const challenge = await check.challenge(HERE)
  const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '00' } }
  expect(await check.pass(HERE, await solved(easier))).toBe(false)
  expect(
    await check.pass(HERE, { challenge: challenge as never, solution: { counter: 1, derivedKey: '00' } }),
  ).toBe(false)
  expect(
    await check.pass(HERE, { challenge: challenge as never, solution: { counter: 1, derivedKey: 'no hex' } }),
  ).toBe(false)

  clock.now = new Date(Date.now() - 6 * 60_000)
  expect(await check.pass(HERE, await solved(await check.challenge(HERE)))).toBe(false)
})
