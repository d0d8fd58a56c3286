import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember, getCompany, getImport, tables } from '#server/accounts/index.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { oneSaleFile } from '#test/support/settlement-file.ts'
import { mailFirstData } from './first-data-mail.ts'
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
  expect(mails[0]).toMatchObject({ subject: 'The data of Acme Outdoor is ready' })
  expect(mails[0]!.text).toContain(`https://sextant.example/${company.id}/profitAndLoss/transaction`)

  const second = await company.import('april.txt', oneSaleFile('90000000002'))
  expect(await mailsAfter(company.id, second.id, 90)).toEqual([])
})

test('a file that came to nothing is no news', async () => {
  const company = await server.company()
  await addMember(server.services.accounts, company, (await server.person()).user, 'OWNER')
  const refused = await company.import('note.txt', 'no report')
  expect(await mailsAfter(company.id, refused.id, 90)).toEqual([])
})
