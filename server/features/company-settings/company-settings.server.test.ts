import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember, getCompany, tables, tombstoneOf } from '#server/accounts/index.ts'
import { CompanyDeletions } from '#server/ledger/company-deletions.ts'
import { hasCompanyRows } from '#server/ledger/dead-rows.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'
import { sale, v2File, type Settlement } from '#test/support/settlement-file.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const settlement = (orders: number): Settlement => ({
  id: '91000000001',
  start: '2026-03-01',
  end: '2026-03-31',
  currency: 'EUR',
  entries: Array.from({ length: orders }, (_, index) =>
    sale({
      marketplace: 'Amazon.de',
      order: `303-0000000-${String(index).padStart(7, '0')}`,
      at: `2026-03-${String((index % 28) + 1).padStart(2, '0')} 10:00:00`,
      units: 1,
      amounts: { 'ItemPrice Principal': '119.00' },
    }),
  ).flat(),
})

const ownedCompany = async (name?: string) => {
  const company = await server.company(name === undefined ? {} : { name })
  const owner = await server.person()
  await addMember(server.services.accounts, company, owner.user, 'OWNER')
  return { company, owner }
}

const vatOf = async (company: TestCompany, day: string, rest = {}) =>
  (await company.pnl({ from: day, to: day, currency: 'EUR', ...rest })).lines.salesVat

test('a VAT rate changes the numbers from its day on, and what was so before can still be asked for', async () => {
  const { company, owner } = await ownedCompany()
  await company.import('march.txt', v2File(settlement(20)))
  expect(await vatOf(company, '2026-03-05')).toBe('-19')
  const before = new Date()

  await owner.calls.companies.set({
    companyId: company.id,
    vatRates: [{ marketplace: 'DE', validFrom: '2026-03-10', rate: '0.07' }],
  })
  expect(await vatOf(company, '2026-03-05')).toBe('-19')
  expect(Number(await vatOf(company, '2026-03-12'))).toBeCloseTo((-119 * 0.07) / 1.07, 4)
  expect(await vatOf(company, '2026-03-12', { asOf: before.toISOString() })).toBe('-19')

  const { edits } = await owner.calls.companySettings.getHistory({ companyId: company.id })
  const [edit] = edits
  expect(edit).toMatchObject({
    before: { vatRates: [] },
    after: { vatRates: [{ marketplace: 'DE', rate: '0.07' }] },
  })
  const checksums = await company.checksums()
  await server.operator.operator.rebuild({ companyId: company.id })
  expect(await company.checksums()).toEqual(checksums)
})

test('a rate is refused that is none, or that begins on a day twice', async () => {
  const { company } = await ownedCompany()
  const rate = { marketplace: 'DE', validFrom: '2026-01-01', rate: '0.19' } as const
  const set = (vatRates: object[]) =>
    server.operator.companies.set({ companyId: company.id, vatRates: vatRates as never })
  await expect(set([{ ...rate, rate: '19' }])).rejects.toThrow('A rate is a share below 1')
  await expect(set([{ ...rate, marketplace: 'XX' }])).rejects.toThrow('Choose a marketplace.')
  await expect(set([rate, { ...rate, rate: '0.2' }])).rejects.toThrow('A day has one rate per marketplace.')
  expect((await server.operator.companySettings.getGeneral({ companyId: company.id })).vatRates).toEqual([])
})

test('rates and lead times that somebody else has changed meanwhile are not overwritten', async () => {
  const { company, owner } = await ownedCompany()
  const rate = (marketplace: 'DE' | 'FR') => ({ marketplace, validFrom: '2026-01-01', rate: '0.07' })
  const of = { companyId: company.id }
  const { vatRates, replenishment } = await server.operator.companySettings.getGeneral(of)
  await owner.calls.companies.set({ ...of, vatRates: [rate('FR')], seen: { vatRates } })
  const late = owner.calls.companies.set({ ...of, vatRates: [rate('DE')], seen: { vatRates } })
  await expect(late).rejects.toMatchObject({ cause: { code: 'SETTINGS_CHANGED' } })
  const both = [rate('DE'), rate('FR')]
  await owner.calls.companies.set({ ...of, vatRates: both, seen: { vatRates: [rate('FR')] } })
  expect((await server.operator.companySettings.getGeneral(of)).vatRates).toEqual(both)

  const longer = { ...replenishment, leadTimeDays: replenishment.leadTimeDays + 1 }
  await owner.calls.companies.set({ ...of, replenishment: longer, seen: { replenishment } })
  const again = owner.calls.companies.set({ ...of, replenishment, seen: { replenishment } })
  await expect(again).rejects.toMatchObject({ cause: { code: 'SETTINGS_CHANGED' } })
})

test('lead times and the names of brands are kept', async () => {
  const { company, owner } = await ownedCompany()
  const companyId = company.id
  const replenishment = {
    leadTimeDays: 45,
    safetyDays: 10,
    targetCoverDays: 90,
    marketplaceLeadTimeDays: { US: 70 },
  }
  await owner.calls.companies.set({ companyId, replenishment })
  await owner.calls.sqp.setBrandAliases({
    companyId,
    brandAliases: ['  Acme   Outdoor ', 'ACME OUTDOOR', 'akme'],
  })
  expect(await owner.calls.companySettings.getGeneral({ companyId })).toMatchObject({ replenishment })
  expect(await owner.calls.companySettings.getBrandAliases({ companyId })).toEqual(['acme outdoor', 'akme'])
  await expect(owner.calls.sqp.setBrandAliases({ companyId, brandAliases: ['a'] })).rejects.toThrow(
    'Provide a name between 2 and 100 characters.',
  )
})

test('licences are on until the operator takes one away', async () => {
  const { company, owner } = await ownedCompany()
  const input = { companyId: company.id }
  const answers = async () => [
    (await owner.calls.executiveSummary.realTimeData.getRealTimeDataLicenseStatus(input)).isEnabled,
    (await owner.calls.profitAndLoss.getOrderProfitAndLossLicenseStatus(input)).isEnabled,
    await owner.calls.companySettings.getLicences(input),
  ]
  expect(await answers()).toEqual([true, true, ['ORDER_PROFIT_AND_LOSS', 'REAL_TIME', 'AI']])
  const { accounts } = server.services
  await accounts.db
    .update(tables.companies)
    .set({ licences: ['AI'] })
    .where(eq(tables.companies.id, company.id))
  expect(await answers()).toEqual([false, false, ['AI']])
})

test('an invitation that is sent again is one invitation with a new end', async () => {
  const { company, owner } = await ownedCompany()
  const invited = { companyId: company.id, email: 'ann@example.com', role: 'VIEWER' as const }
  const { permissions } = owner.calls.companySettings
  await permissions.invite(invited)
  const [first] = (await permissions.getTeam(invited)).invitations
  server.now = new Date(server.now.getTime() + 86_400_000)
  await permissions.invite(invited)
  const { invitations } = await permissions.getTeam(invited)
  expect(invitations).toHaveLength(1)
  expect(invitations[0]!.id).toBe(first!.id)
  expect(invitations[0]!.expiresAt > first!.expiresAt).toBe(true)
  expect(server.mails.filter(({ to }) => to === 'ann@example.com')).toHaveLength(2)
})

test('a company is deleted by its name, also during an import, and nothing of it stays', async () => {
  const { company, owner } = await ownedCompany('Acme')
  const input = { companyId: company.id }
  await company.import('march.txt', v2File(settlement(20)))
  const running = await company.queue('long.txt', v2File({ ...settlement(4_000), id: '91000000002' }))
  const waiting = await company.queue('waiting.txt', v2File({ ...settlement(30), id: '91000000003' }))
  const runs = [running, waiting].map((id) => server.queue.add(company.id, id))
  await expect.poll(async () => (await company.importRecord(running)).status, { interval: 5 }).toBe('RUNNING')

  await expect(owner.calls.companySettings.deleteCompany({ ...input, name: 'acme' })).rejects.toThrow(
    'The text does not match the name of the company. Nothing was deleted.',
  )
  expect(await getCompany(server.services.accounts, company.id)).toBeDefined()
  await owner.calls.companySettings.deleteCompany({ ...input, name: 'Acme' })

  // From the first moment on there is nothing to ask for.
  await expect(owner.calls.companySettings.getGeneral(input)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await Promise.all(runs)
  await server.deletions.finished(company.id)
  expect(await owner.calls.companySettings.getDeletion(input)).toEqual({
    areNumbersGone: true,
    areFilesGone: true,
    isDone: true,
  })
  const { analytics, files, accounts } = server.services
  expect(await hasCompanyRows(analytics, company.id)).toBe(false)
  expect(await files.list(company.id)).toEqual([])
  for (const table of [tables.imports, tables.memberships, tables.openVersions, tables.deadVersions])
    expect(await accounts.db.$count(table, eq(table.companyId, company.id))).toBe(0)
  expect(server.log).toEqual([])

  const stranger = await server.person()
  await expect(stranger.calls.companySettings.getDeletion(input)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a deletion that a crash cut short is finished by the next start', async () => {
  const { company } = await ownedCompany()
  await company.import('march.txt', v2File(settlement(20)))
  const { services, queue } = server
  const cut = {
    ...services,
    files: { ...services.files, delete: () => Promise.reject(new Error('no power')) },
  }
  const log: string[] = []
  const crashed = new CompanyDeletions(cut, queue, (message) => void log.push(message))
  await crashed.begin(company.id, 'somebody')
  await expect(crashed.finished(company.id)).rejects.toThrow('no power')
  expect(log).toEqual([`Company ${company.id} is deleted, but not all of it is gone.`])
  expect(await crashed.progress(company.id, 'somebody')).toEqual({
    areNumbersGone: true,
    areFilesGone: false,
    isDone: false,
  })

  const next = new CompanyDeletions(services, queue, () => {})
  await next.start()
  await next.resume()
  await expect
    .poll(() => tombstoneOf(services.accounts, company.id), { timeout: 20_000 })
    .toMatchObject({ isCleared: true })
  expect(await services.files.list(company.id)).toEqual([])
})
