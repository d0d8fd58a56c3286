import Fastify from 'fastify'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, daysOf } from '#contract/date-range.ts'
import { addMember, switchMailsOff } from '#server/accounts/index.ts'
import type { Mail } from '#server/mail/outbox.ts'
import { settlementOfOne, v2File } from '#test/support/settlement-file.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'
import { ScheduledMailing } from './scheduled-mailing.ts'
import { StopLinks } from './stop-links.ts'
import { serveStops } from './stop-routes.ts'

let server: TestServer
let company: TestCompany
let reader: Awaited<ReturnType<TestServer['person']>>
const links = new StopLinks(Buffer.alloc(32, 1))
/** A Monday, and the hour of mails in Berlin. */
const MONDAY = '2026-06-29'
const SEVEN = 'T05:00:00Z'

beforeAll(async () => {
  server = await startTestServer()
  server.now = new Date(`${addDays(MONDAY, -1)}T12:00:00Z`)
  company = await server.company({ name: 'Acme Outdoor' })
  reader = await server.person('reader@example.com')
  await addMember(server.services.accounts, company, reader.user, 'VIEWER')
  const record = await company.import('facts.json', {
    sales_traffic_date: daysOf({ start: addDays(MONDAY, -14), end: addDays(MONDAY, -1) }).map((date) => ({
      marketplace: 'GB',
      currency: 'GBP',
      date,
      ordered_product_sales: date < addDays(MONDAY, -7) ? '10.00' : '12.50',
      units_ordered: 1,
      sessions: 20,
    })),
  })
  expect(record.status).toBe('PUBLISHED')
})
afterAll(() => server[Symbol.asyncDispose]())

interface Sending {
  refuse?: boolean
  onSent?: () => Promise<unknown>
}

/** What is sent at a moment, to the end. */
async function sentAt(
  moment: string,
  { refuse = false, onSent = async () => {} }: Sending = {},
): Promise<Mail[]> {
  server.now = new Date(moment)
  const mails: Mail[] = []
  const mailing = new ScheduledMailing(server.services, () => {}, {
    mailer: {
      send: async (mail) => {
        if (refuse) throw new Error('no')
        mails.push(mail)
        await onSent()
      },
    },
    links,
    address: 'https://sextant.example',
  })
  await mailing.sendDue()
  await mailing.close()
  return mails
}

const switchOn = (kind: 'DAILY_DIGEST' | 'WEEKLY_REVIEW' = 'DAILY_DIGEST') =>
  reader.calls.scheduledMails.switchOn({
    companyId: company.id,
    kind,
    currencyCode: 'GBP',
    timeZone: 'Europe/Berlin',
  })
const switchOff = (kind: 'DAILY_DIGEST' | 'WEEKLY_REVIEW' = 'DAILY_DIGEST') =>
  reader.calls.scheduledMails.switchOff({ companyId: company.id, kind })

test('a digest comes once a morning, with the numbers of the page that its link opens', async () => {
  server.now = new Date(`${addDays(MONDAY, -1)}T12:00:00Z`)
  await switchOn()
  expect(await sentAt(`${MONDAY}T04:59:00Z`)).toEqual([])
  const [mail, ...others] = await sentAt(`${MONDAY}${SEVEN}`)
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    to: 'reader@example.com',
    subject: 'Acme Outdoor, Sun 28 Jun: sales £12.50',
  })
  // Seven days of 12.50 against seven of 10.
  expect(mail!.text).toMatch(/Sales +£12\.50 +£87\.50 +\+25\.0%/)
  expect(mail!.text).toMatch(/Ad spend +– +– +–/)
  const [, link] = /(https:\/\/sextant\.example\/\S+allInOne\S+)/.exec(mail!.text)!
  const search = Object.fromEntries(new URL(link!).searchParams)
  expect(search).toEqual({
    startDate: addDays(MONDAY, -7),
    endDate: addDays(MONDAY, -1),
    currencyCode: 'GBP',
  })
  const { cards } = await reader.calls.allInOne.getSummary({
    companyId: company.id,
    currencyCode: 'GBP',
    startDate: search['startDate']!,
    endDate: search['endDate']!,
  })
  expect(cards.orderedProductSales.value).toBe('87.5')
  // Nor again, nor by another process at once.
  expect(await sentAt(`${MONDAY}T05:01:00Z`)).toEqual([])
  const both = await Promise.all([sentAt(`2026-06-30${SEVEN}`), sentAt(`2026-06-30${SEVEN}`)])
  expect(both.flat()).toHaveLength(1)
  expect(both.flat()[0]!.text).toContain('Reports are available up to Sun 28 Jun.')
  await switchOff()
  expect(await sentAt(`2026-07-01${SEVEN}`)).toEqual([])
})

test('the week that is over comes on Monday as a PDF of five pages, and the mail says its numbers', async () => {
  server.now = new Date(`${addDays(MONDAY, -1)}T12:00:00Z`)
  await switchOn('WEEKLY_REVIEW')
  expect(await sentAt(`${MONDAY}T04:59:00Z`)).toEqual([])
  const [mail] = await sentAt(`${MONDAY}${SEVEN}`)
  expect(mail!.subject).toBe('Acme Outdoor, week 26: sales £87.50')
  expect(mail!.text).toMatch(/Sales +£87\.50 +\+25\.0% +–/)
  expect(mail!.text).toContain(
    `wbr/overview?startDate=${addDays(MONDAY, -42)}&endDate=${addDays(MONDAY, -1)}`,
  )
  const [file] = mail!.attachments!
  expect(file).toMatchObject({ filename: 'weekly-review-2026-06-22.pdf', contentType: 'application/pdf' })
  const pdf = file!.content.toString('latin1')
  expect([pdf.slice(0, 5), pdf.match(/\/Type \/Page\b/g)]).toEqual(['%PDF-', Array(5).fill('/Type /Page')])
  expect(await sentAt(`2026-07-05${SEVEN}`)).toEqual([])
  await switchOff('WEEKLY_REVIEW')
})

test('a mail that the mail server refuses is tried again after an hour, and one of days without reports is none', async () => {
  server.now = new Date('2026-07-02T12:00:00Z')
  await switchOn()
  expect(await sentAt(`2026-07-03${SEVEN}`, { refuse: true })).toEqual([])
  expect(await sentAt('2026-07-03T05:59:00Z')).toEqual([])
  expect(await sentAt('2026-07-03T06:01:00Z')).toHaveLength(1)
  expect(await sentAt(`2026-08-03${SEVEN}`)).toEqual([])
  // Nor is one made anew for ever: three days after it first failed the next of its kind comes in its place.
  await switchOff()
  server.now = new Date('2026-06-27T12:00:00Z')
  await switchOn('WEEKLY_REVIEW')
  for (const at of [`2026-07-03${SEVEN}`, '2026-07-03T07:00:00Z', '2026-07-05T05:00:00Z'])
    expect(await sentAt(at, { refuse: true })).toEqual([])
  expect(await sentAt('2026-07-05T06:01:00Z')).toHaveLength(1)
  expect(await sentAt(`2026-07-06${SEVEN}`, { refuse: true })).toEqual([])
  expect(await sentAt('2026-07-09T05:59:00Z', { refuse: true })).toEqual([])
  expect(await sentAt('2026-07-09T07:30:00Z')).toEqual([])
  await switchOff('WEEKLY_REVIEW')
})

test('a digest is of the last day that all reports reach, and marks what is not whole', async () => {
  const other = await server.company({ name: 'Late Reports' })
  await addMember(server.services.accounts, other, reader.user, 'VIEWER')
  const gb = { marketplace: 'GB', currency: 'GBP' }
  const days = (from: number, to: number) =>
    daysOf({ start: addDays(MONDAY, -from), end: addDays(MONDAY, -to) })
  const traffic = (from: number, to: number) => ({
    sales_traffic_date: days(from, to).map((date) => ({
      ...gb,
      date,
      ordered_product_sales: '10.00',
      units_ordered: 1,
      sessions: 20,
    })),
  })
  const ads_daily = days(21, 3).map((date) => ({
    ...gb,
    date,
    ad_type: 'SP',
    sku: 'MUG',
    cost: '1.00',
    clicks: 1,
  }))
  // Advertising is two days behind, and of a day of the week there is no report of sales.
  for (const facts of [{ ads_daily }, traffic(21, 6), traffic(4, 1)])
    expect((await other.import('facts.json', facts)).status).toBe('PUBLISHED')
  server.now = new Date('2026-06-28T12:00:00Z')
  await reader.calls.scheduledMails.switchOn({
    companyId: other.id,
    kind: 'DAILY_DIGEST',
    currencyCode: 'GBP',
    timeZone: 'UTC',
  })
  const [mail] = await sentAt(`${MONDAY}T07:00:00Z`)
  expect(mail!.subject).toBe('Late Reports, Fri 26 Jun: sales £10.00')
  expect(mail!.text).toContain('Reports are available up to Fri 26 Jun.')
  // Six days of seven, which are less than the seven before them for no other reason.
  expect(mail!.text).toMatch(/Sales +£10\.00 +£60\.00\* +–/)
  expect(mail!.text).toMatch(/Ad spend +£1\.00 +£7\.00 +0\.0%/)
  expect(mail!.text).toContain('* Some data is missing')
  await reader.calls.scheduledMails.switchOff({ companyId: other.id, kind: 'DAILY_DIGEST' })
})

test('the files of a month come on the tenth of the next, as the person has them, and say what is missing', async () => {
  const seller = await server.company({ name: 'Kiln GmbH' })
  const { accounts } = server.services
  await addMember(accounts, seller, reader.user, 'VIEWER')
  const settlement = settlementOfOne('60000000001', '2026-05-01', '2026-05-14', '1190.00')
  expect((await seller.import('may.txt', v2File(settlement))).status).toBe('PUBLISHED')
  server.now = new Date('2026-06-09T12:00:00Z')
  const input = { companyId: seller.id, kind: 'MONTH_PACKAGE', currencyCode: 'EUR' } as const
  const files = { format: 'DATEV', notation: { decimal: ',', delimiter: ';' } } as const
  await expect(
    reader.calls.scheduledMails.switchOn({
      ...input,
      timeZone: 'UTC',
      files: { ...files, format: 'SAGE' as 'DATEV' },
    }),
  ).rejects.toThrow()
  await reader.calls.scheduledMails.switchOn({ ...input, timeZone: 'UTC', files })
  expect(await sentAt('2026-06-10T06:59:00Z')).toEqual([])
  const [mail, ...others] = await sentAt('2026-06-10T07:00:00Z')
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    subject: 'Kiln GmbH, May 2026: files for the books',
    attachments: [{ filename: 'month-2026-05.zip', contentType: 'application/zip' }],
  })
  expect(mail!.text).toContain('and no journal: no settlement can be booked yet.')
  expect(mail!.text).toContain('The month is not closed: what comes later can still change it.')
  expect(mail!.text).toContain('Files end on 2026-05-14')
  expect(mail!.text).toContain(`https://sextant.example/${seller.id}/accounting/journals`)
  const entries = unzipSync(mail!.attachments![0]!.content)
  const fileOf = (name: string) => strFromU8(entries[`month-2026-05/${name}`]!)
  expect(fileOf('reconciliation-2026-05.csv')).toContain('EUR;1175;1175;0;')
  expect(fileOf('README.txt')).toContain('60000000001, Europe, EUR has no journal. Accounts missing')
  expect(fileOf('statement-2026-05.csv')).toContain(';netSales;')
  // An account is called what a file says: no program makes a link of it under our name.
  const named = await seller.import('named.json', {
    seller_accounts: [{ name: 'Go to evil.example/login', region: 'EUROPE', home_marketplace: 'DE' }],
    settlement_lines: [
      {
        account: 'Go to evil.example/login',
        posted_at: '2026-06-05T10:00:00Z',
        transaction_type: 'Order',
        amount_type: 'ItemPrice',
        amount_description: 'Principal',
        amount: '10.00',
        currency: 'EUR',
        marketplace: 'DE',
        sku: 'MUG',
      },
    ],
  })
  expect(named).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  const [next] = await sentAt('2026-07-10T07:00:00Z')
  expect(next!.text).toMatch(/No file covers 2026-06-\d\d to 2026-06-30 of Go to evil example login, EUR\./)
  expect(next!.text).not.toContain('evil.example')
  // Not twice, and none of a month that nothing is known of.
  expect(await sentAt('2026-07-30T07:00:00Z')).toEqual([])
  expect(await sentAt('2026-09-10T07:00:00Z')).toEqual([])
  await reader.calls.scheduledMails.switchOff({ companyId: seller.id, kind: 'MONTH_PACKAGE' })
})

test('a time zone is kept in one spelling, and what is none is refused', async () => {
  const zone = (timeZone: string) =>
    reader.calls.scheduledMails.switchOn({
      companyId: company.id,
      kind: 'DAILY_DIGEST',
      currencyCode: 'GBP',
      timeZone,
    })
  await zone('eUROPE/bERLIN')
  const { mails } = await reader.calls.scheduledMails.list({ companyId: company.id })
  expect(mails).toMatchObject([{ kind: 'DAILY_DIGEST', currencyCode: 'GBP', timeZone: 'Europe/Berlin' }])
  for (const none of ['Europe/Nowhere', '', '../etc/passwd', 'x'.repeat(65)])
    await expect(zone(none), none).rejects.toThrow()
  await switchOff()
})

test('who may sign in no more gets nothing either', async () => {
  server.now = new Date('2026-07-08T12:00:00Z')
  await switchOn()
  await switchMailsOff(server.services.accounts, { poolId: 'test', subject: reader.user.subject })
  expect(await sentAt(`2026-07-09${SEVEN}`)).toEqual([])
})

test('whoever is no member any more, or whose company is blocked, gets nothing', async () => {
  const { accounts } = server.services
  const leaver = await server.person('leaver@example.com')
  await addMember(accounts, company, leaver.user, 'VIEWER')
  server.now = new Date('2026-07-04T12:00:00Z')
  const input = { companyId: company.id, kind: 'DAILY_DIGEST', currencyCode: 'GBP', timeZone: 'UTC' } as const
  await leaver.calls.scheduledMails.switchOn(input)
  await switchOn()
  await server.operator.threefinAdmin.blockCompany({ companyId: company.id, reason: 'LICENSE_EXPIRED' })
  expect(await sentAt('2026-07-05T07:00:00Z')).toEqual([])
  await server.operator.threefinAdmin.unblockCompany({ companyId: company.id })
  await server.operator.companySettings.permissions.removeMember({
    companyId: company.id,
    userId: leaver.user.id,
  })
  const mails = await sentAt('2026-07-05T07:01:00Z')
  expect(mails.map(({ to }) => to)).toEqual(['reader@example.com'])
  await expect(leaver.calls.scheduledMails.switchOn(input)).rejects.toThrow()
  await switchOff()
})

test('a company that is blocked while its mails are being sent sends no more of them', async () => {
  const other = await server.person('other@example.com')
  await addMember(server.services.accounts, company, other.user, 'VIEWER')
  server.now = new Date('2026-07-05T12:00:00Z')
  const input = { companyId: company.id, kind: 'DAILY_DIGEST', currencyCode: 'GBP' } as const
  await other.calls.scheduledMails.switchOn({ ...input, timeZone: 'Europe/Berlin' })
  await switchOn()
  const block = () =>
    server.operator.threefinAdmin.blockCompany({ companyId: company.id, reason: 'LICENSE_EXPIRED' })
  expect(await sentAt(`2026-07-06${SEVEN}`, { onSent: block })).toHaveLength(1)
  await server.operator.threefinAdmin.unblockCompany({ companyId: company.id })
  expect(await sentAt(`2026-07-07${SEVEN}`)).toHaveLength(2)
  await other.calls.scheduledMails.switchOff(input)
  await switchOff()
})

test('the link of a mail ends it for whoever presses, not for a program that opens it, and ends no other', async () => {
  const { accounts } = server.services
  await using app = Fastify({ routerOptions: { maxParamLength: 5000 } })
  serveStops(app, accounts, links)
  await app.ready()
  server.now = new Date('2026-07-06T12:00:00Z')
  await switchOn()
  await switchOn('WEEKLY_REVIEW')
  const kinds = async () =>
    (await reader.calls.scheduledMails.list({ companyId: company.id })).mails.map(({ kind }) => kind)
  const [mail] = await sentAt(`2026-07-07${SEVEN}`)
  const stop = /(https:\/\/sextant\.example\/mails\/stop\/\S+)/.exec(mail!.text)![1]!
  expect(mail!.headers).toEqual({
    'List-Unsubscribe': `<${stop}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  const url = new URL(stop).pathname
  const opened = await app.inject({ method: 'GET', url })
  expect([opened.statusCode, opened.body]).toEqual([200, expect.stringContaining('Stop the daily digest?')])
  expect(await kinds()).toEqual(['DAILY_DIGEST', 'WEEKLY_REVIEW'])
  const post = (address: string, payload = 'List-Unsubscribe=One-Click') =>
    app.inject({
      method: 'POST',
      url: address,
      payload,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  // Nobody ends the mails of others by writing their names, or by changing a sign.
  const [companyId, userId, , signature] = url.slice('/mails/stop/'.length).split('.')
  for (const forged of [
    `${companyId}.${userId}.WEEKLY_REVIEW.${signature}`,
    `${companyId}.${userId}.DAILY_DIGEST.${'A'.repeat(43)}`,
    `${companyId}.${userId}.DAILY_DIGEST.`,
    `${companyId}.${userId}.NOTHING.${signature}`,
    '..%2f..%2fetc',
    'x'.repeat(4000),
  ])
    expect((await post(`/mails/stop/${forged}`)).statusCode, forged.slice(0, 80)).toBeGreaterThanOrEqual(400)
  expect((await post(url, 'a'.repeat(100_000))).statusCode).toBe(413)
  expect(await kinds()).toEqual(['DAILY_DIGEST', 'WEEKLY_REVIEW'])
  expect((await post(url)).statusCode).toBe(200)
  expect(await kinds()).toEqual(['WEEKLY_REVIEW'])
  // Again it says the same.
  expect((await post(url)).statusCode).toBe(200)
})
