import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createCompany,
  deleteCompany,
  dumpAccounts,
  ensureSellerAccount,
  getCompany,
  listCompanies,
  liveImports,
  openAccounts,
  openVersion,
  publish,
  queueImport,
  recordAudit,
  restoreAccounts,
  startImport,
  tables,
  withCompanyLock,
  type Accounts,
  type Company,
} from './index.ts'
import { createTestDatabase, seedDataDir, TEST_ENGINES } from './testing.ts'
import { formTest, formsOf } from '#test/support/drawn-cases.ts'

let directory: string
let opened: Accounts[] = []
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sextant-backup-'))
})
afterEach(async () => {
  await Promise.all(opened.map((accounts) => accounts.close()))
  opened = []
  await rm(directory, { recursive: true })
})

type Place = { dataDir: string; databaseUrl?: string | undefined }

async function place(engine: string, name: string): Promise<Place> {
  const dataDir = join(directory, name)
  if (engine === 'postgresql') return { dataDir, databaseUrl: await createTestDatabase() }
  await seedDataDir(dataDir)
  return { dataDir }
}

async function open(where: Place): Promise<Accounts> {
  const accounts = await openAccounts(where)
  opened.push(accounts)
  return accounts
}

async function close(accounts: Accounts): Promise<void> {
  opened = opened.filter((other) => other !== accounts)
  await accounts.close()
}

/** A store with something in every table, and values that are easily spoilt on the way. */
async function fill(accounts: Accounts): Promise<Company> {
  const company = await createCompany(accounts, { name: 'Zoë "Quote" \\ & Söhne\n第二行 \u{1F9ED}' })
  const seller = await ensureSellerAccount(accounts, company, {
    name: 'EU',
    region: 'EUROPE',
    homeMarketplace: 'DE',
  })
  await recordAudit(accounts, {
    actor: 'operator',
    action: 'demo.create',
    details: { text: '{"end":\n', none: null },
  })
  return withCompanyLock(accounts, company.id, async () => {
    const { id } = await queueImport(accounts, company, {
      fileName: 'a\tb.txt',
      fileSha256: 'a',
      fileBytes: Number.MAX_SAFE_INTEGER,
      requested: { account: 'EU' },
    })
    await openVersion(accounts, company)
    const version = (await startImport(accounts, company, id))!
    await accounts.db
      .update(tables.imports)
      .set({ sellerAccountId: seller.id, result: { deep: [1.5, '0.10', null] } })
    const after = await publish(accounts, {
      company,
      version,
      kind: 'IMPORT',
      importId: id,
      settings: { establishmentCountry: 'DE' },
      note: { why: 'test' },
    })
    await openVersion(accounts, company)
    return after
  })
}

async function everything(accounts: Accounts): Promise<Record<string, unknown[]>> {
  const {
    companies,
    sellerAccounts,
    imports,
    publications,
    deadVersions,
    openVersions,
    settingsHistory,
    tombstones,
    auditLog,
  } = tables
  const all = {
    companies,
    sellerAccounts,
    imports,
    publications,
    deadVersions,
    openVersions,
    settingsHistory,
    tombstones,
    auditLog,
  }
  const rows = await Promise.all(
    Object.entries(all).map(async ([name, table]) => [name, await accounts.db.select().from(table)] as const),
  )
  return Object.fromEntries(rows)
}

const pairs = TEST_ENGINES.flatMap((from) => TEST_ENGINES.map((to) => [from, to] as const))

describe.each(formsOf(pairs, 2))('from %s to %s', (from, to) => {
  test('a dump brings everything over, and versions go on above the old ones', async () => {
    const source = await open(await place(from, 'source'))
    const company = await fill(source)
    const file = join(directory, 'dump.jsonl.gz')
    const { rows } = await dumpAccounts(source, file)

    const target = await place(to, 'target')
    expect(await restoreAccounts({ ...target, file })).toEqual({ rows })
    const restored = await open(target)
    const original = await everything(source)
    expect(await everything(restored)).toEqual(original)
    expect(Object.values(original).flat()).toHaveLength(rows)
    for (const [name, present] of Object.entries(original)) {
      expect([name, present.length > 0]).toEqual([name, name !== 'tombstones'])
    }

    const [before] = await source.db.select().from(tables.openVersions)
    const next = await withCompanyLock(restored, company.id, () => openVersion(restored, company))
    expect(next).toBe(before!.version + 1)
    await recordAudit(restored, { actor: 'operator', action: 'installation.restore' })
  })
})

describe.each(formsOf(TEST_ENGINES, 1))('restoring to %s', (engine) => {
  formTest('of an older state, where two people have one address, neither keeps it', async () => {
    const source = await open(await place(engine, 'source'))
    await source.db.execute(sql`alter table users drop constraint users_email`)
    for (const [subject, email] of [
      ['a', 'ada@example.com'],
      ['b', 'ada@example.com'],
      ['c', 'eve@example.com'],
    ])
      await source.db.insert(tables.users).values({ poolId: 'pool', subject: subject!, email: email! })
    const file = join(directory, 'old.jsonl.gz')
    await dumpAccounts(source, file)
    const target = await place(engine, 'target')
    await restoreAccounts({ ...target, file })
    const restored = await (await open(target)).db.select().from(tables.users)
    expect(Object.fromEntries(restored.map(({ subject, email }) => [subject, email]))).toEqual({
      a: null,
      b: null,
      c: 'eve@example.com',
    })
  })

  formTest('of an older state, a column that is gone is left out, and its rows come over', async () => {
    const source = await open(await place(engine, 'source'))
    const company = await createCompany(source, { name: 'Acme' })
    const consent = { companyId: company.id, provider: 'SELLING_PARTNER', region: 'EUROPE' } as const
    await source.db.insert(tables.connections).values({
      ...consent,
      id: 'selling',
      marketplaces: ['DE'],
      refreshToken: 'sealed',
      authorisedAt: new Date('2026-01-01T00:00:00Z'),
      createdBy: 'somebody',
    })
    await source.db.insert(tables.syncTasks).values({
      companyId: company.id,
      connectionId: 'selling',
      source: 'orders',
      firstDay: '2026-01-01',
      lastDay: '2026-01-31',
      priority: 1,
      notBefore: new Date('2026-02-01T00:00:00Z'),
    })
    await source.db.execute(`alter table sync_tasks add column document_id text default 'of Amazon'`)
    const file = join(directory, 'old.jsonl.gz')
    await dumpAccounts(source, file)
    const target = await place(engine, 'target')
    await restoreAccounts({ ...target, file })
    const restored = await open(target)
    expect(await restored.db.select().from(tables.syncTasks)).toEqual(
      await source.db.select().from(tables.syncTasks),
    )
  })

  formTest('companies in the target are refused, or replaced as a whole, but never resurrected', async () => {
    const where = await place(engine, 'data')
    const first = await open(where)
    const [kept, deleted] = [
      await createCompany(first, { name: 'Kept' }),
      await createCompany(first, { name: 'Deleted' }),
    ]
    const file = join(directory, 'dump.jsonl.gz')
    await dumpAccounts(first, file)
    await withCompanyLock(first, deleted.id, () => deleteCompany(first, deleted.id))
    await createCompany(first, { name: 'Later' })
    const versionBefore = await withCompanyLock(first, kept.id, () => openVersion(first, kept))
    await close(first)

    await expect(restoreAccounts({ ...where, file })).rejects.toMatchObject({
      code: 'RESTORE_TARGET_NOT_EMPTY',
    })
    await restoreAccounts({ ...where, file, replace: true })

    const restored = await open(where)
    expect(await listCompanies(restored)).toEqual([kept])
    expect((await restored.db.select().from(tables.tombstones)).map((row) => row.companyId)).toEqual([
      deleted.id,
    ])
    const next = await withCompanyLock(restored, kept.id, () => openVersion(restored, kept))
    expect(next).toBeGreaterThan(versionBefore)
  })

  test('a file that is cut, damaged, foreign or newer changes nothing', async () => {
    const where = await place(engine, 'data')
    const accounts = await open(where)
    const company = await fill(accounts)
    const file = join(directory, 'dump.jsonl.gz')
    await dumpAccounts(accounts, file)
    await close(accounts)

    const bytes = await readFile(file)
    const text = gunzipSync(bytes).toString()
    const broken = {
      cut: bytes.subarray(0, bytes.length - 20),
      'cut at a line': gzipSync(text.slice(0, text.lastIndexOf('{"end":'))),
      damaged: Buffer.from(bytes).fill(0, 100, 200),
      empty: Buffer.alloc(0),
      'not gzip': Buffer.from('company;name\n'),
      foreign: gzipSync('{"some":"json"}\n'),
      'not JSON': gzipSync('company;name\n'),
      newer: gzipSync(text.replace('"establishment_country"', '"invented_column"')),
    }
    for (const [name, content] of Object.entries(broken)) {
      await writeFile(file, content)
      const attempt = await restoreAccounts({ ...where, file, replace: true }).catch(
        (error: unknown) => error,
      )
      expect([name, (attempt as { code?: string }).code]).toEqual([name, 'RESTORE_FILE_UNUSABLE'])
    }
    const untouched = await open(where)
    expect(await getCompany(untouched, company.id)).toEqual(company)
    expect(await liveImports(untouched, company)).toHaveLength(1)
  })
})

formTest('thousands of rows pass in batches', async () => {
  const source = await open(await place('pglite', 'source'))
  const many = Array.from({ length: 2_345 }, (_, n) => ({ actor: `a${n}`, action: 'MANY' }))
  await source.db.insert(tables.auditLog).values(many)
  const file = join(directory, 'dump.jsonl.gz')
  expect(await dumpAccounts(source, file)).toEqual({ rows: many.length })
  const target = await place('pglite', 'target')
  await restoreAccounts({ ...target, file })
  expect(await everything(await open(target))).toEqual(await everything(source))
})

describe('snapshots of PGlite', () => {
  const snapshotDirectory = () => join(directory, 'data', 'snapshots')
  const names = async () => (await readdir(snapshotDirectory()).catch((): string[] => [])).sort()

  test('one is written when something changed, and none when nothing did, also across a restart', async () => {
    const where = await place('pglite', 'data')
    const first = await open(where)
    await createCompany(first, { name: 'A' })
    await close(first)
    expect(await names()).toHaveLength(1)

    await close(await open(where))
    expect(await names()).toHaveLength(1)

    const again = await open(where)
    again.startHourlySnapshots(20)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await names()).toHaveLength(1)
    await createCompany(again, { name: 'B' })
    await expect.poll(names).toHaveLength(2)
    await close(again)
    expect(await names()).toHaveLength(2)
  })

  formTest(
    'the newest replaces a directory that a power loss has destroyed, which is put aside',
    async () => {
      const where = await place('pglite', 'data')
      const accounts = await open(where)
      const company = await fill(accounts)
      const file = (await accounts.snapshot())!
      await close(accounts)
      for (const part of ['base', 'pg_wal', 'global'])
        await rm(join(where.dataDir, 'accounts', part), { recursive: true })

      await expect(openAccounts(where)).rejects.toThrow('restore the newest file of')
      await expect(restoreAccounts({ ...where, file })).rejects.toMatchObject({ code: 'DATABASE_UNUSABLE' })
      await restoreAccounts({ ...where, file, replace: true })

      expect(await getCompany(await open(where), company.id)).toEqual(company)
      expect(
        (await readdir(where.dataDir)).filter((name) => name.startsWith('accounts-damaged-')),
      ).toHaveLength(1)
    },
  )

  test('the last 24 are kept', async () => {
    await mkdir(snapshotDirectory(), { recursive: true })
    const old = Array.from({ length: 30 }, (_, n) => `accounts-2020-01-01T00-00-${n + 10}.000Z.jsonl.gz`)
    for (const name of old) await writeFile(join(snapshotDirectory(), name), '')
    await writeFile(join(snapshotDirectory(), 'mine.txt'), '')
    const accounts = await open(await place('pglite', 'data'))
    const written = (await accounts.snapshot())!

    const left = await names()
    expect(left).toHaveLength(25)
    expect(left.slice(0, 23)).toEqual(old.slice(7))
    expect(written).toBe(join(snapshotDirectory(), left[23]!))
  })
})
