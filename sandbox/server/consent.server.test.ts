import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { startSandbox } from '../index.ts'
import {
  ADVERTISING_APP,
  codeIn,
  consentAddress,
  exchangeFields,
  openSandbox,
  refreshFields,
  tinySeller,
} from './testing.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

test('the consent page shows the sellers of its region and lets them approve or deny', async () => {
  await using sandbox = await openSandbox()

  const page = await sandbox.ask(consentAddress('sp', 'EUROPE'))
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const html = await page.text()
  expect(html).toContain('Tiny &#60;Cups&#62;')
  expect(html).toContain('Sells two cups.')

  const approved = await sandbox.consent('sp', 'EUROPE')
  expect(Object.fromEntries(approved)).toEqual({
    state: 'st&te',
    selling_partner_id: 'ATINYEUROPE',
    spapi_oauth_code: expect.stringMatching(/^\S{20,}$/),
  })
  expect(Object.fromEntries(await sandbox.consent('ads', 'EUROPE'))).toEqual({
    state: 'st&te',
    scope: 'advertising::campaign_management',
    code: expect.stringMatching(/^\S{20,}$/),
  })
  const denied = await sandbox.consent('ads', 'EUROPE', { decision: 'deny' })
  expect(Object.fromEntries(denied)).toEqual({
    error: 'access_denied',
    error_description: 'The user has denied access',
    state: 'st&te',
  })

  const elsewhere = await sandbox.ask(consentAddress('sp', 'FAR_EAST'))
  expect(await elsewhere.text()).toContain('No seller of the sandbox has an account in this region.')
})

test.each([
  ['an unknown application', 'sp', { application_id: 'amzn1.sellerapps.app.none' }, 'MD1000'],
  ['a draft without version=beta', 'sp', { application_id: 'amzn1.sellerapps.app.draft' }, 'MD1000'],
  ['another redirect_uri', 'sp', { redirect_uri: 'http://evil.example/' }, 'MD5101'],
  ['an unknown client', 'ads', { client_id: 'none' }, 'Unknown client_id'],
  ['another redirect_uri', 'ads', { redirect_uri: 'http://evil.example/' }, 'not been whitelisted'],
] as const)('%s (%s) ends on an error page and never on a redirect', async (_, provider, changes, text) => {
  await using sandbox = await openSandbox()
  for (const init of [
    {},
    { method: 'POST', body: new URLSearchParams({ decision: 'approve', seller: 'tiny' }) },
  ]) {
    const response = await sandbox.ask(consentAddress(provider, 'EUROPE', changes), init)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(text)
  }
})

test('a draft is consented to with version=beta', async () => {
  await using sandbox = await openSandbox()
  const address = consentAddress('sp', 'EUROPE', {
    application_id: 'amzn1.sellerapps.app.draft',
    version: 'beta',
  })
  expect((await sandbox.ask(address)).status).toBe(200)
})

test('another origin, and a page with the address of another host, can do nothing', async () => {
  await using sandbox = await openSandbox()
  const { origin } = sandbox
  const approve = (headers: Record<string, string>) =>
    sandbox.ask(consentAddress('sp', 'EUROPE'), {
      method: 'POST',
      headers,
      body: new URLSearchParams({ decision: 'approve', seller: 'tiny' }),
    })
  expect((await approve({ origin: 'http://evil.example' })).status).toBe(403)
  expect((await approve({ origin: 'null' })).status).toBe(403)
  expect((await approve({ origin })).status).toBe(303)

  const withHost = (host: string, path = '/') =>
    new Promise<number>((resolve, reject) => {
      request(`${origin}${path}`, { headers: { host } }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode!))
      })
        .on('error', reject)
        .end()
    })
  expect(await withHost('evil.example')).toBe(421)
  expect(await withHost('localhost:1')).toBe(421)
  expect(await withHost(new URL(origin).host)).toBe(200)
  // As clients come that cannot be told another address.
  expect(await withHost('sellercentral.amazon.com', '/apps/authorize/consent')).toBe(400)
  await expect(
    startSandbox({ port: 0, host: '0.0.0.0' as '127.0.0.1', sellers: [], applications: [] }),
  ).rejects.toThrow('loopback')
})

test('a code counts once, for five minutes, for its application and with its redirect_uri', async () => {
  await using sandbox = await openSandbox()
  const error = async (fields: Record<string, string>) => {
    const response = await sandbox.token(fields)
    const { error } = (await response.json()) as { error: string }
    return `${response.status} ${error}`
  }
  const code = codeIn(await sandbox.consent('ads', 'EUROPE'))
  const given = await sandbox.token(exchangeFields('ads', code))
  expect(await given.json()).toEqual({
    access_token: expect.stringMatching(/^Atza\|/),
    refresh_token: expect.stringMatching(/^Atzr\|/),
    token_type: 'bearer',
    expires_in: 3600,
  })
  expect(await error(exchangeFields('ads', code))).toBe('400 invalid_grant')

  const late = codeIn(await sandbox.consent('sp', 'EUROPE'))
  sandbox.pass(5 * MINUTE_MS)
  expect(await error(exchangeFields('sp', late))).toBe('400 invalid_grant')

  const other = codeIn(await sandbox.consent('sp', 'EUROPE'))
  expect(await error(exchangeFields('ads', other))).toBe('400 invalid_grant')

  const wrongWay = codeIn(await sandbox.consent('ads', 'EUROPE'))
  expect(await error({ ...exchangeFields('ads', wrongWay), redirect_uri: 'http://evil.example/' })).toBe(
    '400 invalid_grant',
  )

  const fields = exchangeFields('sp', 'x')
  expect(await error({ ...fields, client_secret: 'guess' })).toBe('401 invalid_client')
  expect(await error({ ...fields, grant_type: 'password' })).toBe('400 unsupported_grant_type')
  const { grant_type: _, ...untyped } = fields
  expect(await error(untyped)).toBe('400 invalid_request')
})

test('a code that was asked for with a challenge needs its answer', async () => {
  await using sandbox = await openSandbox()
  const verifier = 'a text that only who asked knows'
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const status = async (fields: object) => {
    const address = consentAddress('ads', 'EUROPE', {
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
    const form = new URLSearchParams({ seller: 'tiny', decision: 'approve' })
    const response = await sandbox.ask(address, { method: 'POST', body: form })
    const code = codeIn(new URL(response.headers.get('location')!).searchParams)
    return (await sandbox.token({ ...exchangeFields('ads', code), ...fields })).status
  }
  expect(await status({})).toBe(400)
  expect(await status({ code_verifier: 'guess' })).toBe(400)
  expect(await status({ code_verifier: verifier })).toBe(200)
})

test('a refresh token counts until it is revoked, for the Selling Partner API at most a year', async () => {
  await using sandbox = await openSandbox()
  const selling = await sandbox.tokens('sp', 'EUROPE')
  const advertising = await sandbox.tokens('ads', 'EUROPE')
  const status = async (provider: 'sp' | 'ads', token: string) =>
    (await sandbox.token(refreshFields(provider, token))).status

  sandbox.pass(364 * DAY_MS)
  expect(await status('sp', selling.refresh)).toBe(200)
  sandbox.pass(DAY_MS)
  expect(await status('sp', selling.refresh)).toBe(400)
  expect(await status('ads', advertising.refresh)).toBe(200)

  sandbox.revoke({ sellerId: 'tiny', provider: 'ADVERTISING' })
  expect(await status('ads', advertising.refresh)).toBe(400)
  expect(await status('ads', (await sandbox.tokens('ads', 'EUROPE')).refresh)).toBe(200)
  expect(await status('ads', `${advertising.refresh}x`)).toBe(400)
})

test('tokens of an earlier run count where the secret is the same', async () => {
  const tokens = await (async () => {
    await using sandbox = await openSandbox(tinySeller(), { secret: 'kept' })
    return await sandbox.tokens('sp', 'EUROPE')
  })()
  await using same = await openSandbox(tinySeller(), { secret: 'kept' })
  expect((await same.token(refreshFields('sp', tokens.refresh))).status).toBe(200)
  await using other = await openSandbox()
  expect((await other.token(refreshFields('sp', tokens.refresh))).status).toBe(400)
})

test('consents are taken back on the first page, by its own form alone', async () => {
  await using sandbox = await openSandbox()
  const { access } = await sandbox.tokens('sp', 'EUROPE')
  const path = '/sellers/v1/marketplaceParticipations'
  const revoke = (origin: string) =>
    fetch(`${sandbox.origin}/revoke`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({ seller: 'tiny', provider: 'SELLING_PARTNER', region: 'EUROPE' }),
    })
  expect((await revoke('http://evil.example')).status).toBe(403)
  expect((await sandbox.selling(path, access)).status).toBe(200)
  expect((await revoke(sandbox.origin)).status).toBe(200)
  expect((await sandbox.selling(path, access)).status).toBe(403)
})

test('what is longer than any question is refused', async () => {
  await using sandbox = await openSandbox()
  const { clientId } = ADVERTISING_APP
  const response = await sandbox.token({ client_id: clientId, code: 'x'.repeat(5_000_000) })
  expect(response.status).toBe(413)
})
