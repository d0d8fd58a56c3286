/**
 * Something fails at a named point (`support/fault-points.ts`). What is asked then gets an answer in words, readers see
 * what stood before, nothing is left half done, and what was asked for comes about without anybody's help or with the
 * next try.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ClickHouseError } from '@clickhouse/client'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'drizzle-orm'
import type { TRPCError } from '@trpc/server'
import type { ImportRecord } from '#contract/imports.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  getCompany,
  isDatabaseAway,
  openAccounts,
  openVersion,
  processCounters,
  withCompanyLock,
} from '#server/accounts/index.ts'
import { DatabaseAway } from '#server/accounts/accounts-error.ts'
import { openPglite } from '#server/accounts/open.ts'
import { listSnapshots } from '#server/accounts/snapshots.ts'
import { findServerBinaries, startTestServer as startPostgresql } from '#server/accounts/testing-server.ts'
import { AnalyticsError } from '#server/analytics/index.ts'
import { SINGLE_NODE } from '#server/analytics/template.ts'
import { EmbeddedCluster } from '#server/analytics/testing.ts'
import { Warehouse } from '#server/analytics/warehouse.ts'
import { verifiedBackup, writeBackup } from '#server/backup.ts'
import { openBucketFiles } from '#server/files/bucket-files.ts'
import { isDiskFull } from '#server/files/free-space.ts'
import { startImitationOfS3 } from '#server/files/imitation-of-s3.ts'
import { openRawFiles } from '#server/files/open.ts'
import { lookThrough } from '#server/installation.ts'
import { changeSettings } from '#server/ledger/changing/changes.ts'
import { sweepDead } from '#server/ledger/dead-rows.ts'
import { openMailer } from '#server/mail/open.ts'
import { ReportReader } from '#server/reading/report-reader.ts'
import { openSecurityCheck } from '#server/security-check/security-check.ts'
import { FAULT_POINTS, POSTGRESQL_FAULT_POINTS, type FaultPointName } from './support/fault-points.ts'
import { fileReaderOf, fileReadersOf } from './support/file-readers.ts'
import { GOOD_PASSWORD, startTestPool } from './support/identity.ts'
import { sdkClient, tokensFor } from './support/identity-sdk.ts'
import { startImitationOfSmtp, type SmtpMood } from './support/imitation-of-smtp.ts'
import { TestServer, type TestCompany } from './support/server.ts'
import { sale, v2File, type Settlement } from './support/settlement-file.ts'
import { formTest, formsOf, strideOf } from './support/drawn-cases.ts'
import { seedInstallation } from './support/seeded.ts'

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

let questions = 0
/**
 * The statement of the product, asked as nobody has asked before: neither answers nor days that are kept say what the engine
 * holds.
 */
async function linesOf(of: TestCompany): Promise<unknown> {
  const asked = { ...MARCH, skus: ['SKU-1'], question: ++questions }
  return (await of.pnl(asked)).lines
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** An engine that is busy with other tests takes its time; one that hangs takes longer. */
const SILENT_MS_MAX = 8_000

/** Calls of an object, counted; at the one that was chosen something happens. */
class Fault {
  calls: string[] = []
  /** Calls that have not ended yet. */
  underWay = 0
  #place: number | string = 0
  #happens: () => unknown = () => {}
  #question: object | undefined
  readonly #questions = new AsyncLocalStorage<object>()

  /** Counts anew. At the call of that place, or the first of that name, `happens` comes first; what it throws is the answer. */
  at(place: number | string, happens: () => unknown): void {
    this.calls = []
    this.#place = place
    this.#happens = happens
  }

  /** From now on nothing happens. */
  over(): void {
    this.#question = undefined
    this.at(0, () => {})
  }

  /** Counts what this question asks alone: one that failed may have asked several things at a time, and asks on beside it. */
  during<T>(ask: () => Promise<T>): Promise<T> {
    this.#question = {}
    return this.#questions.run(this.#question, ask)
  }

  around<T extends object>(target: T): T {
    return new Proxy(target, {
      get: (_, name) => {
        const value = Reflect.get(target, name, target) as unknown
        if (typeof value !== 'function') return value
        const method = value as (...given: unknown[]) => unknown
        if (!ASKED.has(String(name)) || looks.getStore()) return method.bind(target)
        if (this.#question && this.#questions.getStore() !== this.#question) return method.bind(target)
        return async (...args: unknown[]) => {
          const count = this.calls.push(`${String(name)} ${wordsOf(args[0])}`)
          this.underWay++
          try {
            if (count === this.#place || name === this.#place) {
              this.#place = 0
              await this.#happens()
            }
            return await (method.apply(target, args) as Promise<unknown>)
          } finally {
            this.underWay--
          }
        }
      },
    })
  }
}

const ASKED = new Set(['run', 'rows', 'command', 'insertStream', 'insertRows'])
/** An import of a small file has about thirty. */
const STATEMENTS_MAX = 200
/** Of an import; of faults that are tried in turn each has its turn. */
const STRIDE = strideOf(6)
const wordsOf = (asked: unknown): string =>
  (typeof asked === 'string' ? asked : (asked as { name: string }).name)
    .trim()
    .replace(/\s+/g, ' ')
    .slice(0, 60)

const engineError = (fields: object) => new AnalyticsError('injected', Object.assign(new Error(), fields))
const broken = () => {
  throw engineError({ code: 'ECONNRESET' })
}
// What the engine itself says is of the client's class, which `unanswered` goes by.
const refusedWith = (code: string, type: string) => () => {
  throw new AnalyticsError('injected', new ClickHouseError({ message: 'injected', code, type }))
}
const outOfMemory = refusedWith('241', 'MEMORY_LIMIT_EXCEEDED')
const nodeAway = refusedWith('210', 'NETWORK_ERROR')
const databaseAway = () => {
  throw new DatabaseAway('injected')
}
const diskFull = refusedWith('243', 'NOT_ENOUGH_SPACE')

const engine = new Fault()
/** Where the raw files lie. */
let place: string
let directory: string
let cluster: EmbeddedCluster
let server: TestServer
let company: TestCompany
let standing: unknown
/** What the accounts think is left on their disk. */
let freeBytes: () => number = () => Infinity
const exercised = new Set<FaultPointName>()

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sextant-faults-'))
  place = join(directory, 'files')
  await seedInstallation(directory)
  // An engine of its own, because it is killed.
  cluster = await EmbeddedCluster.start(1)
  const [analytics, accounts, files] = await Promise.all([
    cluster.open({ silentMsMax: SILENT_MS_MAX }),
    openPglite(
      { dataDir: join(directory, 'accounts') },
      { snapshots: join(directory, 'snapshots'), freeBytes: () => freeBytes() },
    ),
    openRawFiles(place),
  ])
  const stores = { analytics: engine.around(analytics), accounts, files, reports: new ReportReader(place) }
  server = new TestServer(stores, directory, 1)
  company = await server.company()
  expect((await company.import('standing.txt', STANDING)).status).toBe('PUBLISHED')
  standing = await linesOf(company)
})
afterEach(async () => {
  engine.over()
  freeBytes = () => Infinity
  vi.useRealTimers()
  // What a test that failed left must not fail the others.
  for (const { id, fileName, status } of (await server.operator.imports.list({ companyId: company.id }))
    .imports)
    if (fileName === 'file.txt' && status === 'PUBLISHED') await company.undo(id)
})
afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await cluster?.close()
})

/** What a process that works does every minute. What it asks the engine is no statement of the import beside it. */
const look = (of: TestServer) => looks.run(true, () => lookThrough(of))
const looks = new AsyncLocalStorage<true>()

/** Imports the file, beside the looks that a process takes now and then. */
async function imported(): Promise<ImportRecord> {
  const id = await company.queue('file.txt', FILE)
  const looking = setInterval(() => void look(server).catch(() => {}), LOOK_EVERY_MS)
  await server.queue.add(company.id, id).finally(() => clearInterval(looking))
  return company.importRecord(id)
}
const LOOK_EVERY_MS = 2_000

async function expectStanding(point: FaultPointName, moment = ''): Promise<void> {
  exercised.add(point)
  engine.over()
  expect([point, moment, await linesOf(company)]).toEqual([point, moment, standing])
}

/** What was asked for comes about after all, and is taken back again. */
async function expectImports(point: FaultPointName): Promise<void> {
  const { id, status } = await imported()
  expect([point, status]).toEqual([point, 'PUBLISHED'])
  await company.undo(id)
  await expectStanding(point)
}

const thrownBy = (asked: Promise<unknown>): Promise<TRPCError> =>
  asked.then(
    () => expect.unreachable('It was to fail.'),
    (error: unknown) => error as TRPCError,
  )
const codeOf = (error: TRPCError): unknown => (error.cause as { code?: unknown } | undefined)?.code

describe('the engine', () => {
  test('fails at a statement of an import', async () => {
    const faults = [
      ['engine: connection breaks at a statement of an import', broken, 'PUBLISHED', undefined],
      ['engine: another node is away at a statement of an import', nodeAway, 'PUBLISHED', undefined],
      ['database: takes no connection at a moment of an import', databaseAway, 'PUBLISHED', undefined],
      ['engine: memory runs out at a statement of an import', outOfMemory, 'FAILED', 'INTERNAL'],
      ['engine: disk is full at a statement of an import', diskFull, 'FAILED', 'DISK_FULL'],
    ] as const
    for (let at = 1; at < STATEMENTS_MAX; at += STRIDE) {
      const [point, fault, status, problem] = faults[at % faults.length]!
      engine.at(at, fault)
      const ended = await imported()
      const hit = engine.calls[at - 1]
      // What runs on beside a failure writes into the next attempt.
      expect([hit, engine.underWay]).toEqual([hit, 0])
      engine.over()
      if (ended.status === 'PUBLISHED') await company.undo(ended.id)
      // Past the last statement nothing fails any more.
      if (hit === undefined) return
      const moment = `statement ${at}: ${hit}`
      expect([moment, ended.status, ended.problem?.code]).toEqual([moment, status, problem])
      await expectStanding(point, moment)
    }
    expect.unreachable('An import has more statements than it ever had.')
  }, 600_000)

  formTest('says of one attempt after the other that another node is away', async () => {
    let left = 3
    const away = () => {
      if (--left > 0) engine.at('insertStream', away)
      nodeAway()
    }
    engine.at('insertStream', away)
    const ended = await imported()
    expect([left, ended.status]).toEqual([0, 'PUBLISHED'])
    await company.undo(ended.id)
    await expectStanding('engine: another node stays away while an import is tried')
  })

  formTest(
    'is there while the database is away, also when that is to be written down, one attempt after the other',
    async () => {
      let left = 3
      const away = () => {
        if (--left > 0) engine.at('insertStream', away)
        vi.spyOn(server.services.accounts.db, 'transaction').mockRejectedValueOnce(
          new DatabaseAway('injected'),
        )
        databaseAway()
      }
      engine.at('insertStream', away)
      const ended = await imported()
      vi.restoreAllMocks()
      expect([left, ended.status]).toEqual([0, 'PUBLISHED'])
      await company.undo(ended.id)
      await expectStanding('database: stays away while an import is given up')
    },
  )

  test('fails at a statement of taking an import back', async () => {
    const { id } = await company.import('file.txt', FILE)
    const withBoth = await linesOf(company)
    for (let at = 1; at < STATEMENTS_MAX; at++) {
      engine.at(at, outOfMemory)
      const error = await company.undo(id).then(
        () => undefined,
        (thrown: TRPCError) => thrown,
      )
      if (error === undefined) break
      expect(error.message).toMatch(/^The data could not be read\. Try again\. \(request /)
      engine.over()
      expect(await linesOf(company)).toEqual(withBoth)
    }
    await expectStanding('engine: fails at a statement of taking an import back')
  })

  test('has no room at a statement of a change of settings', async () => {
    const { feeVatRecoverable } = await server.operator.companySettings.getGeneral({ companyId: company.id })
    for (let at = 1; at < STATEMENTS_MAX; at++) {
      engine.at(at, diskFull)
      const error = await company.set({ feeVatRecoverable: !feeVatRecoverable }).then(
        () => undefined,
        (thrown: TRPCError) => thrown,
      )
      if (error === undefined) break
      expect(codeOf(error)).toBe('DISK_FULL')
      await expectStanding('engine: disk is full at a statement of a change of settings', String(at))
    }
    engine.over()
    await company.set({ feeVatRecoverable })
    await expectStanding('engine: disk is full at a statement of a change of settings')
  })

  test('fails at a change while the database is away, and the change says why it failed', async () => {
    const { db } = server.services.accounts
    const change = changeSettings(server.services, company.id, () => {
      vi.spyOn(db, 'transaction').mockRejectedValueOnce(new DatabaseAway('injected'))
      return outOfMemory()
    })
    await expect(change).rejects.toMatchObject({ name: 'AnalyticsError', type: 'MEMORY_LIMIT_EXCEEDED' })
    vi.restoreAllMocks()
    // The version that nobody could give up goes with the next change.
    await company.set({ name: 'Test company' })
    expect(await db.query.openVersions.findMany()).toEqual([])
    expect(await linesOf(company)).toEqual(standing)
  })

  test('fails at a statement of a question', async () => {
    const companyId = company.id
    const range = { startDate: MARCH.from, endDate: MARCH.to, currencyCode: MARCH.currency, companyId }
    const { operator } = server
    const questions: Record<string, () => Promise<unknown>> = {
      'profitAndLoss.getData': () => operator.profitAndLoss.getData(range),
      'profitAndLoss.getOrderData': () => operator.profitAndLoss.getOrderData(range),
      'profitAndLoss.getSettlements': () => operator.profitAndLoss.getSettlements({ companyId }),
      'audit.explainChange': () =>
        operator.audit.explainChange({
          ...range,
          metricId: 'netSales',
          by: 'product',
          comparisonStart: range.startDate,
          comparisonEnd: range.endDate,
        }),
      'audit.explainDifference': () => operator.audit.explainDifference({ ...range, metricId: 'netSales' }),
      'audit.explainFlag': () => operator.audit.explainFlag({ ...range, flag: 'unitsWithoutCost' }),
      'audit.explainGroups': () =>
        operator.audit.explainGroups({ ...range, metricId: 'netSales', by: 'kind' }),
      'audit.explainLines': () => operator.audit.explainLines({ ...range, metricId: 'netSales' }),
      'audit.explainValue': () => operator.audit.explainValue({ ...range, lineId: 'netSales' }),
      'productMaster.getProducts': () => operator.productMaster.getProducts({ companyId }),
      'imports.getCoverage': () => operator.imports.getCoverage({ companyId }),
    }
    for (const [name, ask] of Object.entries(questions)) {
      engine.over()
      const answer = await engine.during(ask)
      // What is remembered for a version is not asked again.
      const count = engine.calls.length
      for (let at = 1; at <= count; at++) {
        for (const fault of [outOfMemory, diskFull]) {
          engine.at(at, fault)
          const error = await engine.during(ask).catch((thrown: unknown) => thrown as TRPCError)
          if (engine.calls.length < at) break
          if (fault === diskFull) expect([name, codeOf(error as TRPCError)]).toEqual([name, 'DISK_FULL'])
          else
            expect([name, (error as TRPCError).message]).toEqual([
              name,
              expect.stringMatching(/^The data could not be read\. Try again\. \(request /),
            ])
          engine.over()
          expect([name, await ask()]).toEqual([name, answer])
        }
      }
    }
    await expectStanding('engine: fails at a statement of a question')
    await expectStanding('engine: disk is full at a statement of a question')
  })

  test('keeps rows of a broken attempt that it has no room to delete', async () => {
    const { accounts, analytics } = server.services
    const own = (await getCompany(accounts, company.id))!
    // Rows under a version that nobody publishes, as a crash leaves them.
    const version = await withCompanyLock(accounts, own.id, () => openVersion(accounts, own))
    await analytics.command(
      `INSERT INTO ledger SELECT * REPLACE ({version:UInt64} AS version) FROM ledger WHERE company_id = {id:String}`,
      { params: { version, id: own.id } },
    )
    await look(server)
    const left = () =>
      analytics.rows('SELECT 1 FROM ledger WHERE version = {version:UInt64} LIMIT 1', { params: { version } })
    // An engine without room takes the order and does not carry it out.
    const services = {
      ...server.services,
      analytics: new Proxy(analytics, {
        get: (target, name) => (name === 'command' ? async () => {} : Reflect.get(target, name, target)),
      }),
    }
    await sweepDead(services, (await getCompany(accounts, own.id))!, { goneMsMax: 50 })
    expect(await left()).toHaveLength(1)
    // What wrote them is not to be ended: the import that comes next does not wait for it, and leaves the version unforgotten.
    const neverEnds = vi
      .spyOn(analytics, 'cancel')
      .mockRejectedValue(new AnalyticsError('cancel', new Error('Timeout error.')))
    const { id, status } = await imported()
    expect(status).toBe('PUBLISHED')
    await company.undo(id)
    expect(neverEnds).toHaveBeenCalled()
    neverEnds.mockRestore()
    expect(await left()).toHaveLength(1)
    expect((await getCompany(accounts, own.id))!.deadVersions).toContain(version)
    await expectStanding('engine: rows of a broken attempt do not go')
    await expectImports('engine: rows of a broken attempt do not go')
    expect(await left()).toEqual([])
  })

  const signalled = (signal: 'SIGKILL' | 'SIGSTOP') => () => process.kill(cluster.engines[0]!.pid!, signal)

  test('is killed, or hangs', async () => {
    const during = {
      SIGKILL: ['engine: killed during an import', 'engine: killed during a question'],
      SIGSTOP: ['engine: hangs during an import', 'engine: hangs during a question'],
    } as const
    for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
      const [whileImporting, whileAsked] = during[signal]
      engine.at(12, signalled(signal))
      const { id, status } = await imported()
      expect([signal, status]).toEqual([signal, 'PUBLISHED'])
      await company.undo(id)
      await expectStanding(whileImporting)

      engine.at(1, signalled(signal))
      const answer = await linesOf(company).catch((error: unknown) => error as TRPCError)
      if (signal === 'SIGKILL') expect(answer, server.log.at(-1)).toEqual(standing)
      else expect((answer as TRPCError).message).toContain('The data could not be read. Try again.')
      await expectStanding(whileAsked)
    }
  })

  test('elsewhere takes the connection and never answers', async () => {
    await using deaf = await startDeaf()
    const credentials = { username: 'a', password: 'b' }
    const url = `http://127.0.0.1:${deaf.port}`
    const address = { url, app: credentials, reader: credentials, readerIsConfined: true }
    await using warehouse = new Warehouse({
      source: {
        endpoint: async () => ({ generation: 1, addresses: [address] }),
        isReplaced: async () => false,
        silent() {},
        close: async () => {},
      },
      database: 'sextant',
      layout: SINGLE_NODE,
      silentMsMax: 300,
    })
    const silent = { name: 'AnalyticsError', code: 'ETIMEDOUT', unanswered: true }
    await expect(warehouse.rows('SELECT 1')).rejects.toMatchObject(silent)
    exercised.add('engine elsewhere: takes the connection and never answers a question')
    await expect(warehouse.command('OPTIMIZE TABLE a')).rejects.toMatchObject(silent)
    await expect(warehouse.insertRows('a', [{ a: 1 }])).rejects.toMatchObject(silent)
    const stop = new AbortController()
    const stopped = warehouse.insertRows('a', [{ a: 1 }], { signal: stop.signal })
    stop.abort(new Error('cancelled'))
    await expect(stopped).rejects.toThrow()
    await expect(warehouse.cancel('write-')).rejects.toMatchObject({ name: 'AnalyticsError' })
    exercised.add('engine elsewhere: never answers a statement that writes')
  })
})

/** A server that accepts connections and says nothing. */
async function startDeaf(): Promise<{ port: number } & AsyncDisposable> {
  const open = new Set<Socket>()
  const deaf = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {}).resume()
  })
  deaf.listen(0, '127.0.0.1')
  await once(deaf, 'listening')
  return {
    port: (deaf.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      deaf.close()
      await once(deaf, 'close')
    },
  }
}

describe('files', () => {
  test('can not be read where they are stored', async () => {
    const points: Partial<Record<FaultPointName, (path: string) => Promise<void>>> = {
      'file: gone': (path) => rm(path),
      'file: ends in the middle': (path) => truncate(path, 40),
      'file: holds something else': (path) => writeFile(path, Buffer.alloc(200, 7)),
      'file: a directory in its place': async (path) => {
        await rm(path)
        await mkdir(path)
      },
    }
    for (const [point, damage] of formsOf(Object.entries(points), 2) as [
      FaultPointName,
      (path: string) => unknown,
    ][]) {
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
      await expectImports(point)
    }
  })

  test('find no room', async () => {
    // A source that breaks with what the system says stands for a disk that is full; `uploads.server.test.ts` fills one.
    const source = new Readable({
      read() {
        this.destroy(Object.assign(new Error('write'), { code: 'ENOSPC' }))
      },
    })
    const before = await server.services.files.list(company.id)
    const error: unknown = await server.services.files
      .put(company.id, source)
      .catch((thrown: unknown) => thrown)
    expect(isDiskFull(error)).toBe(true)
    expect(await server.services.files.list(company.id)).toEqual(before)
    expect(await readdir(join(place, '.unfinished'))).toEqual([])
    await expectImports('file: disk is full while it is stored')
  })

  formTest('have a reader that is killed, or stands still', async () => {
    await using reports = new ReportReader(place)
    const running = fileReadersOf()
    const first = reports.open(await storedFile(), {}, undefined)
    process.kill(await fileReaderOf(process.pid, running), 'SIGKILL')
    await (await first)[Symbol.asyncDispose]()
    await expectImports('reader: killed while it recognises a file')

    // The statement that takes the rows comes once the file is recognised.
    let killed = 0
    engine.at('insertStream', () => {
      for (const reader of fileReadersOf()) {
        process.kill(reader, 'SIGKILL')
        killed += 1
      }
    })
    await expectImports('reader: killed among the rows')
    expect(killed).toBeGreaterThan(0)

    await using impatient = new ReportReader(place, { silentMsMax: 1_000 })
    const idle = fileReadersOf()
    const stuck = impatient.open(await storedFile(), {}, undefined)
    process.kill(await fileReaderOf(process.pid, idle), 'SIGSTOP')
    await expect(stuck).rejects.toMatchObject({ name: 'UnreadableFile', code: 'TIME_LIMIT' })
    await expectImports('reader: stands still')
  })

  const storedFile = async () => {
    const { sha256 } = await server.services.files.put(
      company.id,
      Readable.from([Buffer.from(FILE)], { objectMode: false }),
    )
    return { companyId: company.id, sha256, fileName: 'file.txt' }
  }

  test('lie in a bucket that refuses, or says nothing', async () => {
    const s3 = await startImitationOfS3()
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'none')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'none')
    const bucket = await openBucketFiles(s3.address, { silentMsMax: 300 })
    const put = () => bucket.put('acme', Readable.from([Buffer.from(FILE)], { objectMode: false }))
    const expectStored = async (point: FaultPointName) => {
      s3.failing = () => false
      s3.silent = () => false
      const { sha256 } = await put()
      expect(Buffer.concat(await (await bucket.open('acme', sha256)).toArray()).toString()).toBe(FILE)
      exercised.add(point)
      return sha256
    }
    s3.failing = (request) => request.startsWith('PUT')
    await expect(put()).rejects.toThrow()
    expect(s3.objects.size).toBe(0)
    await expectStored('bucket: refuses a file')
    s3.objects.clear()

    s3.silent = (request) => request.startsWith('PUT')
    await expect(put()).rejects.toThrow()
    expect(s3.objects.size).toBe(0)
    const sha256 = await expectStored('bucket: never answers while a file is stored')

    s3.silent = (request) => request.startsWith('GET')
    await expect(bucket.open('acme', sha256)).rejects.toThrow()
    await expectStored('bucket: never answers while a file is read')
    await s3.stop()
  })
})

describe('mails', () => {
  const mailerTo = (smtpUrl: string | undefined, dataDir = directory) =>
    openMailer({ smtpUrl, from: 'sextant@example.com' }, dataDir, 'sextant.example', { silentMsMax: 500 })
  /** Where nobody listens. */
  const NOWHERE = 'smtp://127.0.0.1:1'
  const permissions = () => server.operator.companySettings.permissions

  test('do not leave when somebody is invited', async () => {
    const smtp = await startImitationOfSmtp()
    const full = join(directory, 'full')
    await mkdir(full)
    // Whatever is written there finds no room.
    await symlink('/dev/full', join(full, 'outbox'))
    const bad: [FaultPointName, SmtpMood | undefined, string | undefined][] = [
      ['mail: nobody listens when somebody is invited', undefined, NOWHERE],
      ['mail: the address is refused', 'knows no such person', smtp.url],
      ['mail: the server says nothing', 'says nothing', smtp.url],
      ['mail: hangs up in the middle', 'hangs up in the middle of a mail', smtp.url],
      ['mail: disk is full where mails lie', undefined, undefined],
    ]
    for (const [index, [point, mood, url]] of bad.entries()) {
      const email = `person-${index}@example.com`
      const invite = () => permissions().invite({ companyId: company.id, email, role: 'VIEWER' })
      smtp.mood = mood ?? 'takes mails'
      const failing = mailerTo(url, full)
      server.mailer = failing
      const error = await thrownBy(invite())
      expect([point, codeOf(error)]).toEqual([point, 'MAIL_NOT_SENT'])
      expect(server.log.at(-1)).toContain('The mail of an invitation could not be sent.')
      failing.close()

      const waiting = async () => (await permissions().getTeam({ companyId: company.id })).invitations
      expect((await waiting()).filter((invitation) => invitation.email === email)).toHaveLength(1)
      smtp.mood = 'takes mails'
      const working = mailerTo(smtp.url)
      server.mailer = working
      await invite()
      expect(smtp.taken.at(-1)).toBe(email)
      expect((await waiting()).filter((invitation) => invitation.email === email)).toHaveLength(1)
      working.close()
      exercised.add(point)
    }
    await smtp.stop()
  })

  test('do not leave when somebody signs up, and leave a moment later', async () => {
    const smtp = await startImitationOfSmtp()
    await using pool = await startTestPool()
    const bad: [FaultPointName, string][] = [
      ['mail: nobody listens when somebody signs up', NOWHERE],
      ['mail: hangs up in the middle when somebody signs up', smtp.url],
    ]
    for (const [index, [point, url]] of bad.entries()) {
      const email = `new-${index}@example.com`
      smtp.mood = 'hangs up in the middle of a mail'
      const mailers = [mailerTo(url), mailerTo(smtp.url)] as const
      let tries = 0
      pool.mailer = {
        send: (mail) => {
          tries += 1
          if (tries > 1) smtp.mood = 'takes mails'
          return mailers[tries > 1 ? 1 : 0].send(mail)
        },
      }
      const answer = await pool.call('SignUp', {
        ClientId: pool.clientId,
        Username: email,
        Password: GOOD_PASSWORD,
        UserAttributes: [{ Name: 'email', Value: email }],
      })
      expect([point, answer.status]).toEqual([point, 200])
      await pool.identity.mailsSent()
      expect([point, tries, smtp.taken.at(-1)]).toEqual([point, 2, email])
      for (const mailer of mailers) mailer.close()
      exercised.add(point)
    }
    await smtp.stop()
  })
})

describe('the relational store in the data directory', () => {
  formTest(
    'has no room at a statement of an import that writes',
    async () => {
      for (let at = 1; at < STATEMENTS_MAX; at += STRIDE) {
        const id = await company.queue('file.txt', FILE)
        let writes = 0
        freeBytes = () => (++writes === at ? 0 : Infinity)
        await server.queue.start()
        await server.services.accounts.jobs.send('imports', company.id).catch(() => {})
        // Where the end of the import could not be written down, it is found by the look that follows.
        await expect
          .poll(async () => {
            if (writes >= at) await look(server)
            return (await company.importRecord(id)).status
          })
          .toMatch(/PUBLISHED|FAILED/)
        const isHit = writes >= at
        freeBytes = () => Infinity
        const { status } = await company.importRecord(id)
        if (status === 'PUBLISHED') await company.undo(id)
        await expectStanding('accounts: disk is full at a write of an import', `write ${at}`)
        if (!isHit || at >= WRITES_TRIED) return
      }
    },
    600_000,
  )

  test('has no room at a call', async () => {
    freeBytes = () => 0
    const error = await thrownBy(server.operator.companies.create({ name: 'No room' }))
    expect(codeOf(error)).toBe('DISK_FULL')
    await expectStanding('accounts: disk is full at a call')
    expect((await server.operator.companies.getUserCompanyOptions()).map(({ name }) => name)).not.toContain(
      'No room',
    )
    freeBytes = () => Infinity
    await expectImports('accounts: disk is full at a call')
  })

  test('has no room for a snapshot', async () => {
    const { accounts } = server.services
    const snapshots = join(directory, 'snapshots')
    await accounts.snapshot()
    const before = await listSnapshots(snapshots)
    const at = new Date('2030-01-01T00:00:00.000Z')
    vi.useFakeTimers({ toFake: ['Date'], now: at })
    const name = `accounts-${at.toISOString().replaceAll(':', '-')}.jsonl.gz`
    await symlink('/dev/full', join(snapshots, `${name}.unfinished`))
    await expect(accounts.snapshot()).rejects.toSatisfy(isDiskFull)
    vi.useRealTimers()
    expect(await listSnapshots(snapshots)).toEqual(before)
    expect((await readdir(snapshots)).filter((file) => file.endsWith('.unfinished'))).toEqual([])
    await accounts.snapshot()
    expect(await listSnapshots(snapshots)).toHaveLength(before.length + 1)
    await expectStanding('accounts: disk is full while a snapshot is written')
  })

  test('has no room for a backup', async () => {
    const backups = join(directory, 'backup')
    await writeBackup(server.services, backups)
    const before = await verifiedBackup(backups)
    const part = join(backups, 'manifest.json.part')
    await symlink('/dev/full', part)
    await expect(writeBackup(server.services, backups)).rejects.toSatisfy(isDiskFull)
    expect(await verifiedBackup(backups)).toEqual(before)
    await rm(part)
    await writeBackup(server.services, backups)
    expect((await verifiedBackup(backups)).writtenAt).not.toBe(before.writtenAt)
    await expectStanding('backup: disk is full')
  })

  test('has a job whose worker has died', async () => {
    const id = await company.queue('file.txt', FILE)
    const { accounts } = server.services
    await accounts.jobs.send('imports', company.id)
    // As another process would leave it.
    await accounts.db.execute(
      sql`update jobs.job set state = 'active', started_on = now() - interval '10 minutes', heartbeat_on = now() - interval '10 minutes'
          where name = 'imports' and state = 'created'`,
    )
    await look(server)
    expect(await server.queue.ended(company.id, id)).toMatchObject({ status: 'PUBLISHED' })
    await company.undo(id)
    await expectStanding('jobs: the worker of a job has died')
  })
})

/** Of the writes of an import, so many are tried in turn. */
const WRITES_TRIED = 12

describe('the clock', () => {
  /** Of the process and, with it, of the database in it. */
  const moveBy = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })

  const moved = [
    ['clock: an hour back, imports', [-HOUR_MS]],
    ['clock: a day forward, imports', [DAY_MS]],
    ['clock: a year forward and back, imports', [365 * DAY_MS, -365 * DAY_MS]],
  ] as const
  test.each(formsOf(moved, 1))('%s', async (point, moves) => {
    const before = server.now
    for (const ms of moves) {
      moveBy(ms)
      server.now = new Date(server.now.getTime() + ms)
      const record = await company.import('file.txt', FILE)
      expect(record.status).toBe('PUBLISHED')
      expect((await company.undo(record.id)).status).toBe('UNDONE')
      await look(server)
    }
    vi.useRealTimers()
    server.now = before
    await expectImports(point)
  })

  test('was ahead when a job was made', async () => {
    const id = await company.queue('file.txt', FILE)
    const { accounts } = server.services
    // Nobody takes it yet: that is another queue's affair until then.
    await accounts.db.execute(sql`update jobs.queue set updated_on = updated_on`)
    await accounts.db.execute(sql`delete from jobs.job`)
    moveBy(365 * DAY_MS)
    await accounts.jobs.send('deletions', company.id)
    vi.useRealTimers()
    const made = sql`select start_after > now() + interval '1 day' as ahead from jobs.job where name = 'deletions' and state = 'created'`
    const ahead = async () => ((await accounts.db.execute(made)) as unknown as { rows: object[] }).rows
    expect(await ahead()).toEqual([{ ahead: true }])
    await look(server)
    expect(await ahead()).toEqual([])
    expect(await server.queue.add(company.id, id)).toMatchObject({ status: 'PUBLISHED' })
    await company.undo(id)
    await expectStanding('clock: jobs made in what is the future again')
  })

  test('goes forward while an import runs, so that its lease seems to have run out', async () => {
    let goOn = () => {}
    const reached = new Promise<void>((arrive) =>
      engine.at(5, () => {
        arrive()
        return new Promise<void>((resume) => (goOn = resume))
      }),
    )
    const id = await company.queue('file.txt', FILE)
    const ending = server.queue.add(company.id, id)
    await reached
    moveBy(DAY_MS)
    await look(server)
    vi.useRealTimers()
    goOn()
    const ended = await ending
    expect([ended!.status, ended!.unfinishedAttempts]).toEqual(['PUBLISHED', 1])
    await company.undo(id)
    await expectStanding('clock: a lease runs out because the clock goes forward')
  })

  test('was ahead when a snapshot was written', async () => {
    const { accounts } = server.services
    const snapshots = join(directory, 'snapshots')
    moveBy(365 * DAY_MS)
    const ahead = await accounts.snapshot()
    vi.useRealTimers()
    const now = await accounts.snapshot()
    expect((await listSnapshots(snapshots)).slice(0, 2)).toEqual([now, ahead])
    await expectStanding('clock: snapshots of what is the future again')
  })

  formTest('of the user pool goes forward and back', async () => {
    await using pool = await startTestPool()
    const email = 'clock@example.com'
    await pool.member(email)
    const tokens = () => tokensFor(sdkClient(pool), pool, email, GOOD_PASSWORD)
    const { AccessToken, RefreshToken } = await tokens()
    const refresh = () =>
      pool.call('InitiateAuth', {
        ClientId: pool.clientId,
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        AuthParameters: { REFRESH_TOKEN: RefreshToken },
      })
    const hour = 3_600
    pool.pass(hour)
    expect(await pool.identity.verifyAccess(AccessToken!)).toBeNull()
    expect((await refresh()).status).toBe(200)
    pool.pass(-hour)
    expect(await pool.identity.verifyAccess(AccessToken!)).not.toBeNull()
    pool.pass(-365 * 24 * hour)
    expect(await pool.identity.verifyAccess(AccessToken!)).not.toBeNull()
    expect((await refresh()).status).toBe(200)
    exercised.add('clock: a year forward and back, sessions')

    // Locked in what is the future again.
    pool.pass(2 * 365 * 24 * hour)
    // Each failure after one lock has ended makes the next twice as long: longer than any sign-in here takes.
    for (let failures = 0; failures < 12; failures++) {
      pool.pass(2 ** Math.max(0, failures - 5))
      await pool.failSignIn(email)
    }
    await expect(tokens()).rejects.toThrow()
    pool.pass(-365 * 24 * hour)
    expect((await tokens()).AccessToken).toBeDefined()
    exercised.add('clock: a sign-in is locked in what is the future again')
  })

  test('goes back by a year while an address has to pass the check', async () => {
    const clock = { now: new Date() }
    const check = openSecurityCheck({
      secretKey: Buffer.alloc(32, 1),
      counter: processCounters,
      limits: async () => ({ callsPerMinute: 1_000, failuresPerHour: 1 }),
      networkOf: (address) => address,
      now: () => clock.now,
      onEvent: () => {},
    })
    const HERE = '203.0.113.7'
    for (let failures = 0; failures < 2; failures++) await check.failed(HERE)
    clock.now = new Date(clock.now.getTime() - 365 * DAY_MS)
    expect(await check.isNeeded(HERE)).toBe(true)
    moveBy(-365 * DAY_MS)
    const challenge = await check.challenge(HERE)
    const solution = (await solveChallenge({ challenge, deriveKey }))!
    expect(await check.pass(HERE, { challenge: challenge as never, solution })).toBe(true)
    expect(await check.isNeeded(HERE)).toBe(false)
    exercised.add('clock: a year back, security check')
  })
})

const hasPostgresql = findServerBinaries() !== undefined

describe.skipIf(!hasPostgresql)('PostgreSQL', () => {
  let postgresql: Awaited<ReturnType<typeof startPostgresql>>
  let elsewhere: TestServer
  let own: TestCompany
  let before: unknown
  beforeAll(async () => {
    postgresql = await startPostgresql()
    const accounts = await openAccounts({ dataDir: '', databaseUrl: postgresql.urlOf('postgres') })
    const [analytics, files] = await Promise.all([cluster.open(), openRawFiles(place)])
    elsewhere = new TestServer(
      { analytics: engine.around(analytics), accounts, files, reports: new ReportReader(place) },
      join(directory, 'elsewhere'),
      1,
    )
    own = await elsewhere.company()
    expect((await own.import('standing.txt', STANDING)).status).toBe('PUBLISHED')
    before = await linesOf(own)
  })
  afterAll(() => elsewhere?.[Symbol.asyncDispose]())

  const expectBefore = async (point: FaultPointName) => {
    engine.over()
    expect([point, await linesOf(own)]).toEqual([point, before])
    exercised.add(point)
  }

  test('goes away and comes back while nothing happens', async () => {
    await postgresql.stop()
    expect(codeOf(await thrownBy(linesOf(own)))).toBe('DATABASE_AWAY')
    await postgresql.start()
    await expectBefore('postgresql: gone and back while nothing happens')
  })

  test('goes away in the middle of a call', async () => {
    const { accounts } = elsewhere.services
    const asking = accounts.db.execute(sql`select pg_sleep(60)`).then(
      () => undefined,
      (error: unknown) => error,
    )
    await expect
      .poll(async () => {
        const running = sql`select 1 from pg_stat_activity where query = 'select pg_sleep(60)' and state = 'active'`
        return ((await accounts.db.execute(running)) as unknown as { rows: object[] }).rows.length
      })
      .toBe(1)
    await postgresql.stop()
    expect(isDatabaseAway(await asking)).toBe(true)
    await postgresql.start()
    await expectBefore('postgresql: gone and back in the middle of a call')
  })

  test('goes away between two statements of a transaction, or as transactions begin', async () => {
    const { db } = elsewhere.services.accounts
    const asking = db
      .transaction(async (open) => {
        await open.execute(sql`select 1`)
        await postgresql.stop()
        await open.execute(sql`select 1`)
      })
      .catch((error: unknown) => error)
    expect(isDatabaseAway(await asking)).toBe(true)
    await postgresql.start()
    // More of them than the pool has places: each place is given back.
    for (let i = 0; i < 12; i++) {
      const ended = db.transaction(
        async (open) => {
          await open.execute(sql`select 1`)
        },
        { isolationLevel: 'never known' as 'serializable' },
      )
      await expect(ended).rejects.toThrow('isolation level never known')
    }
    await expectBefore('postgresql: gone and back between two statements of a transaction')
  })

  test('goes away in the middle of an import', async () => {
    engine.at(8, () => postgresql.stop())
    const id = await own.queue('file.txt', FILE)
    const ended = elsewhere.queue.add(own.id, id).catch(() => undefined)
    await expect.poll(() => engine.calls.length, { interval: 20 }).toBeGreaterThanOrEqual(8)
    // What has failed is written down once there is something to write it into.
    await expect.poll(() => engine.underWay).toBe(0)
    await postgresql.start()
    await expect.poll(() => elsewhere.log.some((line) => line.startsWith(`Import ${id}`))).toBe(true)
    await expectBefore('postgresql: gone and back in the middle of an import')
    // Its job may still belong to a worker whose end could not be written down.
    await elsewhere.services.accounts.db.execute(
      sql`update jobs.job set heartbeat_on = now() - interval '10 minutes' where state = 'active'`,
    )
    await look(elsewhere)
    expect(await elsewhere.queue.ended(own.id, id)).toMatchObject({ status: 'PUBLISHED' })
    await ended
    await own.undo(id)
    await expectBefore('postgresql: gone and back in the middle of an import')
  })

  test('takes the connection and never answers', async () => {
    await using deaf = await startDeaf()
    await expect(
      openAccounts({ dataDir: '', databaseUrl: `postgres://a@127.0.0.1:${deaf.port}/a` }),
    ).rejects.toMatchObject({ code: 'DATABASE_UNUSABLE' })
    exercised.add('postgresql: takes the connection and never answers')
  })
})

test('after all of it the tables are those of an installation in which nothing failed', async () => {
  const clean = await server.company()
  await clean.import('standing.txt', STANDING)
  await clean.import('file.txt', FILE)
  expect((await company.import('file.txt', FILE)).status).toBe('PUBLISHED')
  expect(await company.checksums()).toEqual(await clean.checksums())
})

formTest('each point of the table was exercised', () => {
  const points = { ...FAULT_POINTS, ...(hasPostgresql && POSTGRESQL_FAULT_POINTS) }
  expect([...exercised].toSorted()).toEqual(Object.keys(points).toSorted())
  expect(Object.keys(FAULT_POINTS).length).toBeGreaterThanOrEqual(40)
})
