/** What every answer says to the browser about itself. */
import { existsSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { webRoot } from '#server/assets.ts'
import type { Installation } from '#server/main.ts'
import { seededInstallation } from './support/installation.ts'

const { open } = seededInstallation()
const get = ({ app }: Installation, url: string, headers = {}) =>
  app.inject({ url, headers: { host: 'localhost', accept: 'text/html', ...headers } })
const policyOf = (answer: { headers: Record<string, unknown> }) =>
  Object.fromEntries(
    String(answer.headers['content-security-policy'])
      .split('; ')
      .map((directive) => [directive.split(' ')[0]!, directive.split(' ').slice(1)]),
  )

describe('as it comes', () => {
  let installation: Installation
  beforeAll(async () => {
    installation = await open()
  })
  afterAll(() => installation.close())

  test('nothing runs in a page that does not come from here, and no style but with the word of its page', async () => {
    const api = policyOf(await get(installation, '/trpc/session.getUser'))
    expect(api).toMatchObject({
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'connect-src': ["'self'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
    })
    if (!existsSync(webRoot)) return
    for (const url of ['/', '/auth/logIn', '/index.html']) {
      const [page, again] = [await get(installation, url), await get(installation, url)]
      const nonce = /property="csp-nonce" content="([\w-]+)"/.exec(page.body)![1]!
      expect(policyOf(page)['style-src']).toEqual(["'self'", `'nonce-${nonce}'`])
      expect(again.body).not.toContain(nonce)
      expect(String(page.headers['content-security-policy'])).not.toContain('unsafe')
      expect(page.headers['cache-control']).toBe('no-cache')
    }
    // The service worker asks for it like for any file.
    expect((await get(installation, '/index.html', { accept: '*/*' })).headers['content-type']).toContain(
      'text/html',
    )
  })

  test('an answer of some bytes goes as it is, with its length, and a long one is compressed', async () => {
    const asked = { 'accept-encoding': 'br', accept: '*/*' }
    const small = await get(installation, '/trpc/session.getUser', asked)
    expect(small.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(small.body)),
    })
    expect(small.headers).not.toHaveProperty('content-encoding')
    expect(JSON.parse(small.body)).toEqual({ result: { data: null } })
    const batch = `/trpc/${Array(10).fill('no.such').join(',')}?batch=1`
    const long = await get(installation, batch, asked)
    expect([long.statusCode, long.headers['content-encoding']]).toEqual([404, 'br'])
  })

  test('a long answer is the same however it is compressed, for the first time and as before', async () => {
    const asked = (encoding: string) =>
      get(installation, '/trpc/metrics.getDictionary', { 'accept-encoding': encoding, accept: '*/*' })
    const [first, again, zipped] = [await asked('gzip, br'), await asked('br'), await asked('gzip, br;q=0')]
    expect(again.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(again.headers['content-length']).toBe(String(again.rawPayload.length))
    expect(again.rawPayload).toEqual(first.rawPayload)
    expect(zipped.headers['content-encoding']).toBe('gzip')
    const [text, other] = [brotliDecompressSync(again.rawPayload), gunzipSync(zipped.rawPayload)]
    expect(text.length).toBeGreaterThan(16_000)
    expect(text.equals(other)).toBe(true)
  })
})

test('every answer says how it may be used', async () => {
  await using installation = await open({ SEXTANT_PUBLIC_URL: 'https://sextant.example.com' })
  expect((await get(installation, '/meta')).headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  })
  expect((await get(installation, '/meta', { host: 'other.example' })).statusCode).toBe(421)
  const foreign = await get(installation, '/meta', { origin: 'https://other.example' })
  expect(foreign.statusCode).toBe(403)
})

test('pages may call the managed pool where people sign in there', async () => {
  await using installation = await open({
    SEXTANT_COGNITO_USER_POOL_ID: 'eu-central-1_Ab1Cd2Ef3',
    SEXTANT_COGNITO_CLIENT_ID: '1h57kf5cpq17m0eml12EXAMPLE',
  })
  expect(policyOf(await get(installation, '/meta'))['connect-src']).toEqual([
    "'self'",
    'https://cognito-idp.eu-central-1.amazonaws.com',
  ])
})
