import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember, companiesOf, invite, listCompanies } from '#server/accounts/index.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { oneSaleFile } from '#test/support/settlement-file.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const settlement = oneSaleFile()

test('a company waits for its first data from the moment a file is handed in until it counts', async () => {
  const company = await server.company()
  const isComplete = () => server.operator.amazon.isCriticalSyncComplete({ companyId: company.id })
  expect(await isComplete()).toBe(true)
  const first = await company.queue('march.txt', settlement)
  expect(await isComplete()).toBe(false)
  await server.queue.add(company.id, first)
  expect((await company.importRecord(first)).status).toBe('PUBLISHED')
  expect(await isComplete()).toBe(true)
  // What comes later is waited for by nobody: there is something to look at.
  await company.queue('april.txt', settlement)
  expect(await isComplete()).toBe(true)
})

test('a company is connected where its seller accounts are, and exchange rates connect nothing', async () => {
  const company = await server.company()
  const status = () => server.operator.amazon.getSellingPartnerOnboardingStatus({ companyId: company.id })
  const nowhere = { EUROPE: false, NORTH_AMERICA: false, FAR_EAST: false }
  expect(await status()).toEqual(nowhere)
  const rates = { exchange_rates: [{ rate_date: '2026-03-02', currency: 'EUR', usd_per_unit: '1.1' }] }
  const imported = await company.import('rates.json', JSON.stringify(rates))
  expect(imported.status).toBe('PUBLISHED')
  expect(await status()).toEqual(nowhere)
  await company.import('march.txt', settlement)
  expect(await status()).toEqual({ ...nowhere, EUROPE: true })
})

test('files that come to nothing are not waited for', async () => {
  const company = await server.company()
  expect((await company.import('note.txt', 'no report')).status).toBe('REFUSED')
  expect(await server.operator.amazon.isCriticalSyncComplete({ companyId: company.id })).toBe(true)
})

test('leaving companies without data keeps those with data, with files on their way, and of others', async () => {
  const { accounts } = server.services
  const [me, other] = [await server.person(), await server.person()]
  const companyOf = async (name: string, roles: [typeof me, 'OWNER' | 'MANAGER'][]) => {
    const company = await server.company({ name })
    for (const [person, role] of roles) await addMember(accounts, company, person.user, role)
    return company
  }
  const empty = await companyOf('Empty', [[me, 'OWNER']])
  const member = await companyOf('Member', [
    [me, 'MANAGER'],
    [other, 'OWNER'],
  ])
  const lastOwner = await companyOf('Last owner', [
    [me, 'OWNER'],
    [other, 'MANAGER'],
  ])
  const full = await companyOf('Full', [[me, 'OWNER']])
  await full.import('march.txt', settlement)
  const coming = await companyOf('Coming', [[me, 'OWNER']])
  await coming.queue('march.txt', settlement)
  // No file, and yet not nothing.
  const typed = await companyOf('Typed', [[me, 'OWNER']])
  await server.operator.expenses.save({
    companyId: typed.id,
    saveId: randomUUID(),
    createdCategories: [{ id: 'new-rent', name: 'Rent' }],
    created: [
      {
        id: 'new-1',
        name: 'Rent',
        amount: '100',
        currency: 'EUR',
        frequency: 'MONTHLY',
        startDate: '2026-01-01',
        endDate: null,
        marketplace: null,
        categoryId: 'new-rent',
        vendorId: null,
        brandName: '',
        invoiceId: '',
        note: '',
      },
    ],
  })
  await invite(accounts, empty, {
    email: 'guest@example.com',
    role: 'VIEWER',
    invitedBy: me.user.id,
    now: server.now,
  })

  const { left } = await me.calls.companies.leaveUnconnectedCompanies()
  expect(left.toSorted()).toEqual([empty.id, member.id].toSorted())
  expect((await companiesOf(accounts, me.user)).map(({ name }) => name)).toEqual([
    'Coming',
    'Full',
    'Last owner',
    'Typed',
  ])
  expect((await companiesOf(accounts, other.user)).map(({ id }) => id)).toEqual([lastOwner.id, member.id])
  // Nobody could ever have come back to it.
  expect((await listCompanies(accounts)).map(({ id }) => id)).not.toContain(empty.id)
  expect((await listCompanies(accounts)).map(({ id }) => id)).toContain(member.id)
  expect(await me.calls.companies.leaveUnconnectedCompanies()).toEqual({ left: [] })
})

test('the status names the machine and gives rates as exact text', async () => {
  const { hostname, exchangeRates } = await server.guest.observability.status.get()
  expect(hostname).not.toBe('')
  const { get } = server.guest.observability.status
  expect((await get({ reconciliationId: 'unredacted-browser' })).isDetailedLoggingSupported).toBe(true)
  expect((await get({ reconciliationId: 'another' })).isDetailedLoggingSupported).toBe(false)
  const euro = exchangeRates.find(({ currency }) => currency === 'EUR')!
  expect(euro.usd).toMatch(/^1\.\d+$/)
  expect(euro.day).toBe(
    exchangeRates
      .map(({ day }) => day)
      .toSorted()
      .at(-1),
  )
})
