/** Who hangs up leaves no work behind, and many files of one company do not keep another from looking at its own. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UnreadableFile } from '#amazon/index.ts'
import { fileReaderOf, fileReadersOf } from './support/file-readers.ts'
import { startTestServer, type RouterCaller, type TestCompany, type TestServer } from './support/server.ts'

let server: TestServer
let busy: TestCompany
beforeAll(async () => {
  server = await startTestServer()
  server.now = new Date('2026-04-02T12:00:00Z')
  busy = await server.company()
  await busy.import('sales.json', {
    settlement_lines: [
      {
        transaction_type: 'Order',
        posted_at: '2026-03-10T12:00:00Z',
        order_id: 'O-1',
        sku: 'CUP',
        quantity: 1,
        marketplace: 'GB',
        amount_type: 'ItemPrice',
        amount_description: 'Principal',
        amount: '100.00',
        currency: 'GBP',
      },
    ],
  })
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

const file = {
  fileName: 'list.csv',
  content: Buffer.from('sku;custom_name\nCUP;Blue cup').toString('base64'),
}
const list = () => ({ companyId: busy.id, file, digest: '0'.repeat(64), saveId: randomUUID() })
const explained = () => ({
  companyId: busy.id,
  metricId: 'netSales' as const,
  startDate: '2026-03-01',
  endDate: '2026-03-31',
  currencyCode: 'GBP' as const,
})
const ASKED: ((calls: RouterCaller) => Promise<unknown>)[] = [
  (calls) => calls.productMaster.importList(list()),
  (calls) => calls.expenses.importList(list()),
  (calls) => calls.audit.explainLines(explained()),
]

test.each(ASKED)('of calls that hung up nothing is left: another’s file is looked at, %#', async (ask) => {
  const other = await server.company()
  // Processes that stand still are files that take long.
  const still = fileReadersOf()
  for (const reader of still) process.kill(reader, 'SIGSTOP')
  const stops = Array.from({ length: 8 }, () => new AbortController())
  const calls = Promise.allSettled(stops.map(({ signal }) => ask(server.operatorUntil(signal))))
  while (still.length < 2) {
    const reader = await fileReaderOf(process.pid, still)
    process.kill(reader, 'SIGSTOP')
    still.push(reader)
  }
  const preview = server.operator.productMaster.previewList({ companyId: other.id, file })
  for (const stop of stops) stop.abort()
  for (const outcome of await calls)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'CLIENT_CLOSED_REQUEST' } })
  expect((await preview).problems).toEqual([])
  expect(fileReadersOf().filter((reader) => still.includes(reader))).toEqual([])
})

test('lines that take too long are left out, and what they are the lines of is told', async () => {
  const { reports } = server.services
  const rawLines = reports.rawLines.bind(reports)
  reports.rawLines = () => Promise.reject(new UnreadableFile('TIME_LIMIT', 'It took too long.'))
  try {
    const { rows } = await server.operator.audit.explainLines(explained())
    expect(rows[0]).toMatchObject({ fileName: 'sales.json', lineNumber: 1, rawLine: null })
  } finally {
    reports.rawLines = rawLines
  }
})
