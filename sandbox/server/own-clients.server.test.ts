/** The product's own clients against the sandbox: everything that they ask, and what they do where Amazon fails. */
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  openAdvertising,
  openLogin,
  openSellingPartner,
  Pace,
  sandboxEndpoints,
  type AdvertisingApi,
  type AmazonDocument,
  type SellingPartnerApi,
} from '#amazon/index.ts'
import {
  ADVERTISING_APP,
  codeIn,
  GERMAN_PROFILE,
  NOW,
  openSandbox,
  SELLING_APP,
  tinySeller,
  type TestSandbox,
} from './testing.ts'

interface Connected extends AsyncDisposable {
  sandbox: TestSandbox
  /** Lets time pass for both. */
  pass(ms: number): void
  selling: SellingPartnerApi
  advertising: AdvertisingApi
}

async function connected(seller = tinySeller()): Promise<Connected> {
  const sandbox = await openSandbox(seller)
  const endpoints = sandboxEndpoints(sandbox.origin)
  const login = openLogin({ endpoints, sellingPartner: SELLING_APP, advertising: ADVERTISING_APP })
  const tokens = async (provider: 'SELLING_PARTNER' | 'ADVERTISING') => {
    const [name, app] =
      provider === 'ADVERTISING' ? (['ads', ADVERTISING_APP] as const) : (['sp', SELLING_APP] as const)
    const code = codeIn(await sandbox.consent(name, 'EUROPE'))
    const { refreshToken } = await login.exchange(provider, 'EUROPE', code, app.redirectUris[0]!)
    return refreshToken!
  }
  let nowMs = 0
  const pass = (ms: number) => {
    nowMs += ms
    sandbox.pass(ms)
  }
  const shared = {
    endpoints,
    region: 'EUROPE' as const,
    now: () => new Date(NOW.getTime() + nowMs),
    pace: new Pace({ now: () => nowMs, sleep: async (ms) => pass(ms) }),
  }
  return {
    sandbox,
    pass,
    selling: openSellingPartner({
      ...shared,
      credentials: SELLING_APP,
      refreshToken: await tokens('SELLING_PARTNER'),
    }),
    advertising: openAdvertising({
      ...shared,
      credentials: ADVERTISING_APP,
      refreshToken: await tokens('ADVERTISING'),
    }),
    [Symbol.asyncDispose]: () => sandbox.close(),
  }
}

async function bytesIn(document: AmazonDocument): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of document.bytes) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes
}

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const value of values) list.push(value)
  return list
}

const STOCK = { reportType: 'GET_FBA_MYI_UNSUPPRESSED_INVENTORY_DATA', marketplaces: ['DE'] }

test('a seller is read: where they sell, reports, settlements, transactions, items', async () => {
  await using amazon = await connected()
  const { selling } = amazon
  expect((await selling.participations()).map(({ marketplace }) => marketplace)).toEqual(['DE', 'GB', 'PL'])

  const reportId = await selling.createReport(STOCK)
  expect(await selling.getReport(reportId)).toMatchObject({ status: 'IN_QUEUE' })
  amazon.pass(600_000)
  const { status, documentId } = await selling.getReport(reportId)
  expect(status).toBe('DONE')
  expect((await bytesIn(await selling.download(documentId!))).toString()).toContain('CUP-RED')

  const settlements = await all(
    selling.listReports({
      reportTypes: ['GET_V2_SETTLEMENT_REPORT_DATA_FLAT_FILE_V2'],
      since: new Date('2025-01-01'),
    }),
  )
  expect(settlements.length).toBeGreaterThan(10)
  expect((await bytesIn(await selling.download(settlements[0]!.documentId!))).toString()).toMatch(
    /^settlement \d+/,
  )

  const between = { after: new Date('2026-03-01T00:00:00Z'), before: new Date('2026-03-10T00:00:00Z') }
  expect((await all(selling.transactionPages(between))).flat()).toHaveLength(250)

  const [item] = await selling.catalogItems('DE', ['B000000001', 'B000000002'])
  expect(item).toMatchObject({
    asin: 'B000000001',
    summaries: [{ itemName: 'Cup, red', brand: 'Cups & Co' }],
    relationships: [{ relationships: [{ parentAsins: ['B000000000'] }] }],
    images: [{ images: [{ link: expect.stringMatching('^http') }] }],
  })
})

test('advertising is read, by profiles whose ids keep their digits', async () => {
  await using amazon = await connected()
  const { advertising } = amazon
  const profiles = await advertising.profiles()
  expect(profiles.map(({ profileId, marketplace }) => [profileId, marketplace])).toEqual([
    [GERMAN_PROFILE, 'DE'],
    ['42', 'GB'],
  ])
  const asked = {
    name: 'campaigns',
    start: '2026-03-01',
    end: '2026-03-30',
    adProduct: 'SPONSORED_PRODUCTS',
    reportTypeId: 'spCampaigns',
    groupBy: ['campaign'],
    columns: ['date', 'campaignId', 'cost'],
  } as const
  const reportId = await advertising.createReport(GERMAN_PROFILE, asked)
  expect(await advertising.createReport(GERMAN_PROFILE, asked)).toBe(reportId)
  amazon.pass(3_600_000)
  const { status, url } = await advertising.getReport(GERMAN_PROFILE, reportId)
  expect(status).toBe('COMPLETED')
  expect((await bytesIn(await advertising.download(url!))).toString()).toContain('123456789012345678')
})

test('more reports than a seller may ask for are for later, and none is refused by Amazon', async () => {
  await using amazon = await connected()
  for (let i = 0; i < 15; i++) await amazon.selling.createReport(STOCK)
  const error = await amazon.selling.createReport(STOCK).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ kind: 'LATER', retryAfterMs: expect.any(Number) })
  amazon.pass((error as { retryAfterMs: number }).retryAfterMs)
  expect(await amazon.selling.createReport(STOCK)).toEqual(expect.any(String))
})

test('broken connections, expired links and failures in between change nothing', async () => {
  const content = Array.from({ length: 100_000 }, (_, row) => `${row}\t${Math.sin(row)}\n`).join('')
  await using amazon = await connected(tinySeller({ report: () => ({ kind: 'DONE', content }) }))
  const { selling, sandbox } = amazon
  const reportId = await selling.createReport(STOCK)
  amazon.pass(600_000)
  sandbox.failNext({ count: 1, how: 500 })
  const { documentId } = await selling.getReport(reportId)
  const document = await selling.download(documentId!)
  sandbox.expireLinks()
  for (const how of ['CUT', 500, 429, 'CUT'] as const)
    sandbox.failNext({ count: 1, how, at: 'tortuga-prod-eu' })
  expect((await bytesIn(document)).toString()).toBe(content)
})

test('a consent that is taken back is known at the next question', async () => {
  await using amazon = await connected()
  await amazon.selling.participations()
  amazon.sandbox.revoke({ sellerId: 'tiny' })
  await expect(amazon.selling.participations()).rejects.toMatchObject({ kind: 'REVOKED' })
  await expect(amazon.advertising.profiles()).rejects.toMatchObject({ kind: 'REVOKED' })
})

test('a document that may be about persons has a token of its own, which counts for nothing else', async () => {
  await using connection = await connected()
  const { sandbox, selling } = connection
  const reportType = 'GET_VAT_TRANSACTION_DATA'
  const days = { start: new Date('2026-02-01T00:00:00Z'), end: new Date('2026-02-28T23:59:59Z') }
  const reportId = await selling.createReport({ reportType, marketplaces: ['DE'], ...days })
  connection.pass(300_000)
  const { documentId } = await selling.getReport(reportId)
  await expect(selling.download(documentId!)).rejects.toMatchObject({ kind: 'DENIED' })
  const bytes = await bytesIn(await selling.download(documentId!, { isRestricted: true }))
  expect(bytes.toString()).toContain(reportType)

  const { access } = await sandbox.tokens('sp', 'EUROPE')
  const path = '/reports/2021-06-30/documents/another'
  const body = JSON.stringify({ restrictedResources: [{ method: 'GET', path }] })
  const answer = await sandbox.selling('/tokens/2021-03-01/restrictedDataToken', access, {
    method: 'POST',
    body,
  })
  const { restrictedDataToken } = (await answer.json()) as { restrictedDataToken: string }
  const asked = async (at: string) => (await sandbox.selling(at, restrictedDataToken)).status
  expect([await asked(path), await asked(`/reports/2021-06-30/documents/${documentId}`)]).toEqual([404, 403])
  sandbox.pass(3_600_000)
  expect(await asked(path)).toBe(403)
})
