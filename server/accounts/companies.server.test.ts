import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { DEFAULT_REPLENISHMENT, DEFAULT_WASTED_CLICK_THRESHOLD } from '#contract/company-settings.ts'
import { LineMappings, type LineMapping } from '#contract/line-mappings.ts'
import { LICENCES } from '#contract/licences.ts'
import {
  AccountsError,
  companyAsOf,
  companiesAsClosed,
  companyAtVersion,
  createCompany,
  deleteCompany,
  ensureSellerAccount,
  getCompany,
  listCompanies,
  listSellerAccounts,
  mappingEdits,
  markCleared,
  openVersion,
  publish,
  queueImport,
  recordAudit,
  startImport,
  settingsEdits,
  tables,
  uncleared,
  withCompanyLock,
  type Accounts,
  type Company,
  type CompanySettings,
} from './index.ts'
import { migrationsFolder } from './open.ts'
import { openTestAccounts, TEST_ENGINES } from './testing.ts'

describe.each(TEST_ENGINES)('companies on %s', (engine) => {
  let accounts: Accounts
  beforeAll(async () => (accounts = await openTestAccounts(engine)))
  afterAll(() => accounts.close())

  const edit = (company: Company, settings: Partial<CompanySettings>) =>
    withCompanyLock(accounts, company.id, async () =>
      publish(accounts, { company, version: await openVersion(accounts, company), kind: 'EDIT', settings }),
    )

  test('a new company has the defaults, is empty, and is found', async () => {
    const company = await createCompany(accounts, { name: 'Northwind' })
    expect(company).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Northwind',
      isDemo: false,
      publishedVersion: 0,
      deadVersions: [],
      shard: null,
      establishmentCountry: null,
      feeVatRecoverable: true,
      defaultCurrency: null,
      fxPolicy: 'DAILY',
      vatRates: [],
      replenishment: DEFAULT_REPLENISHMENT,
      wastedClickThreshold: DEFAULT_WASTED_CLICK_THRESHOLD,
      brandAliases: [],
      endedSales: [],
      lineMappings: [],
      closedMonths: [],
      licences: [...LICENCES],
    })
    expect(await getCompany(accounts, company.id)).toEqual(company)
    expect(await listCompanies(accounts)).toContainEqual(company)
    expect(await getCompany(accounts, 'nobody')).toBeUndefined()
  })

  test('what merely looks like a company is none, for the compiler', () => {
    expectTypeOf<Pick<Company, keyof Company>>().not.toExtend<Company>()
  })

  test('an earlier time gives the version and the settings of that time', async () => {
    const start = await createCompany(accounts, { name: 'Alt', defaultCurrency: 'EUR' })
    const before = new Date()
    const first = await edit(start, { establishmentCountry: 'DE' })
    const between = await publishedAt(first)
    await tick()
    const second = await edit(first, { establishmentCountry: 'AT', name: 'Neu', fxPolicy: 'LATEST' })
    const third = await edit(second, { name: 'Neuer' })

    const asOf = async (at: Date | number) => {
      const { publishedVersion, name, establishmentCountry, fxPolicy, defaultCurrency } = await companyAsOf(
        accounts,
        third,
        typeof at === 'number' ? at : at.toISOString(),
      )
      return [publishedVersion, name, establishmentCountry, fxPolicy, defaultCurrency]
    }
    expect(await asOf(new Date(before.getTime() - 1000))).toEqual([0, 'Alt', null, 'DAILY', 'EUR'])
    expect(await asOf(between)).toEqual([first.publishedVersion, 'Alt', 'DE', 'DAILY', 'EUR'])
    expect(await asOf(first.publishedVersion)).toEqual(await asOf(between))
    expect((await asOf(third.publishedVersion + 1_000))[0]).toBe(third.publishedVersion)
    expect((await asOf(0))[0]).toBe(0)
    expect(await asOf(await publishedAt(third))).toEqual([
      third.publishedVersion,
      'Neuer',
      'AT',
      'LATEST',
      'EUR',
    ])
    expect(await companyAtVersion(accounts, third, second.publishedVersion)).toEqual(second)
  })

  test('an edit that changes nothing leaves no history', async () => {
    const company = await createCompany(accounts, { name: 'Same' })
    await edit(company, { name: 'Same', feeVatRecoverable: true })
    const history = await accounts.db.query.settingsHistory.findMany({
      where: (row, { eq }) => eq(row.companyId, company.id),
    })
    expect(history).toEqual([])
  })

  test('settings that are lists have a history like every other, and the same list is no change', async () => {
    const start = await createCompany(accounts, { name: 'Lists' })
    const replenishment = {
      ...DEFAULT_REPLENISHMENT,
      leadTimeDays: 45,
      marketplaceLeadTimeDays: { US: 90, DE: 30 },
    }
    const vatRates = [{ marketplace: 'DE', validFrom: '2027-01-01', rate: '0.16' } as const]
    const first = await edit(start, { replenishment, vatRates })
    const second = await edit(first, { brandAliases: ['acme'] })
    expect(second).toMatchObject({ replenishment, vatRates, brandAliases: ['acme'] })
    // The database keeps the members of an object in an order of its own.
    const third = await edit(second, { replenishment: { ...replenishment }, vatRates: [...vatRates] })
    expect((await settingsEdits(accounts, third, { limit: 10 })).edits).toEqual([
      {
        id: expect.any(Number),
        changedAt: expect.any(String),
        changedBy: null,
        before: { brandAliases: [] },
        after: { brandAliases: ['acme'] },
      },
      {
        id: expect.any(Number),
        changedAt: expect.any(String),
        changedBy: null,
        before: { replenishment: DEFAULT_REPLENISHMENT, vatRates: [] },
        after: { replenishment, vatRates },
      },
    ])
    expect((await companyAtVersion(accounts, third, start.publishedVersion)).replenishment).toEqual(
      DEFAULT_REPLENISHMENT,
    )
  })

  test('closings push no setting out of its history, and each of them has the company as it was then', async () => {
    let company = await createCompany(accounts, { name: 'Old' })
    const closings: number[] = []
    for (const [index, name] of ['Renamed', 'Renamed again'].entries()) {
      for (const month of [`202${index}-01`, `202${index}-02`, `202${index}-03`]) {
        const closed = { month, version: company.publishedVersion, closedAt: '', closedBy: 'somebody' }
        closings.push(company.publishedVersion)
        company = await edit(company, { closedMonths: [...company.closedMonths, closed] })
      }
      company = await edit(company, { name, defaultCurrency: index === 0 ? 'GBP' : 'EUR' })
    }
    expect(
      (await settingsEdits(accounts, company, { limit: 2 })).edits.map(({ after }) => after['name']),
    ).toEqual(['Renamed again', 'Renamed'])
    const states = await companiesAsClosed(accounts, company, closings)
    expect([...states.keys()].toSorted((a, b) => a - b)).toEqual(closings)
    for (const version of closings) {
      const { name, defaultCurrency, closedMonths, publishedVersion } = states.get(version)!
      const then = await companyAtVersion(accounts, company, version)
      expect({ name, defaultCurrency, publishedVersion }).toEqual({
        name: then.name,
        defaultCurrency: then.defaultCurrency,
        publishedVersion: version,
      })
      expect(closedMonths).toEqual([])
      expect(then.closedMonths).toHaveLength(closings.indexOf(version))
    }
    expect([...states.values()].map(({ name }) => name).toReversed()).toEqual([
      'Old',
      'Old',
      'Old',
      'Renamed',
      'Renamed',
      'Renamed',
    ])
  })

  test('lines placed one after the other keep a history of what changed, and each version has its places', async () => {
    const long = (of: string) => of.padEnd(500, '·')
    const mapping = (name: string, validFrom: string, line: LineMapping['line'] = 'adjustments') => ({
      transactionType: long('Type'),
      amountType: long('Amount'),
      amountDescription: long(name),
      validFrom,
      line,
    })
    const NAMES = 475
    const many = Array.from({ length: NAMES }, (_, index) =>
      mapping(`Name ${1000 + index}`, '2025-01-01', 'monthlyStorageFees'),
    )
    let company = await createCompany(accounts, { name: 'Placed', lineMappings: many })
    const start = company
    const steps: Company[] = []
    for (let step = 0; step < 40; step++) {
      const places = Array.from({ length: step % 20 }, (_, day) => mapping('Zero', `2025-02-${day + 10}`))
      company = await edit(company, { lineMappings: LineMappings.parse([...many, ...places]) })
      if (step % 20 === 7) steps.push(company)
    }
    const stored = async () =>
      accounts.db.query.settingsHistory.findMany({ where: (row, { eq }) => eq(row.companyId, company.id) })
    expect(JSON.stringify(await stored()).length).toBeLessThan(40 * 2 * 20 * 1_700)

    const asThen = async () => {
      for (const then of [start, ...steps])
        expect(await companyAtVersion(accounts, company, then.publishedVersion)).toEqual(then)
      const states = await companiesAsClosed(
        accounts,
        company,
        steps.map(({ publishedVersion }) => publishedVersion),
      )
      expect([...states.values()].map(({ lineMappings }) => lineMappings)).toEqual(
        steps.map(({ lineMappings }) => lineMappings).toReversed(),
      )
      const [newest, ...older] = await mappingEdits(accounts, company, 30)
      expect(older).toHaveLength(29)
      expect(newest).toMatchObject({
        amountDescription: long('Zero'),
        before: { length: 18 },
        after: { length: 19 },
      })
    }
    await asThen()
    const seen: number[] = []
    for (let cursor: number | undefined, hasMore = true; hasMore; cursor = seen.at(-1)) {
      const page = await settingsEdits(accounts, company, { cursor, limit: 50 })
      expect(JSON.stringify(page).length).toBeLessThan(500_000)
      expect(page.edits[0]!.after.lineMappings!.first.length).toBeLessThanOrEqual(10)
      seen.push(...page.edits.map(({ id }) => id))
      hasMore = page.hasMore
    }
    expect(seen).toEqual((await stored()).map(({ version }) => version).toSorted((a, b) => b - a))

    // As it was kept before: all mappings, before and after.
    const whole = sql`${JSON.stringify(many)}::jsonb`
    const row = and(
      eq(tables.settingsHistory.companyId, company.id),
      inArray(tables.settingsHistory.version, seen.slice(0, 3)),
    )
    await accounts.db
      .update(tables.settingsHistory)
      .set({
        before: sql`jsonb_set(before, '{lineMappings}', ${whole} || (before -> 'lineMappings'))`,
        after: sql`jsonb_set(after, '{lineMappings}', ${whole} || (after -> 'lineMappings'))`,
      })
      .where(row)
    await asThen()
    await accounts.db.execute(
      sql.raw(await readFile(join(migrationsFolder, '0030_changed_mappings.sql'), 'utf8')),
    )
    await asThen()
    expect(JSON.stringify(await stored()).length).toBeLessThan(40 * 2 * 20 * 1_700)
  })

  test('a seller account is made once per name and keeps its region and home', async () => {
    const company = await createCompany(accounts, { name: 'Seller' })
    const europe = { name: 'EU', region: 'EUROPE' } as const
    const made = await ensureSellerAccount(accounts, company, europe)
    const settled = await ensureSellerAccount(accounts, company, { ...europe, homeMarketplace: 'DE' })
    const again = await ensureSellerAccount(accounts, company, { ...europe, homeMarketplace: 'FR' })

    expect(settled).toEqual({ ...made, homeMarketplace: 'DE' })
    expect(again).toEqual(settled)
    expect(await listSellerAccounts(accounts, company)).toEqual([settled])
    await expect(
      ensureSellerAccount(accounts, company, { name: 'EU', region: 'FAR_EAST' }),
    ).rejects.toMatchObject({ code: 'SELLER_ACCOUNT_ELSEWHERE' })
  })

  test('twenty callers who need the same seller account at once get one', async () => {
    const company = await createCompany(accounts, { name: 'Crowd' })
    const all = await Promise.all(
      Array.from({ length: 20 }, () =>
        ensureSellerAccount(accounts, company, { name: 'EU', region: 'EUROPE' }),
      ),
    )
    expect(new Set(all.map((account) => account.id)).size).toBe(1)
  })

  test('a deleted company leaves a tombstone, its audit entries, and nothing else', async () => {
    const company = await createCompany(accounts, { name: 'Gone' })
    const { id } = await ensureSellerAccount(accounts, company, { name: 'EU', region: 'EUROPE' })
    await recordAudit(accounts, { actor: 'operator', action: 'company.delete', companyId: company.id })
    await withCompanyLock(accounts, company.id, async () => {
      const queued = await queueImport(accounts, company, {
        fileName: 'a.txt',
        fileSha256: 'a',
        fileBytes: 1,
      })
      const version = (await startImport(accounts, company, queued.id))!
      await accounts.db.update(tables.imports).set({ sellerAccountId: id })
      await publish(accounts, {
        company,
        version,
        kind: 'IMPORT',
        importId: queued.id,
        settings: { name: 'X' },
      })
      await openVersion(accounts, company)
      await openVersion(accounts, company)
      await deleteCompany(accounts, company.id)
    })

    expect(await uncleared(accounts)).toContain(company.id)
    await markCleared(accounts, company.id, new Date())
    expect(await uncleared(accounts)).not.toContain(company.id)
    for (const [name, table] of Object.entries(tables).filter(
      ([, value]) => typeof value === 'object' && 'companyId' in value,
    )) {
      const rows = await accounts.db.select().from(table as typeof tables.auditLog)
      const left = rows.filter((row) => row.companyId === company.id).length
      expect([name, left]).toEqual([name, name === 'auditLog' || name === 'tombstones' ? 1 : 0])
    }
    await expect(companyAtVersion(accounts, company, 1)).rejects.toThrow(AccountsError)
  })

  test('a company is deleted only by its one writer', async () => {
    const company = await createCompany(accounts, { name: 'Held' })
    await expect(deleteCompany(accounts, company.id)).rejects.toThrow('inside withCompanyLock')
  })

  async function publishedAt(company: Company): Promise<Date> {
    const row = await accounts.db.query.publications.findFirst({
      where: (publication, { and, eq }) =>
        and(eq(publication.companyId, company.id), eq(publication.version, company.publishedVersion)),
    })
    return row!.publishedAt
  }
})

// Instants are as fine as a Date, a millisecond.
const tick = () => new Promise((resolve) => setTimeout(resolve, 3))
