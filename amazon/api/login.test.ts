import { expect, test } from 'vitest'
import { MARKETPLACES } from '#contract/marketplaces.ts'
import { AMAZON, openLogin } from '../index.ts'
import { rejection, standInForAmazon } from './testing.ts'

const SELLING_PARTNER = {
  clientId: 'sp-client',
  clientSecret: 'sp-secret',
  applicationId: 'amzn1.sellerapps.app.1',
}
const ADVERTISING = { clientId: 'ads-client', clientSecret: 'ads-secret' }
const BACK = { state: 'st&te', redirectUri: 'https://us.example/redirects/spRedirect' }

const login = openLogin({ endpoints: AMAZON, sellingPartner: SELLING_PARTNER, advertising: ADVERTISING })

test('a seller consents on the pages where the account was opened', () => {
  const host = (address: string) => new URL(address).hostname
  const usual = (['EUROPE', 'NORTH_AMERICA', 'FAR_EAST'] as const).map((region) =>
    host(login.sellingPartnerConsent({ region, ...BACK })),
  )
  expect(usual).toEqual([
    'sellercentral-europe.amazon.com',
    'sellercentral.amazon.com',
    'sellercentral.amazon.co.jp',
  ])
  for (const { code, region, sellerCentral } of MARKETPLACES)
    expect(host(login.sellingPartnerConsent({ region, marketplace: code, ...BACK }))).toBe(sellerCentral)
  expect(() => login.sellingPartnerConsent({ region: 'EUROPE', marketplace: 'US', ...BACK })).toThrow(
    'US is not in the region EUROPE',
  )
})

test('the consent pages are told who asks, and that a draft does', () => {
  const asked = (address: string) => {
    const { pathname, searchParams } = new URL(address)
    return { pathname, ...Object.fromEntries(searchParams) }
  }
  const expected = {
    pathname: '/apps/authorize/consent',
    application_id: 'amzn1.sellerapps.app.1',
    state: 'st&te',
    redirect_uri: BACK.redirectUri,
  }
  expect(asked(login.sellingPartnerConsent({ region: 'EUROPE', ...BACK }))).toEqual(expected)
  const draft = openLogin({ endpoints: AMAZON, sellingPartner: { ...SELLING_PARTNER, isDraft: true } })
  expect(asked(draft.sellingPartnerConsent({ region: 'EUROPE', ...BACK }))).toEqual({
    ...expected,
    version: 'beta',
  })
  const advertising = login.advertisingConsent({ region: 'FAR_EAST', ...BACK })
  expect(new URL(advertising).hostname).toBe('apac.account.amazon.com')
  expect(asked(advertising)).toEqual({
    pathname: '/ap/oa',
    client_id: 'ads-client',
    scope: 'advertising::campaign_management',
    response_type: 'code',
    state: 'st&te',
    redirect_uri: BACK.redirectUri,
  })
  expect(() => draft.advertisingConsent({ region: 'EUROPE', ...BACK })).toThrow('has not been set up')
})

test('a code is exchanged at the host of its provider and region', async () => {
  await using amazon = await standInForAmazon(() => ({
    body: { access_token: 'Atza|a', refresh_token: 'Atzr|r', token_type: 'bearer', expires_in: 3600 },
  }))
  const login = openLogin({
    endpoints: amazon.endpoints,
    sellingPartner: SELLING_PARTNER,
    advertising: ADVERTISING,
  })
  expect(await login.exchange('SELLING_PARTNER', 'EUROPE', 'the+code', BACK.redirectUri)).toEqual({
    accessToken: 'Atza|a',
    refreshToken: 'Atzr|r',
    expiresInSeconds: 3600,
  })
  await login.exchange('ADVERTISING', 'EUROPE', 'the code', BACK.redirectUri)
  expect(amazon.asked.map(({ path }) => path)).toEqual([
    '/api.amazon.com/auth/o2/token',
    '/api.amazon.co.uk/auth/o2/token',
  ])
  expect(amazon.asked[0]!.headers['content-type']).toMatch('application/x-www-form-urlencoded')
  expect(Object.fromEntries(new URLSearchParams(amazon.asked[0]!.body))).toEqual({
    grant_type: 'authorization_code',
    code: 'the+code',
    redirect_uri: BACK.redirectUri,
    client_id: 'sp-client',
    client_secret: 'sp-secret',
  })
})

test.each([
  [400, { error: 'invalid_grant', error_description: 'the-code has expired' }, 'REVOKED'],
  [401, { error: 'invalid_client' }, 'APPLICATION'],
  [400, { error: 'unauthorized_client' }, 'APPLICATION'],
  [400, { error: 'invalid_request' }, 'WRONG'],
  [400, { error: 'constructor' }, 'WRONG'],
  [500, { error: 'server_error' }, 'LATER'],
  [503, '<html>the-code</html>', 'LATER'],
  [429, {}, 'LATER'],
  [302, '', 'LATER'],
  [403, '<html>the-code was blocked</html>', 'LATER'],
  [400, '', 'LATER'],
  [403, { error: 'of another kind' }, 'DENIED'],
  [200, 'the-code', 'LATER'],
  [200, { access_token: 'Atza|with\r\nline', refresh_token: 'Atzr|r', expires_in: 3600 }, 'LATER'],
  [200, { access_token: 'Atza|a', expires_in: 3600 }, 'LATER'],
])('%i %j is %s, and names nothing that was sent', async (status, body, kind) => {
  await using amazon = await standInForAmazon(() => ({
    status,
    body,
    headers: { location: 'http://169.254.169.254/' },
  }))
  const login = openLogin({ endpoints: amazon.endpoints, sellingPartner: SELLING_PARTNER })
  const error = await rejection(login.exchange('SELLING_PARTNER', 'EUROPE', 'the-code', BACK.redirectUri))
  expect(error).toMatchObject({ name: 'AmazonError', kind })
  expect(String(error)).not.toMatch(/the-code|sp-secret|Atz/)
  expect(amazon.asked).toHaveLength(1)
})

test('where nobody answers, it is for later', async () => {
  const gone = await standInForAmazon(() => ({}))
  await gone[Symbol.asyncDispose]()
  const login = openLogin({ endpoints: gone.endpoints, sellingPartner: SELLING_PARTNER })
  expect(
    await rejection(login.exchange('SELLING_PARTNER', 'EUROPE', 'code', BACK.redirectUri)),
  ).toMatchObject({
    kind: 'LATER',
    message: 'Amazon does not answer (ECONNREFUSED)',
  })
})
