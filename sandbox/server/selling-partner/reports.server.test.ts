import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openSandbox, tinySeller, type TestSandbox } from '../testing.ts'

const MINUTE_MS = 60_000
const REPORTS = '/reports/2021-06-30'
const ORDERS = 'GET_FLAT_FILE_ALL_ORDERS_DATA_BY_ORDER_DATE_GENERAL'
const GERMANY = 'A1PA6795UKMFR9'

interface Report {
  reportId: string
  processingStatus: string
  reportDocumentId?: string
}

const create = (sandbox: TestSandbox, token: string, body: object) =>
  sandbox.selling(`${REPORTS}/reports`, token, {
    method: 'POST',
    body: JSON.stringify({ marketplaceIds: [GERMANY], ...body }),
  })

async function created(sandbox: TestSandbox, token: string, body: object): Promise<string> {
  const response = await create(sandbox, token, body)
  expect(response.status).toBe(202)
  return ((await response.json()) as Report).reportId
}

const report = async (sandbox: TestSandbox, token: string, id: string): Promise<Report> =>
  (await (await sandbox.selling(`${REPORTS}/reports/${id}`, token)).json()) as Report

const made = async (sandbox: TestSandbox, token: string, body: object): Promise<Report> => {
  const id = await created(sandbox, token, body)
  sandbox.pass(5 * MINUTE_MS)
  return report(sandbox, token, id)
}

const link = async (sandbox: TestSandbox, token: string, documentId: string, query = '') =>
  (await (await sandbox.selling(`${REPORTS}/documents/${documentId}${query}`, token)).json()) as {
    url: string
    compressionAlgorithm?: string
  }

async function contentOf(sandbox: TestSandbox, token: string, { reportDocumentId }: Report): Promise<Buffer> {
  const { url, compressionAlgorithm } = await link(sandbox, token, reportDocumentId!)
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
  return compressionAlgorithm === 'GZIP' ? gunzipSync(bytes) : bytes
}

const errorIn = async (response: Response) =>
  `${response.status} ${((await response.json()) as { errors: { code: string }[] }).errors[0]!.code}`

test('a report is queued, made, and has a document behind a link of five minutes', async () => {
  await using sandbox = await openSandbox()
  const { access } = await sandbox.tokens('sp', 'EUROPE')
  const id = await created(sandbox, access, {
    reportType: ORDERS,
    dataStartTime: '2026-03-01T00:00:00Z',
    dataEndTime: '2026-03-20T00:00:00Z',
  })
  expect(await report(sandbox, access, id)).toMatchObject({ reportId: id, processingStatus: 'IN_QUEUE' })
  sandbox.pass(31_000)
  expect(await report(sandbox, access, id)).toMatchObject({ processingStatus: 'IN_PROGRESS' })
  sandbox.pass(2 * MINUTE_MS)
  const done = await report(sandbox, access, id)
  expect(done).toMatchObject({ processingStatus: 'DONE', dataEndTime: '2026-03-20T00:00:00.000Z' })
  const content = await contentOf(sandbox, access, done)
  expect(content.toString()).toContain(`${ORDERS} from 2026-03-01T00:00:00.000Z as of 2026-03-31T12:0`)
  expect(await contentOf(sandbox, access, done)).toEqual(content)

  const { url } = await link(sandbox, access, done.reportDocumentId!)
  expect(new URL(url).origin).toBe(sandbox.origin)
  const rest = await fetch(url, { headers: { range: 'bytes=10-' } })
  const whole = Buffer.from(await (await fetch(url)).arrayBuffer())
  expect(rest.status).toBe(206)
  expect(Buffer.from(await rest.arrayBuffer())).toEqual(whole.subarray(10))
  expect((await fetch(url, { headers: { authorization: 'Bearer x' } })).status).toBe(400)
  expect((await fetch(`${url}x`)).status).toBe(403)
  sandbox.pass(5 * MINUTE_MS)
  expect((await fetch(url)).status).toBe(403)

  const encoded = '?enableContentEncodingUrlHeader=true'
  const second = await link(sandbox, access, done.reportDocumentId!, encoded)
  expect(second).not.toHaveProperty('compressionAlgorithm')
  expect(Buffer.from(await (await fetch(second.url)).arrayBuffer())).toEqual(content)
  sandbox.expireLinks()
  expect((await fetch(second.url)).status).toBe(403)
})

test('reports end as the seller’s data and Amazon’s rules say', async () => {
  await using sandbox = await openSandbox()
  const { access } = await sandbox.tokens('sp', 'EUROPE')
  const status = async (body: object) => (await made(sandbox, access, body)).processingStatus
  const queries = (start: string, end: string, reportPeriod = 'WEEK', more: object = {}) =>
    status({
      reportType: 'GET_BRAND_ANALYTICS_SEARCH_QUERY_PERFORMANCE_REPORT',
      dataStartTime: start,
      dataEndTime: end,
      reportOptions: { reportPeriod, asin: 'B000000001' },
      ...more,
    })
  expect(await status({ reportType: 'GET_FBA_REIMBURSEMENTS_DATA' })).toBe('CANCELLED')
  expect(await queries('2026-03-15', '2026-03-21')).toBe('DONE')
  expect(await queries('2026-03-16', '2026-03-22')).toBe('FATAL')
  expect(await queries('2026-02-01', '2026-02-28', 'MONTH')).toBe('DONE')
  expect(await queries('2026-03-15', '2026-03-21', 'WEEK', { marketplaceIds: ['A1C3SOZRARQ6R3'] })).toBe(
    'FATAL',
  )
  expect(await status({ reportType: ORDERS, dataStartTime: '2026-01-01', dataEndTime: '2026-03-20' })).toBe(
    'FATAL',
  )
  const coupons = (couponStartDateFrom: string) =>
    status({
      reportType: 'GET_COUPON_PERFORMANCE_REPORT',
      reportOptions: { couponStartDateFrom, couponStartDateTo: '2026-03-31T00:00:00Z' },
    })
  expect(await coupons('2026-01-01T00:00:00Z')).toBe('DONE')
  expect(await coupons('2024-01-01T00:00:00Z')).toBe('FATAL')
  expect(await status({ reportType: 'GET_COUPON_PERFORMANCE_REPORT' })).toBe('FATAL')
  const listings = await made(sandbox, access, { reportType: 'GET_MERCHANT_LISTINGS_ALL_DATA' })
  const euro = Buffer.from('Tasse für 5 \x80', 'latin1')
  expect((await contentOf(sandbox, access, listings)).includes(euro)).toBe(true)
})

test('the planning report is not made of each marketplace', async () => {
  await using sandbox = await openSandbox()
  const { access } = await sandbox.tokens('sp', 'EUROPE')
  const statusIn = async (marketplaceId: string) => {
    const body = { reportType: 'GET_FBA_INVENTORY_PLANNING_DATA', marketplaceIds: [marketplaceId] }
    return (await made(sandbox, access, body)).processingStatus
  }
  expect([await statusIn('A1PA6795UKMFR9'), await statusIn('A1C3SOZRARQ6R3')]).toEqual(['DONE', 'FATAL'])
})

test.each([
  ['a type that there is not', { reportType: 'GET_NOTHING' }],
  ['a settlement', { reportType: 'GET_V2_SETTLEMENT_REPORT_DATA_FLAT_FILE_V2' }],
  ['a marketplace of another region', { reportType: ORDERS, marketplaceIds: ['ATVPDKIKX0DER'] }],
  ['no marketplace', { reportType: ORDERS, marketplaceIds: [] }],
  ['no date', { reportType: ORDERS, dataStartTime: 'yesterday' }],
  ['an end before the start', { reportType: ORDERS, dataStartTime: '2026-03-02', dataEndTime: '2026-03-01' }],
])('a report of %s cannot be asked for', async (_, body) => {
  await using sandbox = await openSandbox()
  const { access } = await sandbox.tokens('sp', 'EUROPE')
  const response = await create(sandbox, access, body)
  expect(response.headers.get('x-amzn-ratelimit-limit')).toBe('0.0167')
  expect(await errorIn(response)).toBe('400 InvalidInput')
})

test('a report is cancelled while it waits and not later; others’ reports are not found', async () => {
  await using sandbox = await openSandbox()
  const { access } = await sandbox.tokens('sp', 'EUROPE')
  const remove = (id: string) => sandbox.selling(`${REPORTS}/reports/${id}`, access, { method: 'DELETE' })
  const [first, second] = [
    await created(sandbox, access, { reportType: ORDERS }),
    await created(sandbox, access, { reportType: ORDERS }),
  ]
  expect((await remove(first)).status).toBe(200)
  expect((await report(sandbox, access, first)).processingStatus).toBe('CANCELLED')
  sandbox.pass(MINUTE_MS)
  expect(await errorIn(await remove(second))).toBe('400 InvalidInput')
  expect(await errorIn(await remove('512345678901'))).toBe('404 NotFound')
})

test('settlements are listed page by page, and found again in another run', async () => {
  const type = 'GET_V2_SETTLEMENT_REPORT_DATA_FLAT_FILE_V2'
  const listed = async (sandbox: TestSandbox, access: string) => {
    const reports: Report[] = []
    let query = `reportTypes=${type}`
    for (;;) {
      const response = await sandbox.selling(`${REPORTS}/reports?${query}`, access)
      const page = (await response.json()) as { reports: Report[]; nextToken?: string }
      reports.push(...page.reports)
      if (page.nextToken === undefined) return reports
      expect(page.reports).toHaveLength(10)
      const nextToken = encodeURIComponent(page.nextToken)
      expect(
        (await sandbox.selling(`${REPORTS}/reports?nextToken=${nextToken}&pageSize=10`, access)).status,
      ).toBe(400)
      query = `nextToken=${nextToken}`
    }
  }
  await using sandbox = await openSandbox()
  const { access } = await sandbox.tokens('sp', 'EUROPE')
  const reports = await listed(sandbox, access)
  // Of 25, one every five days, those of 90 days.
  expect(new Set(reports.map(({ reportId }) => reportId)).size).toBe(19)
  expect((await contentOf(sandbox, access, reports[3]!)).toString()).toBe('settlement 1003\n')

  await using again = await openSandbox()
  const { access: other } = await again.tokens('sp', 'EUROPE')
  expect(await listed(again, other)).toEqual(reports)
})

test('a second report of returns within four hours is cancelled, of whatever days and marketplaces', async () => {
  await using sandbox = await openSandbox()
  let { access } = await sandbox.tokens('sp', 'EUROPE')
  const HOUR_MS = 60 * MINUTE_MS
  const returns = async (month: string, more: object = {}) =>
    (
      await made(sandbox, access, {
        reportType: 'GET_FBA_FULFILLMENT_CUSTOMER_RETURNS_DATA',
        dataStartTime: `2026-${month}-01`,
        dataEndTime: `2026-${month}-28`,
        ...more,
      })
    ).processingStatus
  expect(await returns('03')).toBe('DONE')
  expect(await returns('02')).toBe('CANCELLED')
  expect(await returns('01', { marketplaceIds: ['A1F83G8C2ARO7P'] })).toBe('CANCELLED')
  // Of other types there are others.
  expect(
    (await made(sandbox, access, { reportType: 'GET_FBA_STORAGE_FEE_CHARGES_DATA' })).processingStatus,
  ).toBe('DONE')
  sandbox.pass(4 * HOUR_MS - 15 * MINUTE_MS)
  access = (await sandbox.tokens('sp', 'EUROPE')).access
  // Those that were cancelled put nothing off.
  expect(await returns('02')).toBe('DONE')
})

test('stock that is asked for again too soon is the same, and an error of sellers with errors', async () => {
  const question = { reportType: 'GET_FBA_INVENTORY_PLANNING_DATA' }
  await using sandbox = await openSandbox()
  const { access } = await sandbox.tokens('sp', 'EUROPE')
  const contents = async () =>
    (await contentOf(sandbox, access, await made(sandbox, access, question))).toString()
  const first = await contents()
  expect((await contents()).split('as of')[1]).toBe(first.split('as of')[1])

  await using faulty = await openSandbox(tinySeller({ behaviour: { faultyEvery: 1_000 } }))
  const tokens = await faulty.tokens('sp', 'EUROPE')
  expect((await made(faulty, tokens.access, question)).processingStatus).toBe('DONE')
  expect((await made(faulty, tokens.access, question)).processingStatus).toBe('FATAL')
})
