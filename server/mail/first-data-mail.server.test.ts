import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember, getCompany, getImport, tables } from '#server/accounts/index.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { oneSaleFile } from '#test/support/settlement-file.ts'
import { mailFirstData, mailFirstOfConnection } from './first-data-mail.ts'
import type { Mail } from './outbox.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

/** The mails that the end of an import sends, which began so long before its end. */
async function mailsAfter(companyId: string, importId: number, minutes: number): Promise<Mail[]> {
  const { accounts } = server.services
  const company = (await getCompany(accounts, companyId))!
  const { finishedAt } = (await getImport(accounts, company, importId))!
  await accounts.db
    .update(tables.imports)
    .set({ createdAt: new Date(+finishedAt! - minutes * 60_000) })
    .where(eq(tables.imports.id, importId))
  const mails: Mail[] = []
  const mailer = { send: async (mail: Mail) => void mails.push(mail) }
  const ended = (await getImport(accounts, company, importId))!
  await mailFirstData({ accounts, mailer, address: 'https://sextant.example' }, ended)
  return mails
}

test('members are told of first data that took a while, and of no other', async () => {
  const company = await server.company({ name: 'Acme Outdoor' })
  for (const email of ['owner@example.com', 'viewer@example.com'])
    await addMember(server.services.accounts, company, (await server.person(email)).user, 'VIEWER')
  const first = await company.import('march.txt', oneSaleFile('90000000001'))
  expect(await mailsAfter(company.id, first.id, 0.9)).toEqual([])
  const mails = await mailsAfter(company.id, first.id, 90)
  expect(mails.map(({ to }) => to)).toEqual(['owner@example.com', 'viewer@example.com'])
  expect(mails[0]).toMatchObject({ subject: 'Your data for Acme Outdoor is ready' })
  expect(mails[0]!.text).toContain(`https://sextant.example/${company.id}/profitAndLoss/transaction`)

  const second = await company.import('april.txt', oneSaleFile('90000000002'))
  expect(await mailsAfter(company.id, second.id, 90)).toEqual([])
})

test('members are told when what pages need first of a connection has come, and not of its single files', async () => {
  const { accounts } = server.services
  const company = await server.company({ name: 'Acme Outdoor' })
  await addMember(accounts, company, (await server.person('seller@example.com')).user, 'OWNER')
  const authorisedAt = new Date('2026-11-15T12:00:00Z')
  await accounts.db.insert(tables.connections).values({
    companyId: company.id,
    provider: 'SELLING_PARTNER',
    region: 'EUROPE',
    refreshToken: 'sealed',
    authorisedAt,
    createdBy: 'somebody',
  })
  const first = await company.import('march.txt', oneSaleFile('90000000003'))
  expect(await mailsAfter(company.id, first.id, 90)).toEqual([])
  const mailsOf = async (seconds: number): Promise<string[]> => {
    const mails: Mail[] = []
    const mailer = { send: async (mail: Mail) => void mails.push(mail) }
    const told = (await getCompany(accounts, company.id))!
    await mailFirstOfConnection(
      { accounts, mailer, address: 'https://sextant.example' },
      told,
      { authorisedAt },
      new Date(+authorisedAt + seconds * 1_000),
    )
    return mails.map(({ to, subject }) => `${to}: ${subject}`)
  }
  expect(await mailsOf(59)).toEqual([])
  expect(await mailsOf(600)).toEqual(['seller@example.com: Your data for Acme Outdoor is ready'])
})

test('a file that came to nothing is no news', async () => {
  const company = await server.company()
  await addMember(server.services.accounts, company, (await server.person()).user, 'OWNER')
  const refused = await company.import('note.txt', 'no report')
  expect(await mailsAfter(company.id, refused.id, 90)).toEqual([])
})
