import { gunzipSync } from 'node:zlib'
import { ADVERTISING_HOSTS } from '#amazon/index.ts'
import { expect, test } from 'vitest'
import { ADVERTISING_APP, GERMAN_PROFILE, openSandbox, tinySeller, type TestSandbox } from '../testing.ts'

const MINUTE_MS = 60_000

const question = (changes: object = {}, configuration: object = {}) => ({
  name: 'one',
  startDate: '2026-03-01',
  endDate: '2026-03-31',
  configuration: {
    adProduct: 'SPONSORED_PRODUCTS',
    groupBy: ['campaign'],
    columns: ['date', 'campaignId', 'cost'],
    reportTypeId: 'spCampaigns',
    timeUnit: 'DAILY',
    format: 'GZIP_JSON',
    ...configuration,
  },
  ...changes,
})

const create = (sandbox: TestSandbox, token: string, body: object, scope = GERMAN_PROFILE) =>
  sandbox.advertising('/reporting/reports', token, scope, body)

interface Report {
  reportId: string
  status: string
  url: string | null
  urlExpiresAt: string | null
}

test('profiles are those of the region, with ids as numbers that are exact', async () => {
  await using sandbox = await openSandbox()
  const { access } = await sandbox.tokens('ads', 'EUROPE')
  const text = await (await sandbox.advertising('/v2/profiles', access)).text()
  expect(text).toContain(`"profileId":${GERMAN_PROFILE},"countryCode":"DE","currencyCode":"EUR"`)
  expect(text).toContain('"profileId":42,"countryCode":"UK"')

  const { access: american } = await sandbox.tokens('ads', 'NORTH_AMERICA')
  expect((await sandbox.advertising('/v2/profiles', american)).status).toBe(403)
  const none = await sandbox.ask(`${ADVERTISING_HOSTS.NORTH_AMERICA.api}/v2/profiles`, {
    headers: {
      authorization: `Bearer ${american}`,
      'amazon-advertising-api-clientid': ADVERTISING_APP.clientId,
    },
  })
  expect(await none.json()).toEqual([])

  const { access: selling } = await sandbox.tokens('sp', 'EUROPE')
  expect((await sandbox.advertising('/v2/profiles', selling)).status).toBe(401)
  sandbox.pass(60 * MINUTE_MS)
  expect((await sandbox.advertising('/v2/profiles', access)).status).toBe(401)
})

test('a report of a profile that is not one of the caller’s is refused', async () => {
  await using sandbox = await openSandbox()
  const { access } = await sandbox.tokens('ads', 'EUROPE')
  const wrong = await create(sandbox, access, question(), '43')
  expect(wrong.status).toBe(401)
  expect(await wrong.json()).toEqual({ code: '401', detail: 'Not authorized to access scope 43' })
  expect((await create(sandbox, access, question(), '')).status).toBe(401)
})

test('a report is pending, processed and completed, and its link ends', async () => {
  await using sandbox = await openSandbox()
  const { access } = await sandbox.tokens('ads', 'EUROPE')
  const created = await create(sandbox, access, question())
  expect(created.status).toBe(200)
  const { reportId, status } = (await created.json()) as Report
  expect(status).toBe('PENDING')
  const look = async () =>
    (await (
      await sandbox.advertising(`/reporting/reports/${reportId}`, access, GERMAN_PROFILE)
    ).json()) as Report

  const duplicate = await create(sandbox, access, question({ name: 'another name' }))
  expect(duplicate.status).toBe(425)
  expect(await duplicate.json()).toEqual({
    code: '425',
    detail: `The Request is a duplicate of : ${reportId}`,
  })
  sandbox.pass(31_000)
  expect(await look()).toMatchObject({ status: 'PROCESSING', url: null })
  sandbox.pass(2 * MINUTE_MS)
  const { url, urlExpiresAt } = await look()
  expect(urlExpiresAt).toBe('2026-03-31T13:02:31.000Z')
  const rows = gunzipSync(Buffer.from(await (await fetch(url!)).arrayBuffer())).toString()
  expect(rows).toBe('[{"date":"2026-03-01","campaignId":123456789012345678,"cost":1}]')
  expect((await create(sandbox, access, question())).status).toBe(200)

  const others = await sandbox.advertising(`/reporting/reports/${reportId}`, access, '42')
  expect(others.status).toBe(404)
  sandbox.pass(61 * MINUTE_MS)
  expect((await fetch(url!)).status).toBe(403)
})

test('a report that is deleted is not made', async () => {
  await using sandbox = await openSandbox()
  const { access } = await sandbox.tokens('ads', 'EUROPE')
  const { reportId } = (await (await create(sandbox, access, question())).json()) as Report
  const path = `${ADVERTISING_HOSTS.EUROPE.api}/reporting/reports/${reportId}`
  const headers = {
    authorization: `Bearer ${access}`,
    'amazon-advertising-api-clientid': ADVERTISING_APP.clientId,
    'amazon-advertising-api-scope': GERMAN_PROFILE,
  }
  expect((await sandbox.ask(path, { method: 'DELETE', headers })).status).toBe(200)
  sandbox.pass(10 * MINUTE_MS)
  expect(await (await sandbox.ask(path, { headers })).json()).toMatchObject({ status: 'FAILED', url: null })
})

test.each([
  ['of an unknown column', question({}, { columns: ['date', 'cost', 'happiness'] }), 'happiness'],
  [
    'of a column of another type',
    question(
      {},
      {
        adProduct: 'SPONSORED_DISPLAY',
        reportTypeId: 'sdCampaigns',
        columns: ['date', 'campaignBudgetType'],
      },
    ),
    'campaignBudgetType',
  ],
  ['of an unknown type', question({}, { reportTypeId: 'spDreams' }), 'spDreams'],
  ['of a group that the type has not', question({}, { groupBy: ['targeting'] }), 'groupBy'],
  ['of another product', question({}, { adProduct: 'SPONSORED_BRANDS' }), 'SPONSORED_PRODUCTS'],
  ['by day without its column', question({}, { columns: ['cost'] }), 'date'],
  ['of more than 31 days', question({ startDate: '2026-02-28' }), '31 days'],
  ['from before its retention', question({ startDate: '2025-12-01', endDate: '2025-12-05' }), '95 days'],
  ['of tomorrow', question({ endDate: '2026-04-01', startDate: '2026-03-31' }), 'future'],
  ['of no day', question({ startDate: '2026-02-30' }), 'startDate'],
])('a report %s is a 400 that says why', async (_, body, reason) => {
  await using sandbox = await openSandbox()
  const { access } = await sandbox.tokens('ads', 'EUROPE')
  const response = await create(sandbox, access, body)
  expect(response.status).toBe(400)
  expect(((await response.json()) as { detail: string }).detail).toContain(reason)
})

test('too many requests are told when to come back', async () => {
  await using sandbox = await openSandbox(tinySeller({ behaviour: { rateFactor: 0.1 } }))
  const { access } = await sandbox.tokens('ads', 'EUROPE')
  const ask = () => sandbox.advertising('/v2/profiles', access)
  for (let request = 0; request < 20; request++) expect((await ask()).status).toBe(200)
  const refused = await ask()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
  sandbox.pass(10_000)
  expect((await ask()).status).toBe(200)
})
