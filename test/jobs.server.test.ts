/** Imports as jobs: whose turn it is, how many run, and what becomes of those that are stopped or end the server. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ImportPhase } from '#contract/imports.ts'
import {
  accountsFigures,
  getCompany,
  recoverAfterCrash,
  requestCancel,
  startImport,
  withCompanyLock,
} from '#server/accounts/index.ts'
import { deleteRefusedFiles } from '#server/ledger/importing/refused-files.ts'
import { proceduresOf } from '#server/router.ts'
import { sale, v2File } from './support/settlement-file.ts'
import { startTestServer, type TestCompany, type TestServer } from './support/server.ts'
import { formTest } from './support/drawn-cases.ts'

let server: TestServer
afterEach(() => server[Symbol.asyncDispose]())

let settlements = 0
const file = () =>
  v2File({
    id: String(80000000000 + ++settlements),
    start: '2026-03-01',
    end: '2026-03-15',
    currency: 'EUR',
    entries: sale({
      order: `028-0000000-${String(settlements).padStart(7, '0')}`,
      at: '2026-03-02 10:11:12',
      sku: 'MUG',
      marketplace: 'Amazon.de',
      amounts: { 'ItemPrice Principal': '10.00' },
    }),
  })

/** Ids of the imports of several companies in the order in which they were published. */
async function published(companies: TestCompany[]): Promise<number[]> {
  const all = await Promise.all(
    companies.map(({ id }) => server.operator.imports.list({ companyId: id, limit: 100 })),
  )
  return all
    .flatMap(({ imports }) => imports)
    .filter(({ status }) => status === 'PUBLISHED')
    .toSorted((a, b) => a.finishedAt!.localeCompare(b.finishedAt!))
    .map(({ id }) => id)
}

describe('one import at a time', () => {
  beforeEach(async () => {
    server = await startTestServer({ importsAtOnce: 1 })
  })

  test('companies take turns, however much each of them hands in', async () => {
    const busy = await server.company()
    const calm = await server.company()
    const many: number[] = []
    for (let n = 0; n < 5; n++) many.push(await busy.queue(`${n}.txt`, file()))
    const few = await calm.queue('one.txt', file())
    await Promise.all([server.queue.add(busy.id, many.at(-1)!), server.queue.add(calm.id, few)])

    const order = await published([busy, calm])
    expect(order).toHaveLength(6)
    // The second turn at the latest: whoever came first may have begun already.
    expect(order.indexOf(few)).toBeLessThanOrEqual(2)
    expect(order.filter((id) => id !== few)).toEqual(many)
  })
})

describe('several imports at a time', () => {
  beforeEach(async () => {
    server = await startTestServer({ importsAtOnce: 2 })
  })

  formTest('no more than that run, over all companies', async () => {
    const companies = await Promise.all(Array.from({ length: 5 }, () => server.company()))
    const { reports } = server.services
    const open = reports.open.bind(reports)
    reports.open = async (...which) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      return open(...which)
    }
    const queued = await Promise.all(
      companies.map(async (company) => [company.id, await company.queue('a.txt', file())] as const),
    )
    const ends = Promise.all(queued.map(([companyId, id]) => server.queue.add(companyId, id)))
    let isDone = false
    void ends.then(() => (isDone = true))
    let most = 0
    while (!isDone) {
      most = Math.max(most, (await accountsFigures(server.services.accounts)).importsByStatus['RUNNING'] ?? 0)
      // A question to PGlite lets nothing else have its turn.
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(most).toBe(2)
    expect((await ends).map((ended) => ended?.status)).toEqual(Array(5).fill('PUBLISHED'))
  })

  test('an import that was running in two crashes has failed with its reason, and can be tried again', async () => {
    const company = await server.company()
    const { accounts } = server.services
    const importId = await company.queue('one.txt', file())
    const crashInTheMiddle = async () => {
      await withCompanyLock(accounts, company.id, async () =>
        startImport(accounts, (await getCompany(accounts, company.id))!, importId),
      )
      await recoverAfterCrash(accounts)
      return company.importRecord(importId)
    }
    expect(await crashInTheMiddle()).toMatchObject({ status: 'QUEUED', problem: null })
    expect(await crashInTheMiddle()).toMatchObject({
      status: 'FAILED',
      problem: { code: 'ENDED_THE_SERVER', text: expect.stringContaining('ended twice') },
    })
    // Stopping it changes nothing about it and is no failure.
    expect(await server.operator.imports.cancel({ companyId: company.id, importId })).toMatchObject({
      status: 'FAILED',
    })
    await server.operator.imports.retry({ companyId: company.id, importId })
    expect(await server.queue.ended(company.id, importId)).toMatchObject({ status: 'PUBLISHED' })
    await expect(server.operator.imports.retry({ companyId: company.id, importId })).rejects.toMatchObject({
      cause: { code: 'IMPORT_NOT_ENDED' },
    })
    await company.undo(importId)
  })

  test('an import stops when its row says so, whoever wrote it there', async () => {
    const company = await server.company()
    const { accounts, reports } = server.services
    const importId = await company.queue('one.txt', file())
    // Its file comes to no end, so that the import is under way until it is stopped.
    reports.open = (_file, _hints, signal) =>
      new Promise((_resolve, reject) => {
        signal!.addEventListener('abort', () => reject(signal!.reason as Error))
      })
    const ended = server.queue.add(company.id, importId)
    await expect
      .poll(async () => (await company.importRecord(importId)).status, { timeout: 20_000 })
      .toBe('RUNNING')
    await requestCancel(accounts, (await getCompany(accounts, company.id))!, importId)
    expect(await ended).toMatchObject({ status: 'CANCELLED' })
    expect(await company.checksums()).toEqual(await (await server.company()).checksums())
  })

  formTest(
    'an import that was to be cancelled when its server ended is cancelled, and not begun again',
    async () => {
      const company = await server.company()
      const { accounts } = server.services
      const known = (await getCompany(accounts, company.id))!
      const importId = await company.queue('one.txt', file())
      await withCompanyLock(accounts, company.id, () => startImport(accounts, known, importId))
      await requestCancel(accounts, known, importId)
      expect(await recoverAfterCrash(accounts)).toMatchObject({ requeuedImports: 0 })
      const cancelled = {
        status: 'CANCELLED',
        problem: { code: 'CANCELLED', text: 'The import was cancelled. Nothing was changed.' },
        finishedAt: expect.any(String),
      }
      expect(await company.importRecord(importId)).toMatchObject(cancelled)
      await server.operator.imports.retry({ companyId: company.id, importId })
      expect(await server.queue.ended(company.id, importId)).toMatchObject({ status: 'PUBLISHED' })
      await company.undo(importId)
    },
  )

  test('an import that was to be cancelled when its process left is not left to the next one', async () => {
    const company = await server.company()
    const { accounts, reports } = server.services
    const importId = await company.queue('one.txt', file())
    const open = reports.open.bind(reports)
    reports.open = async (...which) => {
      void server.queue.close()
      await requestCancel(accounts, (await getCompany(accounts, company.id))!, importId)
      return open(...which)
    }
    await server.queue.add(company.id, importId)
    await server.queue.close()
    expect(await company.importRecord(importId)).toMatchObject({
      status: 'CANCELLED',
      problem: { code: 'CANCELLED' },
      finishedAt: expect.any(String),
    })
  })

  formTest(
    'an import of others is one that does not exist, whatever is asked of it, and goes on',
    async () => {
      const owner = await server.company()
      const stranger = await server.company()
      const published = (await owner.import('published.txt', file())).id
      const running = await owner.queue('running.txt', file())
      const { reports } = server.services
      const open = reports.open.bind(reports)
      let goOn!: () => void
      reports.open = async (...which) => {
        const signal = which[2]!
        await new Promise<void>((resolve, reject) => {
          goOn = resolve
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        })
        return open(...which)
      }
      const ended = server.queue.add(owner.id, running)
      await expect
        .poll(async () => (await owner.importRecord(running)).status, { timeout: 20_000 })
        .toBe('RUNNING')

      const { imports, threefinAdmin } = server.operator
      const mutations = proceduresOf()
        .filter(({ name, kind }) => name.startsWith('imports.') && kind === 'mutation')
        .map(({ name }) => name.slice('imports.'.length))
      expect(mutations).toEqual(['answer', 'cancel', 'dismiss', 'getDownloadTicket', 'retry', 'undo'])
      const call = imports as unknown as Record<string, (input: object) => Promise<unknown>>
      for (const importId of [running, published, 9_000_000])
        for (const name of mutations) {
          const input = { companyId: stranger.id, importId, ...(name === 'answer' && { marketplace: 'DE' }) }
          await expect(call[name]!(input), name).rejects.toMatchObject({ cause: { code: 'IMPORT_UNKNOWN' } })
        }

      expect(await threefinAdmin.getAuditLog({ company: stranger.id, subject: 'import' })).toMatchObject({
        entries: [],
      })
      expect((await owner.importRecord(running)).status).toBe('RUNNING')
      goOn()
      expect(await ended).toMatchObject({ status: 'PUBLISHED' })
      expect((await owner.importRecord(published)).status).toBe('PUBLISHED')
    },
  )

  formTest('an import tells of each of its phases, in their order', async () => {
    const { db } = server.services.accounts
    await db.execute('create table told (nth serial, progress jsonb)')
    await db.execute(
      `create function note_progress() returns trigger language plpgsql as $$ begin
         insert into told (progress) values (new.progress);
         return new;
       end $$`,
    )
    await db.execute(
      `create trigger note_progress after update on imports for each row
       when (new.progress is distinct from old.progress) execute function note_progress()`,
    )
    await (await server.company()).import('one.txt', file())
    const { rows } = (await db.execute('select progress from told order by nth')) as unknown as {
      rows: { progress: { phase: string } | null }[]
    }
    const told = rows.map(({ progress }) => progress)
    expect(told.at(-1)).toBeNull()
    // However often it tells of the reading, which takes as long as the machine does.
    expect([...new Set(told.flatMap((progress) => progress?.phase ?? []))]).toEqual(ImportPhase.options)
    for (const progress of told.slice(0, -1))
      expect(progress).toEqual({ phase: expect.any(String), bytesRead: expect.any(Number) })
  })

  test('an import that waits is cancelled at once', async () => {
    const company = await server.company()
    const importId = await company.queue('one.txt', file())
    await server.operator.imports.cancel({ companyId: company.id, importId })
    expect(await server.queue.add(company.id, importId)).toMatchObject({ status: 'CANCELLED' })
  })

  test('a process that leaves gives its import back, and that is no crash', async () => {
    const company = await server.company()
    const importId = await company.queue('one.txt', file())
    const { reports } = server.services
    const open = reports.open.bind(reports)
    reports.open = async (...which) => {
      void server.queue.close()
      return open(...which)
    }
    await server.queue.add(company.id, importId)
    await server.queue.close()
    expect(await company.importRecord(importId)).toMatchObject({ status: 'QUEUED' })
    const { unfinishedAttempts } = (await server.services.accounts.db.query.imports.findFirst())!
    expect(unfinishedAttempts).toBe(0)
  })

  formTest('a refused file is kept for a week and then deleted, unless it was handed in again', async () => {
    const company = await server.company()
    const refused = await company.import('odd.txt', 'no report at all')
    const taken = await company.import('good.txt', file())
    expect([refused.status, taken.status]).toEqual(['REFUSED', 'PUBLISHED'])
    const kept = () => server.services.files.list(company.id)
    server.now = new Date(Date.now() + 6 * 24 * 3_600_000)
    await deleteRefusedFiles(server.services)
    expect(await kept()).toHaveLength(2)
    server.now = new Date(Date.now() + 8 * 24 * 3_600_000)
    await deleteRefusedFiles(server.services)
    expect(await kept()).toEqual([taken.sha256])
    expect((await accountsFigures(server.services.accounts)).fileBytes).toBe(taken.bytes)
  })
})
