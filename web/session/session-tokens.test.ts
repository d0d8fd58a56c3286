import { expect, test } from 'vitest'
import { claimsOf, isUserKey, readTokens, remainingMs } from './session-tokens.ts'

const token = (claims: object) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2lnbmF0dXJl`

function storeOf(entries: Record<string, string>) {
  return { getItem: (key: string) => entries[key] ?? null, keys: () => Object.keys(entries) }
}

const USER = 'CognitoIdentityServiceProvider.client.LastAuthUser'
const of = (name: string) => `CognitoIdentityServiceProvider.client.b7.c@d.e.${name}`

test('tokens are read as the client library stores them, also for names with dots', () => {
  const stored = {
    [USER]: 'b7.c@d.e',
    [of('accessToken')]: 'a',
    [of('idToken')]: 'i',
    [of('clockDrift')]: '-1500',
  }
  expect(readTokens(storeOf(stored))).toEqual({ accessToken: 'a', idToken: 'i', clockDriftMs: -1500 })
})

test('a session without a user or without one of its tokens is none', () => {
  expect(readTokens(storeOf({}))).toBeNull()
  expect(readTokens(storeOf({ [of('accessToken')]: 'a', [of('idToken')]: 'i' }))).toBeNull()
  expect(readTokens(storeOf({ [USER]: 'b7.c@d.e', [of('accessToken')]: 'a' }))).toBeNull()
})

test('a drift that cannot be read is none', () => {
  const stored = {
    [USER]: 'b7.c@d.e',
    [of('accessToken')]: 'a',
    [of('idToken')]: 'i',
    [of('clockDrift')]: 'NaN',
  }
  expect(readTokens(storeOf(stored))?.clockDriftMs).toBe(0)
})

test('the token that ends first decides, by the clock of the pool', () => {
  const session = (accessEnd: number, idEnd: number, clockDriftMs = 0) => ({
    accessToken: token({ exp: accessEnd }),
    idToken: token({ exp: idEnd }),
    clockDriftMs,
  })
  expect(remainingMs(session(110, 105), 100_000)).toBe(5_000)
  expect(remainingMs(session(105, 110), 100_000)).toBe(5_000)
  // The pool's clock is ahead: there the tokens end earlier than this browser's clock says.
  expect(remainingMs(session(105, 105, 6_000), 100_000)).toBe(-1_000)
  expect(remainingMs(session(95, 95, -10_000), 100_000)).toBe(5_000)
})

test('what is no token has no claims and has expired', () => {
  expect(claimsOf('')).toEqual({})
  expect(claimsOf('a.b')).toEqual({})
  expect(claimsOf(token({ name: 'Zoë' })).name).toBe('Zoë')
  expect(remainingMs({ accessToken: 'a', idToken: 'b', clockDriftMs: 0 }, 1)).toBeLessThan(0)
})

test('the key of the user is known from other keys', () => {
  expect(isUserKey(USER)).toBe(true)
  expect(isUserKey(of('accessToken'))).toBe(false)
  expect(isUserKey('another.LastAuthUser')).toBe(false)
})
