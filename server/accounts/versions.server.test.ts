import { AsyncResource } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  nextQueuedImport,
  abandonVersion,
  createCompany,
  disownUnknownVersions,
  endImport,
  findLiveImport,
  getCompany,
  getImport,
  listImports,
  liveImports,
  openAccounts,
  openVersion,
  publish,
  queueImport,
  recoverAfterCrash,
  releaseImport,
  reportProgress,
  requeueImport,
  startImport,
  updateImport,
  withCompanyLock,
  type Accounts,
  type Company,
} from './index.ts'
import { createTestDatabase, openTestAccounts, TEST_ENGINES } from './testing.ts'

// Another part of the program, which does not run on behalf of a writer.
const elsewhere = new AsyncResource('elsewhere')

describe.each(TEST_ENGINES)('versions on %s', (engine) => {
  let accounts: Accounts
  beforeAll(async () => (accounts = await openTestAccounts(engine)))
  afterAll(() => accounts.close())

  const given = (name: string) => createCompany(accounts, { name })
  const reload = async (company: Company) => (await getCompany(accounts, company.id))!
  const queue = (company: Company, fileSha256: string) =>
    queueImport(accounts, company, { fileName: `${fileSha256}.txt`, fileSha256, fileBytes: 10 })

  async function importFile(company: Company, sha256: string): Promise<{ id: number; company: Company }> {
    return withCompanyLock(accounts, company.id, async () => {
      const { id } = await queue(company, sha256)
      const version = (await startImport(accounts, company, id))!
      return { id, company: await publish(accounts, { company, version, kind: 'IMPORT', importId: id }) }
    })
  }
  const undo = (company: Company, importId: number) =>
    withCompanyLock(accounts, company.id, async () =>
      publish(accounts, { company, version: await openVersion(accounts, company), kind: 'UNDO', importId }),
    )

  test('readers see a version when it is published, with everything that belongs to it', async () => {
    const company = await given('Publish')
    await withCompanyLock(accounts, company.id, async () => {
      const { id } = await queue(company, 'file')
      const version = (await startImport(accounts, company, id))!
      await updateImport(accounts, company, id, { reportType: 'SETTLEMENT_V2', result: { rows: 3 } })
      expect(await reload(company)).toEqual(company)

      const after = await publish(accounts, {
        company,
        version,
        kind: 'IMPORT',
        importId: id,
        settings: { establishmentCountry: 'DE' },
      })
      expect(after).toMatchObject({ publishedVersion: version, establishmentCountry: 'DE' })
      expect(await reload(company)).toEqual(after)
      expect(await getImport(accounts, company, id)).toMatchObject({
        status: 'PUBLISHED',
        attemptVersion: version,
        publishedVersion: version,
        reportType: 'SETTLEMENT_V2',
        result: { rows: 3 },
      })
    })
  })

  test('how far an attempt is stands there while it runs, and not when it is told too late', async () => {
    const company = await given('Late')
    const progress = { phase: 'READING', bytesRead: 5 } as const
    await withCompanyLock(accounts, company.id, async () => {
      const { id } = await queue(company, 'late')
      const told = async (attemptVersion: number) => {
        await reportProgress(accounts, company, { id, attemptVersion }, progress)
        return (await getImport(accounts, company, id))!.progress
      }
      const first = (await startImport(accounts, company, id))!
      expect(await told(first)).toEqual(progress)
      await releaseImport(accounts, company, id, { attemptVersion: first, counts: false })
      expect(await told(first)).toBeNull()
      const second = (await startImport(accounts, company, id))!
      expect([await told(first), await told(second)]).toEqual([null, progress])
      await endImport(accounts, company, id, 'FAILED')
      expect(await told(second)).toBeNull()
    })
  })

  test('versions grow over all companies and writers', async () => {
    const [a, b] = [await given('A'), await given('B')]
    const versions = []
    for (const company of [a, b, a, b]) {
      versions.push(await withCompanyLock(accounts, company.id, () => openVersion(accounts, company)))
    }
    expect(versions).toEqual(versions.toSorted((x, y) => x - y))
    expect(new Set(versions).size).toBe(4)
  })

  test('a version is opened only by the one writer', async () => {
    await expect(openVersion(accounts, await given('Free'))).rejects.toThrow('inside withCompanyLock')
  })

  test('a version that was given up, or left by its writer, is dead and cannot be published', async () => {
    const company = await given('Dead')
    const [abandoned, left, published] = await withCompanyLock(accounts, company.id, async () => {
      const first = await openVersion(accounts, company)
      await abandonVersion(accounts, company, first, 'cancelled')
      const second = await openVersion(accounts, company)
      const third = await openVersion(accounts, company)
      await publish(accounts, { company, version: third, kind: 'EDIT' })
      return [first, second, third]
    })
    for (const version of [abandoned!, left!]) {
      await expect(publish(accounts, { company, version, kind: 'EDIT' })).rejects.toMatchObject({
        code: 'VERSION_LOST',
      })
    }
    expect(await reload(company)).toMatchObject({
      publishedVersion: published,
      deadVersions: [abandoned, left],
    })
  })

  test('a failing publication changes nothing', async () => {
    const company = await given('Atomic')
    const first = await importFile(company, 'same')
    await withCompanyLock(accounts, company.id, async () => {
      const second = await queue(company, 'same')
      const version = (await startImport(accounts, company, second.id))!
      await expect(
        publish(accounts, {
          company,
          version,
          kind: 'IMPORT',
          importId: second.id,
          settings: { name: 'No' },
        }),
      ).rejects.toMatchObject({ code: 'FILE_ALREADY_LIVE' })

      expect(await reload(company)).toEqual(first.company)
      // The version is still open: the import can be ended in good order.
      await endImport(accounts, company, second.id, 'ALREADY_KNOWN')
      expect((await reload(company)).deadVersions).toEqual([version])
    })
    await expect(
      publish(accounts, { company, version: 1, kind: 'UNDO', importId: first.id }),
    ).rejects.toThrow()
  })

  test('an import is published only under the version of its own attempt, and settings change nothing else', async () => {
    const company = await given('Strict')
    const sneaky = { name: 'Renamed', id: 'other', isDemo: true }
    await withCompanyLock(accounts, company.id, async () => {
      const { id } = await queue(company, 'x')
      await startImport(accounts, company, id)
      const version = await openVersion(accounts, company)
      await expect(
        publish(accounts, { company, version, kind: 'IMPORT', importId: id }),
      ).rejects.toMatchObject({ code: 'IMPORT_NOT_READY' })
      await publish(accounts, { company, version, kind: 'EDIT', settings: sneaky })
      await endImport(accounts, company, id, 'FAILED')
    })
    expect(await reload(company)).toMatchObject({ id: company.id, name: 'Renamed', isDemo: false })
  })

  test('an undone import counts before its undoing and not after, and its file may come again', async () => {
    const company = await given('Undo')
    const a = await importFile(company, 'a')
    const b = await importFile(company, 'b')
    const undone = await undo(company, a.id)
    const again = await importFile(company, 'a')

    const live = async (version?: number) =>
      (await liveImports(accounts, again.company, version)).map((row) => row.id)
    expect(await live(0)).toEqual([])
    expect(await live(a.company.publishedVersion)).toEqual([a.id])
    expect(await live(b.company.publishedVersion)).toEqual([a.id, b.id])
    expect(await live(undone.publishedVersion)).toEqual([b.id])
    expect(await live()).toEqual([b.id, again.id])
    expect((await findLiveImport(accounts, company, 'a'))?.id).toBe(again.id)
    await expect(undo(company, a.id)).rejects.toMatchObject({ code: 'IMPORT_NOT_READY' })
  })

  test('one import goes through question, answer, failure and another try under the same id', async () => {
    const company = await given('Retry')
    const { id } = await queueImport(accounts, company, {
      fileName: 'f',
      fileSha256: 'f',
      fileBytes: 1,
      requested: { marketplace: 'DE' },
    })
    const attempts: number[] = []
    await withCompanyLock(accounts, company.id, async () => {
      attempts.push((await startImport(accounts, company, id))!)
      expect(await startImport(accounts, company, id)).toBeUndefined()
      await endImport(accounts, company, id, 'NEEDS_ANSWER', { code: 'WHICH_ACCOUNT', text: 'Whose?' })
      expect(await startImport(accounts, company, id)).toBeUndefined()
      const requeued = await requeueImport(accounts, company, id, { account: 'EU' })
      expect(requeued).toMatchObject({
        status: 'QUEUED',
        problem: null,
        requested: { account: 'EU', marketplace: 'DE' },
      })
      attempts.push((await startImport(accounts, company, id))!)
      await endImport(accounts, company, id, 'FAILED')
      await requeueImport(accounts, company, id)
      const last = (await startImport(accounts, company, id))!
      await publish(accounts, { company, version: last, kind: 'IMPORT', importId: id })
    })
    expect(await reload(company)).toMatchObject({ deadVersions: attempts })
    await expect(endImport(accounts, company, id, 'CANCELLED')).rejects.toMatchObject({
      code: 'IMPORT_NOT_READY',
    })
    await expect(requeueImport(accounts, company, id)).rejects.toMatchObject({ code: 'IMPORT_NOT_READY' })
  })

  test('a cancelled import that still waits never starts', async () => {
    const company = await given('Cancel')
    const { id } = await queue(company, 'x')
    expect(await nextQueuedImport(accounts, company.id)).toBe(id)
    await endImport(accounts, company, id, 'CANCELLED')
    expect(await nextQueuedImport(accounts, company.id)).toBeUndefined()
    expect(
      await withCompanyLock(accounts, company.id, () => startImport(accounts, company, id)),
    ).toBeUndefined()
  })

  test('imports are listed newest first, page by page, and only to their company', async () => {
    const [company, other] = [await given('List'), await given('Other')]
    const ids = []
    for (const sha of ['1', '2', '3']) ids.unshift((await queue(company, sha)).id)
    await queue(other, '4')
    const page = await listImports(accounts, company, { limit: 2, offset: 1 })
    expect([page.imports.map((row) => row.id), page.total]).toEqual([ids.slice(1), 3])
    expect(await getImport(accounts, other, ids[0]!)).toBeUndefined()
    await expect(endImport(accounts, other, ids[0]!, 'CANCELLED')).rejects.toMatchObject({
      code: 'IMPORT_NOT_READY',
    })
  })

  test('after a crash, what was being written is dead and its imports wait again', async () => {
    const company = await given('Crash')
    const { id } = await queue(company, 'x')
    // A writer that vanishes: it neither publishes nor ends.
    const lost = await withCompanyLock(accounts, company.id, () => startImport(accounts, company, id))

    expect(await recoverAfterCrash(accounts)).toMatchObject({ requeuedImports: 1 })
    expect(await reload(company)).toMatchObject({ publishedVersion: 0, deadVersions: [lost] })
    expect(await getImport(accounts, company, id)).toMatchObject({
      id,
      status: 'QUEUED',
      attemptVersion: null,
    })
    expect(await recoverAfterCrash(accounts)).toEqual({ deadVersions: 0, requeuedImports: 0 })
  })

  test('recovery leaves alone what is being written right now', async () => {
    const company = await given('Alive')
    const { id } = await queue(company, 'x')
    await withCompanyLock(accounts, company.id, async () => {
      const version = (await startImport(accounts, company, id))!
      await elsewhere.runInAsyncScope(() => recoverAfterCrash(accounts))
      await publish(accounts, { company, version, kind: 'IMPORT', importId: id })
    })
    expect(await reload(company)).toMatchObject({ deadVersions: [] })
  })

  test('versions in the warehouse that nobody here knows are dead, and never given out', async () => {
    const { company } = await importFile(await given('Restored'), 'x')
    const known = company.publishedVersion
    const found = [known, known + 500, known + 500, known + 700].map((version) => ({
      companyId: company.id,
      version,
    }))
    found.push({ companyId: 'no company any more', version: known + 900 })

    expect(await disownUnknownVersions(accounts, found)).toBe(2)
    expect(await disownUnknownVersions(accounts, found)).toBe(0)
    expect(await reload(company)).toMatchObject({
      publishedVersion: known,
      deadVersions: [known + 500, known + 700],
    })
    const next = await withCompanyLock(accounts, company.id, () => openVersion(accounts, company))
    expect(next).toBeGreaterThan(known + 900)
  })

  test('one writer per company: others wait their turn, other companies do not', async () => {
    const [a, b] = [await given('A'), await given('B')]
    const order: string[] = []
    let isHeld = () => {}
    const held = new Promise<void>((resolve) => (isHeld = resolve))
    await Promise.all([
      withCompanyLock(accounts, a.id, async () => {
        order.push('first of A')
        isHeld()
        await withCompanyLock(accounts, b.id, async () => void order.push('B'))
        await sleep(100)
        order.push('first of A is done')
      }),
      held.then(() => withCompanyLock(accounts, a.id, async () => void order.push('second of A'))),
    ])
    expect(order).toEqual(['first of A', 'B', 'first of A is done', 'second of A'])
  })

  test('a lock is given back when its work fails, and refused to who holds it already', async () => {
    const { id } = await given('Fails')
    await expect(withCompanyLock(accounts, id, () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    )
    await withCompanyLock(accounts, id, async () => {
      await expect(withCompanyLock(accounts, id, async () => {})).rejects.toThrow('already held')
    })
  })

  test('what is begun under a lock and goes on after it does not hold it', async () => {
    const { id } = await given('Outlived')
    let goOn = () => {}
    const over = new Promise<void>((resolve) => (goOn = resolve))
    let outlives: Promise<string[]> | undefined
    await withCompanyLock(accounts, id, async () => {
      outlives = over.then(() => withCompanyLock(accounts, id, async () => ['its own turn']))
    })
    goOn()
    expect(await outlives).toEqual(['its own turn'])
  })

  test('twenty writers of one company publish one after the other', async () => {
    const company = await given('Busy')
    const published: number[] = []
    await Promise.all(
      Array.from({ length: 20 }, () =>
        withCompanyLock(accounts, company.id, async () => {
          const version = await openVersion(accounts, company)
          published.push((await publish(accounts, { company, version, kind: 'EDIT' })).publishedVersion)
        }),
      ),
    )
    expect(published).toEqual(published.toSorted((x, y) => x - y))
    expect(await reload(company)).toMatchObject({ publishedVersion: published.at(-1), deadVersions: [] })
  })
})

describe.runIf(TEST_ENGINES.includes('postgresql'))('several processes on one PostgreSQL', () => {
  let databaseUrl: string
  let processes: Accounts[] = []
  beforeAll(async () => {
    databaseUrl = await createTestDatabase()
    processes = await Promise.all([1, 2, 3].map(() => openAccounts({ dataDir: '', databaseUrl })))
  })
  afterAll(() => Promise.all(processes.map((accounts) => accounts.close())))

  test('they start at once on an empty database, and share the lock of a company', async () => {
    const company = await createCompany(processes[0]!, { name: 'Shared' })
    let writers = 0
    let most = 0
    await Promise.all(
      processes.flatMap((accounts) =>
        Array.from({ length: 5 }, () =>
          withCompanyLock(accounts, company.id, async () => {
            most = Math.max(most, ++writers)
            await sleep(5)
            writers--
          }),
        ),
      ),
    )
    expect(most).toBe(1)
  })

  test('they count together what comes from an address, and forget it together', async () => {
    const counters = processes.map((accounts) => accounts.counter('call', 60))
    const counted: number[] = []
    for (const counter of [...counters, ...counters]) counted.push(await counter.add('203.0.113.7'))
    expect(counted).toEqual([1, 2, 3, 4, 5, 6])
    await counters[0]!.forget('203.0.113.7')
    expect(await counters[1]!.has('203.0.113.7')).toBe(false)
    expect(await counters[2]!.add('203.0.113.7')).toBe(1)
  })

  test('a starting process leaves the versions of the others alone', async () => {
    const [one, two] = processes as [Accounts, Accounts]
    const company = await createCompany(one, { name: 'Theirs' })
    await withCompanyLock(one, company.id, async () => {
      const version = await openVersion(one, company)
      expect(await recoverAfterCrash(two)).toEqual({ deadVersions: 0, requeuedImports: 0 })
      await publish(one, { company, version, kind: 'EDIT' })
    })
  })

  test('a writer whose lock is lost hears it and cannot publish over its successor', async () => {
    const [one, two] = processes as [Accounts, Accounts]
    const company = await createCompany(one, { name: 'Cut off' })
    await withCompanyLock(one, company.id, async (signal) => {
      const version = await openVersion(one, company)
      await two.db.execute(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`,
      )
      await expect.poll(() => signal.aborted).toBe(true)
      await withCompanyLock(two, company.id, async () => {
        await publish(two, { company, version: await openVersion(two, company), kind: 'EDIT' })
      })
      await expect(publish(one, { company, version, kind: 'EDIT' })).rejects.toMatchObject({
        code: 'VERSION_LOST',
      })
    })
    expect((await getCompany(one, company.id))!.deadVersions).toHaveLength(1)
  })
})
