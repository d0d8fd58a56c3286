import { expect, test } from 'vitest'
import { openAdvertising } from '../index.ts'
import { grantNumber, isTokenQuestion, paceWithClock, rejection, standInForAmazon } from './testing.ts'

type Answer = Parameters<typeof standInForAmazon>[0]

async function connected(answer: Answer) {
  const time = paceWithClock(0)
  const amazon = await standInForAmazon((asked, origin) =>
    isTokenQuestion(asked) ? grantNumber(1) : answer(asked, origin),
  )
  const api = openAdvertising({
    endpoints: amazon.endpoints,
    credentials: { clientId: 'ads-client', clientSecret: 'secret' },
    region: 'EUROPE',
    refreshToken: 'Atzr|refresh',
    ...time,
  })
  return { amazon, ...time, api, [Symbol.asyncDispose]: () => amazon[Symbol.asyncDispose]() }
}

const REPORT = {
  name: 'traffic',
  start: '2026-02-01',
  end: '2026-02-28',
  adProduct: 'SPONSORED_PRODUCTS',
  reportTypeId: 'spCampaigns',
  groupBy: ['campaign'],
  columns: ['date', 'campaignId', 'cost'],
} as const

test('profiles keep all digits of their id, and the United Kingdom is GB', async () => {
  const profile = (id: string, country: string, account: string) =>
    `{"profileId":${id},"countryCode":"${country}","currencyCode":"GBP","dailyBudget":9.99e8,"timezone":"Europe/London","accountInfo":${account}}`
  await using ads = await connected(() => ({
    body: `[${[
      profile('9223372036854775807', 'UK', '{"id":"ENTITY1","type":"seller","name":"Harbour"}'),
      profile('17', 'DE', '{"marketplaceStringId":"A1PA6795UKMFR9","id":"A2","type":"vendor","name":"H"}'),
      profile('18', 'ZA', '{"marketplaceStringId":"AE08WJ6YKNBMC","id":"A3","type":"seller","name":"H"}'),
      profile('19', 'DE', '{"id":"A4","type":"something new"}'),
    ].join(',')}]`,
  }))
  const shared = { currency: 'GBP', timeZone: 'Europe/London' }
  expect(await ads.api.profiles()).toEqual([
    {
      ...shared,
      profileId: '9223372036854775807',
      marketplace: 'GB',
      accountId: 'ENTITY1',
      accountName: 'Harbour',
      kind: 'seller',
    },
    { ...shared, profileId: '17', marketplace: 'DE', accountId: 'A2', accountName: 'H', kind: 'vendor' },
  ])
  const { path, headers } = ads.amazon.asked.at(-1)!
  expect(path).toBe('/advertising-api-eu.amazon.com/v2/profiles')
  expect(headers).toMatchObject({
    authorization: 'Bearer access-1',
    'amazon-advertising-api-clientid': 'ads-client',
  })
  expect(headers).not.toHaveProperty('amazon-advertising-api-scope')
})

test('a report is ordered for a profile, a row a day', async () => {
  await using ads = await connected(() => ({ body: { reportId: 'report-1', status: 'PENDING' } }))
  expect(await ads.api.createReport('9223372036854775807', REPORT)).toBe('report-1')
  const { headers, body } = ads.amazon.asked.at(-1)!
  expect(headers).toMatchObject({
    'content-type': 'application/vnd.createasyncreportrequest.v3+json',
    'amazon-advertising-api-scope': '9223372036854775807',
  })
  expect(JSON.parse(body)).toEqual({
    name: 'traffic',
    startDate: '2026-02-01',
    endDate: '2026-02-28',
    configuration: {
      adProduct: 'SPONSORED_PRODUCTS',
      reportTypeId: 'spCampaigns',
      groupBy: ['campaign'],
      columns: ['date', 'campaignId', 'cost'],
      timeUnit: 'DAILY',
      format: 'GZIP_JSON',
    },
  })
})

test('a report that was ordered before is the one that is named', async () => {
  const id = 'e2c17b0b-4f6c-4d7e-9d3a-6f3a2b1c0d9e'
  await using ads = await connected(() => ({
    status: 425,
    body: { code: '425', detail: `The Request is a duplicate of : ${id}` },
  }))
  expect(await ads.api.createReport('1', REPORT)).toBe(id)
  await using nameless = await connected(() => ({ status: 425, body: { code: '425' } }))
  expect(await rejection(nameless.api.createReport('1', REPORT))).toMatchObject({ kind: 'LATER' })
})

test('a report says how far it is', async () => {
  const answers = [
    { status: 'PROCESSING', url: null, failureReason: null, createdAt: '2026-03-01T12:00:00Z' },
    { status: 'COMPLETED', url: 'https://bucket.s3.amazonaws.com/x?key' },
    { status: 'FAILED', failureReason: 'Report generation failed' },
  ]
  let answer = 0
  await using ads = await connected(() => ({ body: { reportId: 'r', ...answers[answer++] } }))
  expect(await ads.api.getReport('1', 'r')).toEqual({
    status: 'PROCESSING',
    createdAt: new Date('2026-03-01T12:00:00Z'),
  })
  expect(await ads.api.getReport('1', 'r')).toEqual(answers[1])
  expect(await ads.api.getReport('1', 'r')).toEqual(answers[2])
})

test('Amazon is waited for as long as it says', async () => {
  const waits = ['3', '45']
  await using ads = await connected(() => {
    const wait = waits.shift()
    return wait
      ? { status: 429, headers: { 'retry-after': wait } }
      : { body: { reportId: 'r', status: 'PENDING' } }
  })
  expect(await rejection(ads.api.getReport('1', 'r'))).toMatchObject({ kind: 'LATER', retryAfterMs: 45_000 })
  expect(ads.waits).toEqual([3000])
  expect(await ads.api.getReport('2', 'r')).toEqual({ status: 'PENDING' })
  ads.clock.ms += 45_000
  expect(await ads.api.getReport('1', 'r')).toEqual({ status: 'PENDING' })
})

test.each([
  [401, { code: 'UNAUTHORIZED', details: 'Not authorized to access scope 1' }, 'DENIED'],
  [400, { code: '400', detail: 'configuration columns includes invalid values' }, 'WRONG'],
  [406, {}, 'WRONG'],
  [500, {}, 'LATER'],
])('%i is %s', async (status, body, kind) => {
  await using ads = await connected(() => ({ status, body }))
  const error = await rejection(ads.api.createReport('1', REPORT))
  expect(error).toMatchObject({ kind, requestId: expect.stringMatching('^request-') })
  expect(String(error)).toContain(Object.values(body)[1] ?? status)
})

test('an address that expired is asked for anew by whoever has the report', async () => {
  await using ads = await connected(() => ({ status: 403 }))
  const { bytes } = await ads.api.download(`${ads.amazon.origin}/bucket/report`)
  expect(await rejection(bytes[Symbol.asyncIterator]().next())).toMatchObject({ kind: 'LATER' })
  expect(ads.amazon.asked).toHaveLength(1)
  expect(await rejection(ads.api.download('http://169.254.169.254/'))).toMatchObject({ kind: 'DENIED' })
})
