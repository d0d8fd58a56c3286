import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember, recordAudit, setPlatformAdmin, userOfSubject } from '#server/accounts/index.ts'
import { startTestServer, type RouterCaller, type TestServer } from '#test/support/server.ts'
import { settlementFile } from '#test/cli/run-sextant.ts'

let server: TestServer
let admin: RouterCaller
beforeAll(async () => {
  server = await startTestServer()
  await server.person('admin@example.com')
  const { accounts } = server.services
  await setPlatformAdmin(accounts, { poolId: 'test', subject: 'admin@example.com' }, true)
  admin = server.as(await userOfSubject(accounts, { poolId: 'test', subject: 'admin@example.com' })).calls
})
afterAll(() => server[Symbol.asyncDispose]())

const owned = async (name: string, email: string) => {
  const company = await server.company({ name })
  const { user, calls } = await server.person(email)
  await addMember(server.services.accounts, company, user, 'OWNER')
  return { company, calls, user }
}

test('companies are found by name, id and address, in pages, with what they hold', async () => {
  const { company } = await owned('Acme 100% Bikes', 'ann@acme.example')
  await owned('Bolt', 'bob@bolt.example')
  await server.company({ name: 'Zebra' })
  await company.import('settlement.txt', settlementFile)
  await company.import('again.txt', settlementFile)

  const { getCompanies } = admin.threefinAdmin
  const found = await getCompanies({ search: '100% b' })
  expect(found).toEqual({
    total: 1,
    companies: [
      expect.objectContaining({
        id: company.id,
        name: 'Acme 100% Bikes',
        owners: ['ann@acme.example'],
        memberCount: 1,
        blockReason: null,
        licences: ['ORDER_PROFIT_AND_LOSS', 'REAL_TIME', 'AI'],
        // The same content twice lies there once.
        originalBytes: Buffer.byteLength(settlementFile),
        warehouseRows: expect.any(Number),
        lastImportAt: expect.stringMatching(/^\d{4}-.*Z$/),
      }),
    ],
  })
  expect(found.companies[0]!.warehouseRows).toBeGreaterThan(0)
  const names = async (input: Parameters<typeof getCompanies>[0]) =>
    (await getCompanies(input)).companies.map(({ name }) => name)
  expect(await names({ search: 'BOB@' })).toEqual(['Bolt'])
  expect(await names({ search: company.id.slice(0, 12) })).toEqual(['Acme 100% Bikes'])
  expect(await names({ search: '%' })).toEqual(['Acme 100% Bikes'])
  expect(await names({ limit: 1, cursor: 1 })).toEqual(['Bolt'])
  expect(await names({ isDescending: true })).toEqual(['Zebra', 'Bolt', 'Acme 100% Bikes'])
  expect((await names({ sort: 'ORIGINAL_BYTES', isDescending: true }))[0]).toBe('Acme 100% Bikes')
  expect((await names({ sort: 'LAST_IMPORT', isDescending: true }))[0]).toBe('Acme 100% Bikes')
  expect((await names({ sort: 'MEMBERS' }))[0]).toBe('Zebra')
})

test('a blocked company refuses its people with the reason, and lets them in again', async () => {
  const { company, calls } = await owned('Late payer', 'late@example.com')
  const companyId = company.id
  expect(await calls.companies.isCompanyBlocked({ companyId })).toEqual({ blocked: false, reason: null })
  await admin.threefinAdmin.blockCompany({ companyId, reason: 'LICENSE_EXPIRED' })
  await expect(calls.imports.list({ companyId })).rejects.toMatchObject({
    cause: { code: 'COMPANY_BLOCKED' },
  })
  expect(await calls.companies.isCompanyBlocked({ companyId })).toEqual({
    blocked: true,
    reason: 'LICENSE_EXPIRED',
  })
  const listed = await admin.threefinAdmin.getCompanies({ state: 'BLOCKED' })
  expect(listed.companies.map(({ id, blockedAt }) => [id, blockedAt])).toEqual([
    [companyId, server.now.toISOString()],
  ])
  await admin.threefinAdmin.unblockCompany({ companyId })
  expect((await calls.imports.list({ companyId })).total).toBe(0)
  expect((await admin.threefinAdmin.getCompanies({ state: 'BLOCKED' })).total).toBe(0)
  await expect(
    admin.threefinAdmin.blockCompany({ companyId: 'nothing', reason: 'ADMIN_BLOCKED' }),
  ).rejects.toMatchObject({ cause: { code: 'COMPANY_UNKNOWN' } })
})

test('a licence that is off is refused where it is needed, and two who switch at once both have their way', async () => {
  const { company, calls } = await owned('No orders', 'orders@example.com')
  const companyId = company.id
  const question = { companyId, startDate: '2026-03-01', endDate: '2026-03-31', currencyCode: 'EUR' } as const
  const { setCompanyLicence } = admin.threefinAdmin
  await Promise.all([
    setCompanyLicence({ companyId, licence: 'ORDER_PROFIT_AND_LOSS', isOn: false }),
    setCompanyLicence({ companyId, licence: 'AI', isOn: false }),
  ])
  await expect(calls.profitAndLoss.getOrderData(question)).rejects.toMatchObject({
    cause: { code: 'LICENCE_MISSING' },
  })
  expect(await calls.profitAndLoss.getOrderProfitAndLossLicenseStatus({ companyId })).toEqual({
    isEnabled: false,
  })
  expect(await calls.profitAndLoss.getData(question)).toHaveLength(1)
  const [listed] = (await admin.threefinAdmin.getCompanies({ search: companyId })).companies
  expect(listed).toMatchObject({ licences: ['REAL_TIME'], licencesChangedAt: server.now.toISOString() })

  await setCompanyLicence({ companyId, licence: 'ORDER_PROFIT_AND_LOSS', isOn: true })
  await setCompanyLicence({ companyId, licence: 'ORDER_PROFIT_AND_LOSS', isOn: true })
  expect(await calls.profitAndLoss.getOrderData(question)).toHaveLength(1)
})

test('an administrator who looks into a company of others is written down once, and a member is not', async () => {
  const { company, calls } = await owned('Watched', 'watched@example.com')
  const companyId = company.id
  await calls.imports.list({ companyId })
  await admin.imports.list({ companyId })
  await admin.companies.get({ companyId })
  const { entries } = await admin.threefinAdmin.getAuditLog({ company: companyId, subject: 'admin' })
  expect(entries).toEqual([
    expect.objectContaining({ action: 'admin.visit', actor: 'admin@example.com', companyName: 'Watched' }),
  ])
})

test('the audit log is filtered by company, person, event and days, and read page by page', async () => {
  const { accounts } = server.services
  const { company, user } = await owned('Audited Ltd', 'auditor@example.com')
  for (const action of ['team.invite', 'team.role', 'company.set', 'company.settings'] as const)
    await recordAudit(accounts, { actor: user.id, action, companyId: company.id, details: { action } })
  // The user pool calls people by their subject.
  await recordAudit(accounts, { actor: user.subject, action: 'identity.signIn' })

  const { getAuditLog } = admin.threefinAdmin
  const actions = async (input: Parameters<typeof getAuditLog>[0]) =>
    (await getAuditLog(input)).entries.map(({ action }) => action)
  expect(await actions({ person: 'AUDITOR@' })).toEqual([
    'identity.signIn',
    'company.settings',
    'company.set',
    'team.role',
    'team.invite',
  ])
  expect(await actions({ company: 'audited', subject: 'team' })).toEqual(['team.role', 'team.invite'])
  expect(await actions({ person: 'auditor', to: '2020-01-01T00:00:00Z' })).toEqual([])
  expect(await actions({ person: 'auditor', from: '2020-01-01T00:00:00Z', subject: 'identity' })).toEqual([
    'identity.signIn',
  ])
  const first = await getAuditLog({ person: 'auditor', limit: 2 })
  expect(first.hasMore).toBe(true)
  expect(first.entries[0]).toMatchObject({ actor: 'auditor@example.com', companyName: null })
  const second = await getAuditLog({ person: 'auditor', limit: 3, cursor: first.entries[1]!.id })
  expect(second.entries.map(({ action }) => action)).toEqual(['company.set', 'team.role', 'team.invite'])
  expect(second.hasMore).toBe(false)
})

test('imports of all companies are listed with their reasons', async () => {
  const { company } = await owned('Importer', 'importer@example.com')
  await company.import('nonsense.txt', 'this is no report')
  await company.queue('waits.txt', 'this waits')
  const { getJobs } = admin.threefinAdmin
  const failed = await getJobs({ state: 'FAILED', search: 'importer' })
  expect(failed.jobs).toEqual([
    expect.objectContaining({
      companyName: 'Importer',
      fileName: 'nonsense.txt',
      status: 'REFUSED',
      problem: { code: expect.any(String), text: expect.any(String) },
    }),
  ])
  const unfinished = await getJobs({ state: 'UNFINISHED', search: company.id })
  expect(unfinished.jobs.map(({ fileName, status }) => [fileName, status])).toEqual([['waits.txt', 'QUEUED']])
  expect((await getJobs({ search: 'importer', limit: 1 })).total).toBe(2)
})
