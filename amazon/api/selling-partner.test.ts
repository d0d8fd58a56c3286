import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { openSellingPartner } from '../index.ts'
import type { SellingPartnerApi } from '../index.ts'
import type { SellingPartnerOptions } from './selling-partner.ts'
import { collected } from '../testing.ts'
import { grantNumber, isTokenQuestion, paceWithClock, rejection, standInForAmazon } from './testing.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const REFRESH_TOKEN = 'Atzr|planted-refresh'

type Answer = Parameters<typeof standInForAmazon>[0]

async function connected(answer: Answer, more: Partial<SellingPartnerOptions> = {}) {
  const time = paceWithClock()
  let grants = 0
  const amazon = await standInForAmazon((asked, origin) =>
    isTokenQuestion(asked) && !asked.body.includes('ended') ? grantNumber(++grants) : answer(asked, origin),
  )
  const open = (refreshToken = REFRESH_TOKEN): SellingPartnerApi =>
    openSellingPartner({
      endpoints: amazon.endpoints,
      credentials: { clientId: 'client', clientSecret: 'planted-secret' },
      region: 'EUROPE',
      refreshToken,
      pace: time.pace,
      now: () => NOW,
      ...more,
    })
  return { amazon, ...time, open, api: open(), [Symbol.asyncDispose]: () => amazon[Symbol.asyncDispose]() }
}

const REPORT = {
  reportId: 'r1',
  reportType: 'GET_X',
  processingStatus: 'DONE',
  createdTime: '2026-02-28T10:00:00+00:00',
  dataStartTime: '2026-02-27T00:00:00Z',
  reportDocumentId: 'd1',
  something: { new: true },
}
const report = { body: REPORT }
const denied = {
  status: 403,
  body: { errors: [{ code: 'Unauthorized', message: 'Access to requested resource is denied.' }] },
}

test('a token serves all clients of a consent until a minute before it ends, and one renewal is enough', async () => {
  await using seller = await connected(() => report)
  const { amazon, open, clock } = seller
  await Promise.all([open().getReport('r1'), open().getReport('r1'), open().getReport('r1')])
  expect(amazon.count('/auth/o2/token')).toBe(1)
  clock.ms += 3539_000
  await open().getReport('r1')
  expect(amazon.count('/auth/o2/token')).toBe(1)
  clock.ms += 2_000
  await Promise.all([open().getReport('r1'), open().getReport('r1')])
  expect(amazon.count('/auth/o2/token')).toBe(2)
  await open('Atzr|another').getReport('r1')
  expect(amazon.count('/auth/o2/token')).toBe(3)
  expect(amazon.asked.at(-1)!.headers).toMatchObject({
    'x-amz-access-token': 'access-3',
    'x-amz-date': '20260301T120000Z',
    'user-agent': expect.stringMatching('^Sextant'),
  })
})

test('a token that lasts and is given anew is handed on', async () => {
  const told: string[] = []
  let mayTell = false
  await using amazon = await standInForAmazon((asked) =>
    isTokenQuestion(asked)
      ? { body: { access_token: 'Atza|a', refresh_token: 'Atzr|new', expires_in: 3600 } }
      : report,
  )
  const { pace, clock } = paceWithClock()
  const api = openSellingPartner({
    endpoints: amazon.endpoints,
    credentials: { clientId: 'client', clientSecret: 'secret' },
    region: 'EUROPE',
    refreshToken: 'Atzr|old',
    pace,
    onRefreshToken: (token) => {
      if (!mayTell) throw new Error('The store is away')
      told.push(token)
    },
  })
  await expect(api.getReport('r1')).rejects.toThrow('The store is away')
  mayTell = true
  await api.getReport('r1')
  clock.ms += 3_600_000
  await api.getReport('r1')
  expect(told).toEqual(['Atzr|new'])
  const used = amazon.asked
    .filter(isTokenQuestion)
    .map(({ body }) => new URLSearchParams(body).get('refresh_token'))
  expect(used).toEqual(['Atzr|old', 'Atzr|new', 'Atzr|new'])
})

test('a refused token is renewed once; what is refused again is denied', async () => {
  await using expired = await connected(({ headers }) =>
    headers['x-amz-access-token'] === 'access-1' ? denied : report,
  )
  expect(await expired.api.getReport('r1')).toMatchObject({ reportId: 'r1' })

  await using roleless = await connected(() => denied)
  expect(await rejection(roleless.api.getReport('r1'))).toMatchObject({
    kind: 'DENIED',
    requestId: 'request-4',
    message: 'getReport was answered 403 (Unauthorized: Access to requested resource is denied.)',
  })
  expect(roleless.amazon.count('/reports/r1')).toBe(2)
})

test.each([401, 403])('a %i that is no answer of the API denies nothing', async (status) => {
  const page = { status, body: '<html><h1>Request blocked.</h1></html>', headers: { server: 'CloudFront' } }
  await using blocked = await connected(() => page)
  expect(await rejection(blocked.api.getReport('r1'))).toMatchObject({ kind: 'LATER' })
  const order = { reportType: 'GET_X', marketplaces: ['DE'] }
  expect(await rejection(blocked.api.createReport(order))).toMatchObject({ kind: 'LATER' })
})

test('a consent that has ended shows when its token is renewed', async () => {
  await using seller = await connected(
    (asked) => (isTokenQuestion(asked) ? { status: 400, body: { error: 'invalid_grant' } } : denied),
    { refreshToken: 'Atzr|ended' },
  )
  expect(await rejection(seller.open('Atzr|ended').getReport('r1'))).toMatchObject({ kind: 'REVOKED' })
})

test('too many questions wait within a call, and are for later beyond it', async () => {
  let refusals = 2
  await using seller = await connected(() =>
    refusals-- > 0
      ? { status: 429, body: { errors: [{ code: 'QuotaExceeded', message: 'Quota' }] } }
      : report,
  )
  expect(await seller.api.getReport('r1')).toMatchObject({ status: 'DONE' })
  expect(seller.waits).toEqual([1000, 2000])

  refusals = 1
  const created = seller.api.createReport({ reportType: 'GET_X', marketplaces: ['DE'] })
  expect(await rejection(created)).toMatchObject({ kind: 'LATER', retryAfterMs: expect.closeTo(59_881, -2) })
  expect(seller.waits).toEqual([1000, 2000])

  refusals = 100
  expect(await rejection(seller.api.getReport('r1'))).toMatchObject({ kind: 'LATER', retryAfterMs: 16_000 })
  expect(seller.waits).toEqual([1000, 2000, 1000, 2000, 4000, 8000])
})

test('the rate of an answer is kept to, per seller', async () => {
  await using seller = await connected(() => ({ ...report, headers: { 'x-amzn-RateLimit-Limit': '0.1' } }))
  for (let i = 0; i < 16; i++) await seller.api.getReport('r1')
  expect(seller.waits).toEqual([10_000])
  await seller.open('Atzr|another').getReport('r1')
  expect(seller.waits).toEqual([10_000])
})

test('reading is tried again where Amazon is away for a moment, ordering is not', async () => {
  let failures = 0
  const away = { status: 503, body: 'Service Unavailable' }
  await using seller = await connected(() =>
    failures-- > 0 ? away : { body: { ...REPORT, reportId: 'r2' } },
  )
  failures = 2
  expect(await seller.api.getReport('r2')).toMatchObject({ reportId: 'r2' })
  failures = 3
  expect(await rejection(seller.api.getReport('r2'))).toMatchObject({ kind: 'LATER' })
  failures = 1
  const order = { reportType: 'GET_X', marketplaces: ['DE'] }
  expect(await rejection(seller.api.createReport(order))).toMatchObject({ kind: 'LATER' })
  expect(
    seller.amazon.asked.filter(({ method, path }) => method === 'POST' && path.endsWith('/reports')),
  ).toHaveLength(1)
})

test.each(['99999999999999999', '31536000', 'Fri, 01 Jan 2100 00:00:00 GMT'])(
  'whatever Amazon names while it is away (%s), it is asked again within the hour',
  async (retryAfter) => {
    const away = { status: 503, body: 'Service Unavailable', headers: { 'retry-after': retryAfter } }
    await using seller = await connected(() => away)
    expect(await rejection(seller.api.getReport('r1'))).toMatchObject({
      kind: 'LATER',
      retryAfterMs: 3_600_000,
    })
    await using login = await standInForAmazon(() => away)
    const api = openSellingPartner({
      endpoints: login.endpoints,
      credentials: { clientId: 'client', clientSecret: 'planted-secret' },
      region: 'EUROPE',
      refreshToken: REFRESH_TOKEN,
      pace: paceWithClock().pace,
    })
    expect(await rejection(api.getReport('r1'))).toMatchObject({ kind: 'LATER', retryAfterMs: 3_600_000 })
  },
)

test('a report is ordered and followed', async () => {
  await using seller = await connected(({ method }) =>
    method === 'POST' ? { status: 202, body: { reportId: 'r/1' } } : report,
  )
  const order = {
    reportType: 'GET_SALES_AND_TRAFFIC_REPORT',
    marketplaces: ['DE', 'GB'],
    start: new Date('2026-02-01T00:00:00Z'),
    end: new Date('2026-02-02T00:00:00Z'),
    options: { dateGranularity: 'DAY' },
  }
  expect(await seller.api.createReport(order)).toBe('r/1')
  const { path, body } = seller.amazon.asked[1]!
  expect(path).toBe('/sellingpartnerapi-eu.amazon.com/reports/2021-06-30/reports')
  expect(JSON.parse(body)).toEqual({
    reportType: 'GET_SALES_AND_TRAFFIC_REPORT',
    marketplaceIds: ['A1PA6795UKMFR9', 'A1F83G8C2ARO7P'],
    dataStartTime: '2026-02-01T00:00:00.000Z',
    dataEndTime: '2026-02-02T00:00:00.000Z',
    reportOptions: { dateGranularity: 'DAY' },
  })
  expect(await seller.api.getReport('r/1')).toEqual({
    reportId: 'r1',
    reportType: 'GET_X',
    status: 'DONE',
    createdAt: new Date('2026-02-28T10:00:00Z'),
    start: new Date('2026-02-27T00:00:00Z'),
    documentId: 'd1',
  })
  expect(seller.amazon.asked.at(-1)!.path).toMatch(/\/reports\/r%2F1$/)
})

test('reports are listed page by page, with nothing beside the token of a page', async () => {
  await using seller = await connected(({ query }) => ({
    body: query['nextToken']
      ? { reports: [{ ...REPORT, reportId: 'r2' }] }
      : { reports: [REPORT], nextToken: 'page 2' },
  }))
  const list = seller.api.listReports({ reportTypes: ['GET_X', 'GET_Y'], since: new Date('2025-01-01') })
  expect((await collected(list)).map(({ reportId }) => reportId)).toEqual(['r1', 'r2'])
  expect(seller.amazon.asked.slice(1).map(({ query }) => query)).toEqual([
    { reportTypes: 'GET_X,GET_Y', createdSince: '2025-12-01T12:01:00.000Z', pageSize: '100' },
    { nextToken: 'page 2' },
  ])
})

test('transactions come as they are, over empty pages', async () => {
  const transaction = {
    transactionId: 't1',
    totalAmount: { currencyAmount: -12.34 },
    breakdowns: [{ x: [] }],
  }
  await using seller = await connected(({ query }) => ({
    body: query['nextToken']
      ? { payload: { transactions: [transaction], nextToken: null } }
      : { payload: { transactions: [], nextToken: 'more' } },
  }))
  const between = { after: new Date('2026-01-01T00:00:00Z'), before: new Date('2026-02-01T00:00:00Z') }
  expect(await collected(seller.api.transactionPages(between))).toEqual([[], [transaction]])
  expect(seller.amazon.asked.at(-1)!.query).toEqual({
    postedAfter: '2026-01-01T00:00:00.000Z',
    postedBefore: '2026-02-01T00:00:00.000Z',
    nextToken: 'more',
  })
  const tooLong = { ...between, after: new Date('2025-01-01') }
  expect(await rejection(collected(seller.api.transactionPages(tooLong)))).toMatchObject({ kind: 'WRONG' })
})

test('pages that lead in circles come to an end', async () => {
  await using seller = await connected(() => ({ body: { reports: [], nextToken: 'again' } }))
  const list = seller.api.listReports({ reportTypes: ['GET_X'], since: NOW })
  expect(await rejection(collected(list))).toMatchObject({ kind: 'LATER' })
})

test('a seller sells in the marketplaces that we know', async () => {
  const at = (id: string, storeName: string) => ({
    marketplace: { id, name: 'x' },
    participation: { isParticipating: true, hasSuspendedListings: false },
    storeName,
  })
  await using seller = await connected(() => ({
    body: {
      payload: [at('A1F83G8C2ARO7P', 'Harbour'), at('A6W85IYQ5WB1C', 'Non-Amazon'), at('A1PA6795UKMFR9', '')],
    },
  }))
  expect(await seller.api.participations()).toEqual([
    { marketplace: 'GB', storeName: 'Harbour', isParticipating: true },
    { marketplace: 'DE', storeName: '', isParticipating: true },
  ])
})

test('items have title, brand, parents and the largest main picture of the marketplace', async () => {
  const DE = 'A1PA6795UKMFR9'
  const items = [
    { asin: 'B000000001', summaries: [{ marketplaceId: DE, itemName: 'Mug', brand: 'Harbour' }] },
    { asin: 'B000000002' },
  ]
  await using seller = await connected(() => ({ body: { numberOfResults: 2, items } }))
  expect(await seller.api.catalogItems('DE', ['B000000001', 'B000000002'])).toEqual(items)
  expect(seller.amazon.asked.at(-1)!.query).toEqual({
    identifiers: 'B000000001,B000000002',
    identifiersType: 'ASIN',
    marketplaceIds: DE,
    includedData: 'summaries,images,relationships,dimensions',
    pageSize: '20',
  })
})

test.each([
  [
    'a refusal that quotes the token',
    {
      status: 400,
      body: { errors: [{ code: 'InvalidInput', message: 'access-1 of Atzr|planted-refresh' }] },
    },
    'WRONG',
  ],
  ['no JSON', { body: 'access-1 { planted-secret' }, 'LATER'],
  ['a field of another kind', { body: { ...REPORT, createdTime: ['access-1'] } }, 'LATER'],
  [
    'no HTTP',
    (response: { socket: { end(text: string): void } | null }) => response.socket!.end('access-1\r\n\r\n'),
    'LATER',
  ],
] as const)('%s is an error without secrets', async (_, given, kind) => {
  await using seller = await connected(() => given as ReturnType<Answer>)
  const error = await rejection(seller.api.getReport('r1'))
  expect(error).toMatchObject({ name: 'AmazonError', kind })
  expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/access-1|planted/)
})
