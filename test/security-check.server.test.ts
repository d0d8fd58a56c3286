/** HTTP 405 before the server's own calls, which addresses it is about, and how it ends. */
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { beforeEach, expect, test } from 'vitest'
import { SECURITY_CHECK_PATH } from '#contract/security-check.ts'
import type { Installation } from '#server/main.ts'
import { seededInstallation } from './support/installation.ts'

const { open } = seededInstallation(beforeEach)

interface From {
  remoteAddress?: string
  headers?: Record<string, string>
}

/** Requests as they come from somewhere. */
function visitor({ app }: Installation, { remoteAddress = '127.0.0.1', headers = {} }: From = {}) {
  const from = { remoteAddress, headers: { host: 'localhost', ...headers } }
  return {
    get: (url: string) => app.inject({ ...from, url }),
    post: (url: string, payload: object) => app.inject({ ...from, url, method: 'POST', payload }),
    pool: (operation: string, body: object) =>
      app.inject({
        ...from,
        method: 'POST',
        url: '/identity/',
        headers: {
          ...from.headers,
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
        },
        payload: JSON.stringify(body),
      }),
  }
}

test('whoever guesses codes gets 405 from both until the calculation is done', async () => {
  await using installation = await open({ SEXTANT_LIMIT_FAILURES_PER_HOUR: '3' })
  const someone = visitor(installation)
  const { userPoolClientId, userPoolId } = (await someone.get('/app-config.json')).json() as {
    userPoolClientId: string
    userPoolId: string
  }
  const guess = () =>
    someone.pool('ConfirmSignUp', {
      ClientId: userPoolClientId,
      Username: 'ada@example.com',
      ConfirmationCode: '123456',
    })
  for (let attempt = 1; attempt <= 4; attempt++)
    expect((await guess()).json()).toMatchObject({ __type: 'ExpiredCodeException' })
  // What was refused is counted a moment after the answer.
  await expect.poll(async () => (await guess()).statusCode).toBe(405)
  expect((await guess()).json()).toMatchObject({ __type: 'ForbiddenException' })
  const refused = await someone.get('/trpc/session.getUser')
  expect(refused.statusCode).toBe(405)
  expect(refused.headers['cache-control']).toBe('no-store')
  expect(refused.json()).toMatchObject({
    error: { data: { httpStatus: 405, errorCode: 'SECURITY_CHECK_NEEDED' } },
  })

  // Pages, keys, and everybody else go on.
  expect((await someone.get('/meta')).statusCode).toBe(200)
  expect((await someone.get(`/identity/${userPoolId}/.well-known/jwks.json`)).statusCode).toBe(200)
  const other = visitor(installation, { remoteAddress: '203.0.113.7' })
  expect((await other.get('/trpc/session.getUser')).statusCode).toBe(200)

  const challenge = (await someone.get(SECURITY_CHECK_PATH)).json() as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  expect((await other.post(SECURITY_CHECK_PATH, { challenge, solution })).statusCode).toBe(403)
  expect((await someone.post(SECURITY_CHECK_PATH, { challenge })).statusCode).toBe(400)
  expect((await someone.post(SECURITY_CHECK_PATH, { challenge, solution })).json()).toEqual({
    isPassed: true,
  })
  expect((await someone.get('/trpc/session.getUser')).statusCode).toBe(200)
  const events = await installation.services.accounts.db.query.auditLog.findMany()
  const actions = events.map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['securityCheck.needed', 'securityCheck.passed']))
  expect(actions).toContain('identity.code.refused')
})

test('people behind a proxy that is trusted are told apart, and whoever writes the header themselves is not believed', async () => {
  const limits = { SEXTANT_LIMIT_CALLS_PER_MINUTE: '2' }
  const calls = async (installation: Installation, ends: string[]) => {
    const codes: number[] = []
    for (const end of ends) {
      const headers = { 'x-forwarded-for': `203.0.113.${end}` }
      codes.push((await visitor(installation, { headers }).get('/trpc/session.getUser')).statusCode)
    }
    return codes
  }
  {
    await using behind = await open({ ...limits, SEXTANT_TRUSTED_PROXIES: 'loopback' })
    // The call that is one too many goes through; those after it don't.
    expect(await calls(behind, ['1', '1', '1', '1', '2'])).toEqual([200, 200, 200, 405, 200])
  }
  await using alone = await open(limits)
  expect(await calls(alone, ['1', '2', '3', '4'])).toEqual([200, 200, 200, 405])
})

test('plain HTTP is led to HTTPS where a trusted proxy says that it was plain', async () => {
  const publicUrl = 'https://sextant.example.com'
  const plain = { host: 'sextant.example.com', 'x-forwarded-proto': 'http' }
  {
    await using behind = await open({ SEXTANT_PUBLIC_URL: publicUrl, SEXTANT_TRUSTED_PROXIES: '127.0.0.1' })
    const people = { ...plain, accept: 'text/html' }
    const answer = await visitor(behind, { headers: people }).get('/auth/logIn?a=b')
    expect([answer.statusCode, answer.headers.location]).toEqual([308, `${publicUrl}/auth/logIn?a=b`])
    const secure = await visitor(behind, { headers: { ...plain, 'x-forwarded-proto': 'https' } }).get('/meta')
    expect([secure.statusCode, secure.headers['strict-transport-security']]).toEqual([
      200,
      'max-age=31536000; includeSubDomains',
    ])
    // A program that sends its token in the clear is not helped to go on with it.
    const program = await visitor(behind, { headers: plain }).get('/trpc/session.getUser')
    expect([program.statusCode, program.headers.location]).toEqual([403, undefined])
    // Who watches the process asks it directly.
    expect((await visitor(behind).get('/healthz')).statusCode).toBe(200)
  }
  await using alone = await open({ SEXTANT_PUBLIC_URL: publicUrl })
  expect((await visitor(alone, { headers: plain }).get('/meta')).statusCode).toBe(200)
})

test('a batch counts as the calls that it holds', async () => {
  await using installation = await open({ SEXTANT_LIMIT_CALLS_PER_MINUTE: '25' })
  const here = visitor(installation)
  const batch = `/trpc/${Array(10).fill('session.getUser').join(',')}?batch=1`
  const statuses = []
  for (let request = 0; request < 4; request++) statuses.push((await here.get(batch)).statusCode)
  expect(statuses).toEqual([200, 200, 200, 405])
})
