/** Exchange rates that are renewed while an installation runs, from a bank on this machine. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { formTest } from '#test/support/drawn-cases.ts'
import { addDays, daysOf } from '#contract/date-range.ts'
import { multiply, parseDecimal, toText } from '#contract/decimal.ts'
import type { RatedCurrencyCode } from '#contract/currencies.ts'
import { bundled } from '#server/exchange-rates/known-rates.ts'
import { tables } from '#server/accounts/index.ts'
import { Bank, publishedFile, type Quotes } from './support/bank.ts'
import { startTestServer, type TestCompany } from './support/server.ts'

/** The newest day that comes with the product, and what a euro was worth on it. */
const { day: BUNDLED } = bundled().at(-1)!
const EURO = bundled().findLast(({ currency }) => currency === 'EUR')!.usd
const HUNDRED_EUROS = toText(multiply(parseDecimal(EURO), parseDecimal('100')))

/** Currencies that the product takes from the bank's file: the dollar says what the euro is worth. */
const QUOTED = 29

const isWeekday = (day: string) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
const weekdaysTo = (end: string) => daysOf({ start: addDays(BUNDLED, 1), end }).filter(isWeekday)
/** The weekdays after it. */
const [FIRST, SECOND, THIRD, FOURTH] = weekdaysTo(addDays(BUNDLED, 10)) as [string, string, string, string]

const bank = await Bank.open()
const asking = { url: bank.url, msMax: 60_000 }
const server = await startTestServer({ rates: asking })
const folder = await mkdtemp(join(tmpdir(), 'sextant-rates-test-'))
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await bank[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  bank.reset()
  server.log.length = 0
  const { db } = server.services.accounts
  await db.delete(tables.exchangeRates)
  await db.delete(tables.ratesUpdate)
  // Companies of other tests would be renewed too.
  await db.delete(tables.companies)
})

const plus = (a: string, b: string) => toText(parseDecimal(a) + parseDecimal(b))
const at = (day: string, time = '18:00') => (server.now = new Date(`${day}T${time}:00Z`))

const sale = (day: string, currency = 'EUR', amount = '100.00') => ({
  transaction_type: 'Shipment',
  posted_at: `${day}T12:00:00Z`,
  order_id: `O-${day}-${currency}`,
  sku: 'MUG-1',
  marketplace: 'US',
  amount_type: 'ItemPrice',
  amount_description: 'Principal',
  amount,
  currency,
  quantity: 1,
})

async function seller(...lines: ReturnType<typeof sale>[]): Promise<TestCompany> {
  const company = await server.company()
  const record = await company.import('facts.json', { settlement_lines: lines })
  expect(record.status).toBe('PUBLISHED')
  return company
}

const convert = (
  company: TestCompany,
  date: string,
  from: RatedCurrencyCode = 'EUR',
  asOf?: number,
): Promise<{ amount: string | null; rateDate: string | null }> =>
  server.operator.profitAndLoss.convert({
    companyId: company.id,
    amount: '100.00',
    from,
    to: 'USD',
    date,
    ...(asOf !== undefined && { asOf }),
  })

/** Sales of a day, in dollars. */
const salesOf = async (company: TestCompany, day: string, asOf?: number): Promise<string | null> =>
  (await company.pnl({ from: day, to: day, currency: 'USD', ...(asOf !== undefined && { asOf }) })).lines
    .productSales

const rowsOf = async (company: TestCompany, version: number): Promise<{ rows: string; currencies: string }> =>
  (
    await server.services.analytics.rows<{ rows: string; currencies: string }>(
      'SELECT count() AS rows, uniq(currency) AS currencies FROM daily_rates WHERE company_id = {id:String} AND version = {version:UInt64}',
      { params: { id: company.id, version } },
    )
  )[0]!

const problemOfUpdate = async (): Promise<string> =>
  server.operator.operator.updateRates().then(
    () => 'It went well.',
    (error: Error) => error.message,
  )

test('a day that the bank publishes counts from then on, and answers as of before stay what they were', async () => {
  at(FIRST)
  const company = await seller(sale(FIRST))
  const before = await company.publishedVersion()
  expect(await salesOf(company, FIRST)).toBe(HUNDRED_EUROS)

  bank.publish(FIRST)
  expect(await server.operator.operator.updateRates()).toEqual({
    added: QUOTED,
    notices: [],
    companies: 1,
    companiesLeft: 0,
  })
  expect(bank.asked).toEqual(['/stats/eurofxref/eurofxref-daily.xml'])
  expect(await salesOf(company, FIRST)).toBe('120')
  expect(await salesOf(company, FIRST, before)).toBe(HUNDRED_EUROS)
  expect(await convert(company, addDays(FIRST, 10))).toMatchObject({ amount: '120', rateDate: FIRST })
  expect(await convert(company, addDays(FIRST, 11))).toMatchObject({ amount: null })
  expect(await convert(company, BUNDLED)).toMatchObject({ amount: HUNDRED_EUROS, rateDate: BUNDLED })

  const explained = await company.explain('productSales', { from: FIRST, to: FIRST, currency: 'USD' })
  expect(explained.exchangeRates).toEqual([
    { currency: 'EUR', days: 1, lowest: '1.2', highest: '1.2', source: 'European Central Bank' },
  ])

  // Only the new day was written, with the ten days that it is carried forward.
  const version = await company.publishedVersion()
  expect(await rowsOf(company, version)).toEqual({ rows: String(QUOTED * 11), currencies: String(QUOTED) })
  // Nothing new is no change.
  expect(await server.operator.operator.updateRates()).toMatchObject({ added: 0, companies: 0 })
  expect(await company.publishedVersion()).toBe(version)
})

formTest('what was brought together day by day is what a rebuild makes at once', async () => {
  at(FIRST)
  const company = await seller(sale(THIRD), sale(addDays(THIRD, 18), 'GBP'))
  for (const [index, day] of [FIRST, SECOND, THIRD, FOURTH].entries()) {
    at(day)
    bank.publish(day, { USD: `1.2${index}` })
    await server.operator.operator.updateRates()
  }
  const answers = () =>
    Promise.all(
      daysOf({ start: BUNDLED, end: addDays(FOURTH, 13) }).map((day) => convert(company, day, 'GBP')),
    )
  const stepwise = await answers()
  expect(new Set(stepwise.map(({ rateDate }) => rateDate)).size).toBe(6)
  await server.operator.operator.rebuild({ companyId: company.id })
  expect(await answers()).toEqual(stepwise)
  expect(await salesOf(company, THIRD)).toBe('122')
  // The other company begins with all of it.
  const other = await seller(sale(THIRD))
  expect(await salesOf(other, THIRD)).toBe('122')
})

test('after 200 days the whole history is asked for, after a week the last 90 days', async () => {
  const between = addDays(BUNDLED, 93)
  const last = addDays(BUNDLED, 200)
  const all = weekdaysTo(last)
  at(last)
  const company = await seller(sale(between), sale(last))
  for (const day of all) bank.publish(day)
  expect(await server.operator.operator.updateRates()).toMatchObject({ added: all.length * QUOTED })
  expect(bank.asked.splice(0)).toEqual(['/stats/eurofxref/eurofxref-hist.xml'])
  expect(await salesOf(company, between)).toBe('120')
  expect(await salesOf(company, last)).toBe('120')

  const later = addDays(last, 7)
  at(later)
  bank.publish(later, { USD: '1.3' })
  expect(await server.operator.operator.updateRates()).toMatchObject({ added: QUOTED })
  expect(bank.asked).toEqual(['/stats/eurofxref/eurofxref-hist-90d.xml'])
})

test('a currency that a newer program takes is asked for from the last bundled day on', async () => {
  const days = [FIRST, SECOND, THIRD]
  at(THIRD)
  const company = await seller(sale(THIRD))
  for (const day of days) bank.publish(day)
  await server.operator.operator.updateRates()
  // As an older program left it, which did not know the yuan.
  const { db } = server.services.accounts
  await db.delete(tables.exchangeRates).where(eq(tables.exchangeRates.currency, 'CNY'))
  await server.operator.operator.rebuild({ companyId: company.id })
  expect(await convert(company, THIRD, 'CNY')).toMatchObject({ rateDate: BUNDLED })

  at(FOURTH)
  bank.publish(FOURTH)
  bank.asked.length = 0
  expect(await server.operator.operator.updateRates()).toMatchObject({ added: QUOTED + days.length })
  expect(bank.asked).toEqual(['/stats/eurofxref/eurofxref-hist-90d.xml'])
  // 100 yuan at 8 for a euro, which is worth 1.20 dollars.
  for (const day of [...days, FOURTH])
    expect(await convert(company, day, 'CNY')).toMatchObject({ amount: '15', rateDate: day })
})

test('the job asks once a day after the bank publishes, not at weekends, and again after failures', async () => {
  const looksAt = async (day: string, time: string, isAsked: boolean) => {
    at(day, time)
    const before = bank.asked.length
    await server.rates.resume()
    if (isAsked) await vi.waitFor(() => expect(bank.asked.length).toBe(before + 1), { timeout: 60_000 })
    await vi.waitFor(
      async () => {
        const { rows } = (await server.services.accounts.db.execute<{ n: number }>(
          `select count(*)::int as n from jobs.job where name = 'rates' and state in ('created', 'active')` as never,
        )) as unknown as { rows: { n: number }[] }
        expect(rows[0]!.n).toBe(0)
      },
      { timeout: 60_000 },
    )
    expect(bank.asked.length).toBe(before + (isAsked ? 1 : 0))
  }
  at(BUNDLED)
  await server.rates.start()
  // The last bundled day is known, and before the bank publishes nothing is expected.
  await looksAt(BUNDLED, '18:00', false)
  await looksAt(FIRST, '12:00', false)
  const week = daysOf({ start: FIRST, end: addDays(FIRST, 6) })
  for (const day of week) {
    if (isWeekday(day)) bank.publish(day)
    await looksAt(day, '18:00', isWeekday(day))
    await looksAt(day, '23:00', false)
  }
  expect(bank.asked).toHaveLength(5)
  // The next weekday's looks come to nothing, at first.
  const next = weekdaysTo(addDays(FIRST, 10)).find((day) => day > week.at(-1)!)!
  bank.instead = (_, response) => response.writeHead(500).end()
  await looksAt(next, '18:00', true)
  await looksAt(next, '18:04', false)
  await looksAt(next, '18:06', true)
  await looksAt(next, '18:14', false)
  await looksAt(next, '18:17', true)
  bank.instead = undefined
  bank.publish(next)
  await looksAt(next, '18:38', true)
  await looksAt(next, '22:00', false)
  expect((await server.operator.operator.rates()).renewal).toMatchObject({
    host: new URL(bank.url).host,
    triedAt: `${next}T18:38:00.000Z`,
    succeededAt: `${next}T18:38:00.000Z`,
    problem: null,
  })
})

/** Answers of a bank that is not itself, and what is said of each. */
const HOSTILE: [string, (response: ServerResponse) => void, string][] = [
  ['fails', (response) => response.writeHead(500).end('no'), 'the server answered 500.'],
  ['has moved it', (response) => response.writeHead(404).end(), 'the server answered 404.'],
  ['sends garbage', (response) => response.end(Buffer.alloc(10_000, 0xfe)), 'it is not written in UTF-8.'],
  ['sends a page', (response) => response.end('<html><body>Blocked</body></html>'), 'it has no rates.'],
  ['hangs up', (response) => response.destroy(), 'the address was not reached'],
  ['is slow', (response) => void response.write('<Cube>'), 'it did not arrive within 0.5 s.'],
  [
    'never ends',
    (response) => {
      const piece = Buffer.from(`<Cube></Cube>${' '.repeat(10_000)}`.repeat(20))
      const more = () => {
        while (response.write(piece));
        response.once('drain', more)
      }
      response.write('<Cube>')
      more()
    },
    'it has more than 16 MB.',
  ],
  [
    'leads to a file',
    (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    'the address leads to another place, which is not followed.',
  ],
  [
    'leads to a private address',
    (response) => response.writeHead(301, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
    'the address leads to another place, which is not followed.',
  ],
  [
    'leads in circles',
    (response) => response.writeHead(307, { location: '/stats/eurofxref/eurofxref-daily.xml' }).end(),
    'the address leads in circles.',
  ],
  [
    'laughs',
    (response) =>
      response.end(
        `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><Cube>&b;</Cube>`,
      ),
    'it has a document type, which these files do not have.',
  ],
  [
    'gives a rate of 0',
    (response) => response.end(publishedFile([{ day: FIRST, quotes: { USD: '1.2', GBP: '0.0' } }])),
    'it has a rate of GBP that is no number above 0.',
  ],
  [
    'gives rates of tomorrow',
    (response) => response.end(publishedFile([{ day: addDays(FIRST, 1), quotes: { USD: '1.2' } }])),
    `it has rates for ${addDays(FIRST, 1)}.`,
  ],
]

test('a bank that is not itself changes nothing, and it is said', async () => {
  at(FIRST)
  const company = await seller(sale(FIRST))
  const version = await company.publishedVersion()
  for (const [name, answer, reason] of HOSTILE) {
    server.log.length = 0
    asking.msMax = name === 'is slow' ? 500 : 60_000
    bank.instead = (_request, response) => answer(response)
    expect(await problemOfUpdate(), name).toContain(`The exchange rates could not be fetched: ${reason}`)
    const { renewal, currencies } = await server.operator.operator.rates()
    expect(renewal.problem, name).toContain(reason)
    expect(renewal.succeededAt, name).toBe(null)
    expect(currencies.find(({ currency }) => currency === 'EUR')!.newestDay, name).toBe(BUNDLED)
    expect(server.log.join('\n'), name).toContain(reason)
  }
  expect(HOSTILE).toHaveLength(13)
  expect(await company.publishedVersion()).toBe(version)
  expect(await salesOf(company, FIRST)).toBe(HUNDRED_EUROS)
})

test('a rate that was published otherwise before, and one that jumps, are not taken and named', async () => {
  at(FIRST)
  bank.publish(FIRST)
  await server.operator.operator.updateRates()
  at(FOURTH)
  const company = await seller(sale(FIRST, 'GBP'), sale(THIRD, 'TRY'))
  const publishAgain = (day: string, quotes: Quotes) => bank.publish(day, quotes)
  bank.days.length = 0
  // Of a bundled day and of one that was fetched, the pound is another one now.
  publishAgain(BUNDLED, { USD: EURO, GBP: '0.5' })
  publishAgain(FIRST, { GBP: '0.8' })
  publishAgain(SECOND, { TRY: '20' })
  publishAgain(THIRD, {})
  publishAgain(FOURTH, {})
  const { notices } = await server.operator.operator.updateRates()
  expect(bank.asked.at(-1)).toContain('hist-90d')
  const named = notices.map(({ kind, currency, day }) => `${kind} ${currency} ${day}`)
  expect(named).toContain(`CHANGED GBP ${BUNDLED}`)
  expect(named).toContain(`CHANGED GBP ${FIRST}`)
  expect(named.filter((one) => one.startsWith('JUMP'))).toEqual([`JUMP TRY ${SECOND}`])
  expect(server.log.join('\n')).toContain(`another rate of GBP for ${FIRST}`)
  expect((await server.operator.operator.rates()).notices).toEqual(notices)
  // As published first.
  expect(Number(await salesOf(company, FIRST))).toBeCloseTo((100 * 1.2) / 0.87, 6)
  // What jumped is not there, and the day before is carried on.
  expect(await convert(company, SECOND, 'TRY')).toMatchObject({ rateDate: FIRST })
  expect(await convert(company, THIRD, 'TRY')).toMatchObject({ rateDate: THIRD })
})

test('the operator gives rates where no bank does, and takes them back', async () => {
  at(FIRST)
  const company = await seller(sale(FIRST, 'EGP'), sale(FIRST, 'EUR'))
  expect(await convert(company, FIRST, 'EGP')).toMatchObject({ amount: null })
  const path = join(folder, 'pounds.csv')
  await writeFile(
    path,
    `rate_date,currency,usd_per_unit,source\n${BUNDLED},EGP,0.02,Central Bank of Egypt\n${FIRST},EGP,0.021,Central Bank of Egypt\n${FIRST},EGP,-1,x\n${FIRST},XXX,1,x\n${addDays(FIRST, 1)},EGP,0.02,x\n`,
  )
  expect(await server.operator.operator.importRates({ path })).toMatchObject({
    added: 2,
    companies: 1,
    companiesLeft: 0,
    refusedCount: 3,
    refused: [{ line: 4 }, { line: 5 }, { line: 6 }],
  })
  expect(await convert(company, FIRST, 'EGP')).toMatchObject({ amount: '2.1', rateDate: FIRST })
  const { currencies, renewal } = await server.operator.companySettings.getExchangeRates({
    companyId: company.id,
  })
  expect(renewal.host).toBe(new URL(bank.url).host)
  expect(currencies.filter(({ isUsed }) => isUsed)).toMatchObject([
    { currency: 'EUR', origin: 'BANK', newestDay: BUNDLED, lacking: null },
    { currency: 'EGP', origin: 'OPERATOR', newestDay: FIRST, lacking: null },
  ])
  const pounds = async () =>
    (await server.operator.operator.rates()).currencies.find(({ currency }) => currency === 'EGP')
  expect(await pounds()).toMatchObject({
    origin: 'OPERATOR',
    source: 'Central Bank of Egypt',
    newestDay: FIRST,
    ageDays: 0,
    state: 'FRESH',
  })
  // A day that is given again is the newest word.
  const facts = join(folder, 'pounds.json')
  await writeFile(
    facts,
    JSON.stringify({ exchange_rates: [{ rate_date: FIRST, currency: 'EGP', usd_per_unit: '0.03' }] }),
  )
  const version = await company.publishedVersion()
  expect(await server.operator.operator.importRates({ path: facts })).toMatchObject({
    added: 1,
    companies: 1,
  })
  expect(await convert(company, FIRST, 'EGP')).toMatchObject({ amount: '3' })
  expect(await salesOf(company, FIRST, version)).toBe(plus(HUNDRED_EUROS, '2.1'))
  expect(await salesOf(company, FIRST)).toBe(plus(HUNDRED_EUROS, '3'))

  expect(await server.operator.operator.removeRates({ currency: 'EGP' })).toMatchObject({ companies: 1 })
  expect(await convert(company, FIRST, 'EGP')).toMatchObject({ amount: null })
  expect(await pounds()).toEqual({
    currency: 'EGP',
    origin: 'NONE',
    source: '',
    newestDay: null,
    ageDays: null,
    state: 'NONE',
  })
  await expect(server.operator.operator.removeRates({ currency: 'EGP' })).rejects.toThrow(
    'No rates of EGP were imported.',
  )
})

test("the bank's own file, brought by hand, is as good as asking it", async () => {
  at(THIRD)
  const company = await seller(sale(SECOND))
  const path = join(folder, 'eurofxref-hist.csv')
  await writeFile(
    path,
    `Date,USD,GBP,TRY\n${SECOND},1.25,0.87,52.1\n${FIRST},1.2,0.87,500\n${BUNDLED},${EURO},0.9,\n`,
  )
  const { added, notices } = await server.operator.operator.importRates({ path })
  expect(added).toBe(5)
  expect(notices.map(({ kind, currency, day }) => `${kind} ${currency} ${day}`)).toEqual([
    `CHANGED GBP ${BUNDLED}`,
    `JUMP TRY ${FIRST}`,
  ])
  expect(await salesOf(company, SECOND)).toBe('125')
})

test.each([
  ['nothing.csv', '', 'This file has no usable exchange rates'],
  [
    'costs.csv',
    'sku,valid_from,currency,manufacturing\nMUG,2026-01-01,EUR,3\n',
    'This file has no usable exchange rates',
  ],
  ['page.csv', '<html></html>', 'This file has no usable exchange rates'],
])('%s is refused', async (name, text, reason) => {
  const path = join(folder, name)
  await writeFile(path, text)
  await expect(server.operator.operator.importRates({ path })).rejects.toThrow(reason)
})

test('dirham and riyal are worth what their central banks say, on every day', async () => {
  const day = addDays(BUNDLED, 200)
  at(addDays(day, 2))
  const company = await seller(sale(day, 'AED', '36.725'), sale(day, 'SAR', '37.50'))
  expect(await salesOf(company, day)).toBe('20')
  const { currencies } = await server.operator.operator.rates()
  for (const [currency, peg] of [
    ['AED', '3.6725'],
    ['SAR', '3.75'],
  ] as const)
    expect(currencies.find((one) => one.currency === currency)).toMatchObject({
      origin: 'PEG',
      newestDay: null,
      state: 'FRESH',
      source: expect.stringContaining(`peg of ${peg} to the dollar`),
    })
  expect(currencies.find(({ currency }) => currency === 'EUR')).toMatchObject({ state: 'OLD', ageDays: 202 })
})

test("a company's own rates stay its own, and its newest one for all days follows", async () => {
  at(FIRST)
  const own = await server.company()
  await own.import('facts.json', {
    settlement_lines: [sale(FIRST), sale(FIRST, 'GBP')],
    exchange_rates: [{ rate_date: FIRST, currency: 'EUR', usd_per_unit: '2' }],
  })
  const earlier = addDays(BUNDLED, -40)
  const newest = await seller(sale(earlier))
  await newest.set({ fxPolicy: 'LATEST' })
  expect(await salesOf(newest, earlier)).toBe(HUNDRED_EUROS)
  bank.publish(FIRST)
  expect(await server.operator.operator.updateRates()).toMatchObject({ companies: 2 })
  expect(await convert(own, FIRST)).toMatchObject({ amount: '200' })
  expect(await convert(own, FIRST, 'GBP')).toMatchObject({ rateDate: FIRST })
  expect(await salesOf(newest, earlier)).toBe('120')
})

test('an installation that asks nobody says so', async () => {
  await using quiet = await startTestServer()
  await expect(quiet.operator.operator.updateRates()).rejects.toThrow('SEXTANT_RATES_URL is off')
  expect((await quiet.operator.operator.rates()).renewal.host).toBe(null)
})
