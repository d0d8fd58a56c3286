/**
 * Something fails at a named point: at each statement that the engine is asked for while a file is imported, taken back
 * or read, while the stored file is read, or because the clock jumps. What is asked then gets an answer in words, readers
 * see what stood before, and the next attempt works without anybody's help.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TRPCError } from '@trpc/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestAccounts } from '#server/accounts/testing.ts'
import { AnalyticsError } from '#server/analytics/index.ts'
import { openTestAnalytics } from '#server/analytics/testing.ts'
import { openRawFiles } from '#server/files/open.ts'
import { ReportReader } from '#server/reading/report-reader.ts'
import { TestServer, type TestCompany } from './support/server.ts'
import { sale, v2File, type Settlement } from './support/settlement-file.ts'

const settlement = (id: string, price: string): Settlement => ({
  id,
  start: '2026-03-01',
  end: '2026-03-31',
  currency: 'EUR',
  entries: ['302-1', '302-2', '302-3'].flatMap((order) =>
    sale({
      marketplace: 'Amazon.de',
      order,
      at: '2026-03-05 10:00:00',
      units: 1,
      amounts: { 'ItemPrice Principal': price, 'ItemFees Commission': '-3.00' },
    }),
  ),
})
const STANDING = v2File(settlement('90000000001', '20.00'))
const FILE = v2File(settlement('90000000002', '30.00'))
const MARCH = { from: '2026-03-01', to: '2026-03-31', currency: 'EUR' } as const

/** Calls of an object, counted; the one that was chosen fails. */
class Fault {
  calls: string[] = []
  failAt = 0
  error: () => Error = () => new Error('injected')

  begin(failAt = 0): void {
    this.calls = []
    this.failAt = failAt
  }

  around<T extends object>(target: T): T {
    return new Proxy(target, {
      get: (_, name) => {
        const value = Reflect.get(target, name, target) as unknown
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          if (
            ASKED.has(String(name)) &&
            this.calls.push(`${String(name)} ${wordsOf(args[0])}`) === this.failAt
          )
            return Promise.reject(this.error())
          return (value as (...given: unknown[]) => unknown).apply(target, args)
        }
      },
    })
  }
}

const ASKED = new Set(['run', 'rows', 'command', 'insertStream', 'insertRows'])
/** An import of a small file has about thirty. */
const STATEMENTS_MAX = 200
const wordsOf = (asked: unknown): string =>
  (typeof asked === 'string' ? asked : (asked as { name: string }).name)
    .trim()
    .replace(/\s+/g, ' ')
    .slice(0, 60)

const engineErrors = [
  () => new AnalyticsError('injected', Object.assign(new Error('read'), { code: 'ECONNRESET' })),
  () =>
    new AnalyticsError(
      'injected',
      Object.assign(new Error('memory'), { code: '241', type: 'MEMORY_LIMIT_EXCEEDED' }),
    ),
]

const engine = new Fault()
/** Where the raw files lie. */
let place: string
let server: TestServer
let company: TestCompany
let standing: unknown
const exercised: string[] = []

beforeAll(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'sextant-faults-'))
  place = join(directory, 'files')
  const [analytics, accounts, files] = await Promise.all([
    openTestAnalytics(),
    openTestAccounts(),
    openRawFiles(place),
  ])
  const stores = { analytics: engine.around(analytics), accounts, files, reports: new ReportReader(place) }
  server = new TestServer(stores, directory, 1)
  company = await server.company()
  expect((await company.import('standing.txt', STANDING)).status).toBe('PUBLISHED')
  standing = (await company.pnl(MARCH)).lines
})
afterAll(() => server[Symbol.asyncDispose]())

async function expectStanding(point: string): Promise<void> {
  exercised.push(point)
  engine.begin()
  expect([point, (await company.pnl(MARCH)).lines]).toEqual([point, standing])
}

test('the engine fails at a statement of an import', async () => {
  for (let place = 1; place < STATEMENTS_MAX; place++) {
    engine.error = engineErrors[place % engineErrors.length]!
    engine.begin(place)
    const { id, status, problem } = await company.import('file.txt', FILE)
    if (engine.calls.length < place) {
      // Past the last statement nothing fails any more.
      expect(status).toBe('PUBLISHED')
      engine.begin()
      await company.undo(id)
      return
    }
    const point = `import, statement ${place}: ${engine.calls[place - 1]}`
    expect([point, status, problem?.code]).toEqual([point, 'FAILED', 'INTERNAL'])
    await expectStanding(point)
  }
  expect.unreachable('An import has more statements than it ever had.')
}, 600_000)

test('the stored file can not be read', async () => {
  const points: Record<string, (path: string) => Promise<void>> = {
    'the file is gone': (path) => rm(path),
    'the file ends in the middle': (path) => truncate(path, 40),
    'the file holds something else': (path) => writeFile(path, Buffer.alloc(200, 7)),
    'there is a directory in its place': async (path) => {
      await rm(path)
      await mkdir(path)
    },
  }
  for (const [point, damage] of Object.entries(points)) {
    const id = await company.queue('file.txt', FILE)
    const { sha256 } = await company.importRecord(id)
    const folder = join(place, company.id)
    const path = join(
      folder,
      (await readdir(folder)).find((name) => name.startsWith(sha256))!,
    )
    const bytes = await readFile(path)
    await damage(path)
    await server.queue.add(company.id, id)
    const { status, problem } = await company.importRecord(id)
    expect([point, status, typeof problem?.text]).toEqual([point, 'FAILED', 'string'])
    await rm(path, { recursive: true, force: true })
    await writeFile(path, bytes)
    await expectStanding(point)
  }
})

test('the engine fails at a statement of a question', async () => {
  const companyId = company.id
  const range = { startDate: MARCH.from, endDate: MARCH.to, currencyCode: MARCH.currency, companyId }
  const { operator } = server
  const questions: Record<string, () => Promise<unknown>> = {
    'profitAndLoss.getData': () => operator.profitAndLoss.getData(range),
    'profitAndLoss.getOrderData': () => operator.profitAndLoss.getOrderData(range),
    'profitAndLoss.getSettlements': () => operator.profitAndLoss.getSettlements({ companyId }),
    'audit.explainValue': () => operator.audit.explainValue({ ...range, lineId: 'netSales' }),
    'productMaster.getProducts': () => operator.productMaster.getProducts({ companyId }),
    'imports.getCoverage': () => operator.imports.getCoverage({ companyId }),
  }
  for (const [name, ask] of Object.entries(questions)) {
    engine.begin()
    const answer = await ask()
    // What is remembered for a version is not asked again.
    const count = engine.calls.length
    for (let place = 1; place <= count; place++) {
      engine.begin(place)
      const error = (await ask().catch((thrown: unknown) => thrown)) as TRPCError
      if (engine.calls.length < place) break
      expect([name, error.message]).toEqual([
        name,
        expect.stringMatching(/^The data could not be read\. Try again\. \(request /),
      ])
      engine.begin()
      expect([name, await ask()]).toEqual([name, answer])
      exercised.push(`${name}, statement ${place}`)
    }
  }
})

test.each([
  ['the clock goes back by a year', -365],
  ['the clock goes forward by ten years', 3_650],
])('%s while files are imported and taken back', async (point, days) => {
  const before = server.now
  server.now = new Date(before.getTime() + days * 86_400_000)
  const record = await company.import('file.txt', FILE)
  expect(record.status).toBe('PUBLISHED')
  server.now = before
  expect((await company.undo(record.id)).status).toBe('UNDONE')
  await expectStanding(point)
})

test('after all of it the tables are those of an installation in which nothing failed', async () => {
  const clean = await server.company()
  await clean.import('standing.txt', STANDING)
  await clean.import('file.txt', FILE)
  expect((await company.import('file.txt', FILE)).status).toBe('PUBLISHED')
  expect(await company.checksums()).toEqual(await clean.checksums())
  // Each point once, and no fewer than there were when this was written.
  expect(new Set(exercised).size).toBe(exercised.length)
  console.info(`${exercised.length} points`)
  expect(exercised.length).toBeGreaterThan(30)
})
