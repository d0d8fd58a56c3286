/** Journals of settlements through the public door: they tie to the statement, and nobody gets those of others. */
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import Fastify, { type FastifyInstance } from 'fastify'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AuditLogInput } from '#contract/admin-inputs.ts'
import { addDays } from '#contract/date-range.ts'
import { AMOUNTS_ARE, JOURNAL_SUBJECTS, partLabel } from '#contract/journal-accounts.ts'
import { MARKETPLACE_CODES } from '#contract/marketplaces.ts'
import type { JournalEntry, JournalQuestion } from '#contract/journals.ts'
import { PNL_LINE_IDS, lineDefinition, TAXED_LINES, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import { VAT_TIE_IDS, vatTieText } from '#contract/vat-report.ts'
import { addMember, listAudit } from '#server/accounts/index.ts'
import { companyOfDownloads } from '#server/downloads.ts'
import { AppError } from '#server/errors.ts'
import { serveJournals } from '#server/features/journals/download-routes.ts'
import { formTest, casesOf, printedSeed } from './support/drawn-cases.ts'
import { RANDOM_RANGE, randomLedger } from './support/random-ledger.ts'
import { startTestServer, type RouterCaller, type TestCompany, type TestServer } from './support/server.ts'
import {
  cents,
  centsText,
  other,
  refund,
  sale,
  settlementOfOne,
  totalOf,
  v2File,
  wideFile,
} from './support/settlement-file.ts'
import { vatReportFile } from './support/vat-report-file.ts'

const LEDGERS = casesOf(2, 60)

let server: TestServer
let company: TestCompany
let app: FastifyInstance
beforeAll(async () => {
  server = await startTestServer()
  company = await server.company({ name: 'Nord & Söhne', defaultCurrency: 'EUR' })
  await company.import('march.txt', v2File(SETTLEMENT))
  const { services, tickets, maintenance } = server
  app = Fastify()
  app.setErrorHandler((error, _request, reply) =>
    reply
      .code(error instanceof AppError ? 409 : 400)
      .send({ code: error instanceof AppError ? error.code : 'INPUT', error: String(error) }),
  )
  const callerOf = () => Promise.resolve({ kind: 'guest' } as const)
  serveJournals(app, services, companyOfDownloads({ services, tickets, maintenance }, callerOf))
})
afterAll(async () => {
  await app.close()
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

/*
 * By hand, in euros. March: 100.00 + 4.90 − 15.00 − 3.10 − 10.00 = 76.80. April: 40.00 − 6.00, −20.00 + 3.00 = 17.00, and
 * a reserve of −30.00 = −13.00. Paid out: 63.80. The sale of 31 March, 22:30 in UTC is one of 1 April in Berlin.
 */
const SETTLEMENT = {
  id: '90000000077',
  start: '2026-03-18',
  end: '2026-04-02',
  currency: 'EUR',
  entries: [
    ...sale({
      order: '302-1',
      at: '2026-03-20 10:00:00',
      marketplace: 'Amazon.de',
      amounts: {
        'ItemPrice Principal': '100.00',
        'ItemPrice Shipping': '4.90',
        'ItemFees Commission': '-15.00',
        'ItemFees FBAPerUnitFulfillmentFee': '-3.10',
      },
    }),
    other('Storage Fee', '-10.00', '2026-03-28 10:00:00'),
    ...sale({
      order: '302-2',
      at: '2026-03-31 22:30:00',
      marketplace: 'Amazon.de',
      amounts: { 'ItemPrice Principal': '40.00', 'ItemFees Commission': '-6.00' },
    }),
    ...refund({
      order: '302-1',
      at: '2026-04-01 10:00:00',
      marketplace: 'Amazon.de',
      amounts: { 'ItemPrice Principal': '-20.00', 'ItemFees Commission': '3.00' },
    }),
    other('Current Reserve Amount', '-30.00', '2026-04-01 12:00:00'),
  ],
}
/** Of lines without a source: 0 in the answer, and empty in a file. */
const UNSAID = /^(inventoryLosses|marketing|operatingExpenses|advertisingS[pbd]|cogs(?!Returned).*)$/
const NAME = { settlementId: SETTLEMENT.id }

async function settlementOf(of = company, settlementId = SETTLEMENT.id) {
  const found = (await server.operator.journals.list({ companyId: of.id })).find(
    (one) => one.settlementId === settlementId,
  )!
  const { account } = found
  return server.operator.journals.get({ companyId: of.id, account, settlementId })
}

async function download(
  what: JournalQuestion,
  calls: RouterCaller = server.operator,
  of: { ticketOf?: string; companyId?: string } = {},
) {
  const { ticket } = await calls.journals.getDownloadTicket({
    companyId: of.ticketOf ?? company.id,
    download: what,
  })
  const query = new URLSearchParams({
    companyId: of.companyId ?? company.id,
    download: JSON.stringify(what),
    ticket,
  })
  return app.inject(`/files/journals?${query.toString()}`)
}

/** The text of each file of an archive. */
/** The files of the archive of a month. */
const packageOf = async (of: { id: string }, format: 'CSV' | 'DATEV' = 'CSV') =>
  filesIn(
    await download({ what: 'PACKAGE', format, month: '2026-03' }, server.operator, {
      ticketOf: of.id,
      companyId: of.id,
    }),
  )

const filesIn = ({ rawPayload }: Awaited<ReturnType<typeof download>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(unzipSync(rawPayload)).map(([name, content]) => [name, Buffer.from(content).toString()]),
  )
const rowsIn = (file: string) => parse(file, { bom: true, columns: true }) as Record<string, string>[]

test('the worked example: two journals by local days, which carry over and pay out', async () => {
  const { state, payout, journals } = await settlementOf()
  expect([state, payout]).toEqual(['BALANCED', '63.8'])
  expect(
    journals.map(({ date, debit, entries }) => [
      date,
      debit,
      entries.map((entry) => [entry.name, entry.debit ?? `-${entry.credit}`]),
    ]),
  ).toEqual([
    [
      '2026-03-31',
      '104.9',
      [
        ['Amazon sales', '-104.9'],
        ['Amazon selling fees', '15'],
        ['Amazon fulfilment fees', '3.1'],
        ['Amazon storage fees', '10'],
        ['Amazon settlements carried over', '76.8'],
      ],
    ],
    [
      expect.stringMatching(/^2026-04-0[12]$/),
      '116.8',
      [
        ['Amazon sales', '-40'],
        ['Amazon refunds', '20'],
        ['Amazon selling fees', '3'],
        ['Amazon reserves', '30'],
        ['Amazon settlements carried over', '-76.8'],
        ['Amazon clearing', '63.8'],
      ],
    ],
  ])
})

test('a part of a journal leads to the lines of its file', async () => {
  const { account } = await settlementOf()
  const rowsOf = (month: string, marketplace: 'DE' | '' = 'DE') =>
    server.operator.journals.getRows({
      companyId: company.id,
      account,
      ...NAME,
      month,
      line: 'productSales',
      marketplace,
    })
  expect(await rowsOf('2026-04')).toMatchObject({
    rowCount: 1,
    rows: [{ amount: '40', day: '2026-04-01', orderId: '302-2', fileName: 'march.txt', converted: '40' }],
  })
  expect(await rowsOf('2026-05')).toEqual({ rowCount: 0, rows: [] })
  await expect(
    server.operator.journals.getRows({
      companyId: company.id,
      account: 'nobody',
      ...NAME,
      month: '2026-04',
      line: 'productSales',
      marketplace: 'DE',
    }),
  ).rejects.toMatchObject({ cause: { code: 'SETTLEMENT_UNKNOWN' } })
})

test(
  `${LEDGERS} random ledgers: each line of the statement is what the journals of its month book, and what they leave out`,
  async () => {
    let cases = 0
    let booked = 0
    let compared = 0
    let added = 0
    await fc.assert(
      fc.asyncProperty(randomLedger, async (ledger) => {
        cases++
        const seller = await server.company({ defaultCurrency: 'EUR' })
        for (const [place, { settlement, seller: whose, layouts }] of ledger.settlements.entries()) {
          const file = layouts[0] === 'V2' ? v2File(settlement) : wideFile(settlement)
          await seller.import(`${place}.txt`, file, whose)
        }
        const list = await server.operator.journals.list({ companyId: seller.id })
        expect(list).toHaveLength(ledger.settlements.length)
        const journals = []
        for (const { account, settlementId, state, payout } of list) {
          const found = await server.operator.journals.get({ companyId: seller.id, account, settlementId })
          const { settlement } = ledger.settlements.find((one) => one.settlement.id === settlementId)!
          // What the file states, in cents.
          const stated = cents(totalOf(settlement.entries)) * 10_000_000n
          expect([nano(payout!), state]).toEqual([stated, 'BALANCED'])
          for (const { entries, debit } of found.journals) {
            expect([sumOfSide(entries, 'debit'), sumOfSide(entries, 'credit')]).toEqual([
              nano(debit),
              nano(debit),
            ])
            // Parts are signed as in the statement: what is earned is credited.
            for (const { kind, parts, ...entry } of entries.filter(({ kind }) => kind === 'LINES'))
              expect([kind, sumOf(parts)]).toEqual([
                kind,
                sumOfSide([entry], 'credit') - sumOfSide([entry], 'debit'),
              ])
          }
          const balances = (kind: JournalEntry['kind']) => {
            const ofKind = found.journals.flatMap(({ entries }) => entries.filter((one) => one.kind === kind))
            return sumOfSide(ofKind, 'debit') - sumOfSide(ofKind, 'credit')
          }
          // What is carried from one month to the next comes in again there.
          expect([balances('PAYOUT'), balances('LINES'), balances('CARRIED_OVER')]).toEqual([
            stated,
            -stated,
            0n,
          ])
          added++
          journals.push(...found.journals.map((journal) => ({ ...journal, currency: found.currency })))
        }
        booked += journals.length
        const range = { ...RANDOM_RANGE, currency: 'EUR' } as const
        const explained = await Promise.all(
          (['netProfit', 'memo'] as const).map((id) => seller.explain(id, range, { limit: 500 })),
        )
        const rows = explained.flatMap((one) => one.rows)
        expect(rows).toHaveLength(explained.reduce((count, { rowCount }) => count + rowCount, 0))
        const columns = (await seller.pnl({ ...range, dateInterval: 'MONTHLY' })).rows.filter(
          ({ column }) => column === 'bucket',
        )
        for (const column of columns)
          for (const id of LINES) {
            const month = column.periodStart
            const ofLine = rows.filter(
              ({ line, day }) => line === id && day.slice(0, 7) === month.slice(0, 7),
            )
            // In each currency by itself: nothing is converted.
            for (const currency of ['EUR', 'GBP', 'USD']) {
              const held = ofLine.filter((row) => row.currency === currency)
              const leftOut = held.filter(({ kind }) => kind !== 'AMOUNT')
              const inJournals = journals
                .filter((journal) => journal.month === month && journal.currency === currency)
                .flatMap(({ entries }) => entries.flatMap(({ parts }) => parts))
                .filter(({ line }) => line === id)
              expect(sumOf(inJournals) + sumOf(leftOut), `${id} ${month} ${currency}`).toBe(sumOf(held))
            }
            const value = column.lines[id].value
            if (value === null || ofLine.some((row) => row.currency !== 'EUR')) continue
            // The statement has six digits.
            const difference = sumOf(ofLine) - nano(value)
            expect(difference < 1_000n && difference > -1_000n, `${id} ${month}`).toBe(true)
            compared++
          }
      }),
      { numRuns: LEDGERS, seed: printedSeed(), endOnFailure: true },
    )
    expect(cases).toBe(LEDGERS)
    expect(booked).toBeGreaterThan(LEDGERS)
    expect(added).toBeGreaterThanOrEqual(LEDGERS)
    expect(compared).toBeGreaterThan(LEDGERS * LINES.length)
  },
  60_000 + LEDGERS * 60_000,
)

const LINES = PNL_LINE_IDS.filter(
  (id) =>
    lineDefinition(id).unit === undefined &&
    !PNL_LINE_IDS.some((other) => lineDefinition(other).parent === id),
).filter(
  (id) =>
    lineDefinition(id).sumOf === undefined && !['deferredNetProceeds', 'operatingExpenses'].includes(id),
)
const sumOf = (rows: readonly { amount: string }[]) =>
  rows.reduce((sum, { amount }) => sum + nano(amount), 0n)
const sumOfSide = (entries: readonly Pick<JournalEntry, 'debit' | 'credit'>[], side: 'debit' | 'credit') =>
  entries.reduce((sum, entry) => sum + nano(entry[side] ?? '0'), 0n)
function nano(value: string): bigint {
  const [whole = '0', fraction = ''] = value.split('.')
  return BigInt(`${whole}${fraction.padEnd(9, '0')}`)
}

/*
 * By hand, in pounds, at 20 %. The seller owes the tax of what businesses buy (302-21, 302-23) and of a consumer's order whose
 * tax Amazon says nothing of (302-24); Amazon collects that of consumers. Owed: 120.00 + 6.00 + 36.00 − 24.00 + 60.00 = 198.00, of which
 * 33.00 is tax. Collected by Amazon: 100.00 + 5.00 − 25.00 without lines of tax − 50.00 with them = 90.00.
 */
const BRITISH = {
  id: '90000000095',
  start: '2026-03-02',
  end: '2026-03-16',
  currency: 'GBP',
  entries: [
    ['302-21', 'B', 'Order', ['Principal 100.00', 'Tax 20.00', 'Shipping 5.00', 'ShippingTax 1.00']],
    ['302-22', 'C', 'Order', ['Principal 100.00', 'Tax 20.00', 'Shipping 5.00', 'ShippingTax 1.00']],
    // Of one order, as it is where one parcel comes from abroad.
    ['302-23', 'B', 'Order', ['Principal 30.00', 'Tax 6.00']],
    ['302-23', 'C', 'Order', ['Principal 60.00', 'Tax 12.00'], 'SKU-2'],
    ['302-21', 'B', 'Refund', ['Principal -20.00', 'Tax -4.00']],
    ['302-22', '-', 'Refund', ['Principal -25.00']],
    ['302-23', 'C', 'Refund', ['Principal -50.00', 'Tax -10.00'], 'SKU-2'],
    ['302-24', '-', 'Order', ['Principal 60.00']],
  ] as const,
}
const ofBritish = ([order, buyer, type, prices, sku]: (typeof BRITISH.entries)[number]) =>
  (type === 'Order' ? sale : refund)({
    order,
    sku: sku ?? 'SKU-1',
    item: `${order}-${sku ?? 1}`,
    at: `2026-03-${type === 'Order' ? '05' : '12'} 10:00:00`,
    marketplace: 'Amazon.co.uk',
    amounts: Object.fromEntries(
      prices.flatMap((price) => {
        const [name, amount] = price.split(' ') as [string, string]
        const isKept = buyer === 'C' && name.endsWith('Tax')
        const kept = centsText(-cents(amount))
        return [
          [`ItemPrice ${name}`, amount],
          ...(isKept
            ? [
                [
                  `ItemWithheldTax MarketplaceFacilitatorVAT-${name === 'Tax' ? 'Principal' : 'Shipping'}`,
                  kept,
                ],
              ]
            : []),
        ]
      }),
    ),
  })

test('of what is booked with a tax code the tax is that of the statement: sales whose tax Amazon collects stand beside it', async () => {
  const of = await server.company({ defaultCurrency: 'GBP' })
  await of.set({ vatRates: [{ marketplace: 'GB', validFrom: '2000-01-01', rate: '0.2' }] })
  await of.import('march.txt', v2File({ ...BRITISH, entries: BRITISH.entries.flatMap(ofBritish) }))
  const code = { marketplace: 'GB' as const, code: '', name: 'Sales', taxCode: '20%' }
  await server.operator.journals.setSettings({
    companyId: of.id,
    revision: 0,
    accounts: TAXED_LINES.map((subject) => ({ ...code, subject })),
    bookCurrency: 'GBP',
    datev: null,
  })
  const { account, state, journals } = await settlementOf(of, BRITISH.id)
  expect(state).toBe('BALANCED')
  const lines = journals.flatMap(({ entries }) => entries.filter(({ kind }) => kind === 'LINES'))
  expect(lines.map(({ taxCode, credit, parts }) => [taxCode, credit, parts.map(partLabel)])).toEqual([
    ['20%', '198', ['Product sales', 'Shipping', 'Refunded products']],
    [
      '',
      '90',
      ['Product sales', 'Shipping', 'Refunded products'].map((line) => `${line}, tax collected by Amazon`),
    ],
  ])
  // At 20 % a sixth is tax.
  const { lines: statement } = await of.pnl({ from: '2026-03-01', to: '2026-03-31', currency: 'GBP' })
  expect(nano(lines[0]!.credit!) / 6n).toBe(-nano(statement.salesVat!))
  const { rows } = await server.operator.vatReport.getData({
    companyId: of.id,
    currencyCode: 'GBP',
    startDate: '2026-03-01',
    endDate: '2026-03-31',
  })
  expect(rows.reduce((sum, { own }) => sum + nano(own.vat ?? '0'), 0n)).toBe(33_000_000_000n)
  // Each part leads to its own rows.
  const rowsOf = (isTaxKept: boolean) =>
    server.operator.journals.getRows({
      companyId: of.id,
      account,
      settlementId: BRITISH.id,
      month: '2026-03',
      line: 'refundedProductSales',
      marketplace: 'GB',
      isTaxKept,
    })
  expect((await rowsOf(false)).rows.map(({ orderId, amount }) => [orderId, amount])).toEqual([
    ['302-21', '-20'],
    ['302-21', '-4'],
  ])
  expect((await rowsOf(true)).rows.map(({ orderId, amount }) => [orderId, amount])).toEqual([
    ['302-22', '-25'],
    ['302-23', '-50'],
  ])
})

const account = { marketplace: null, code: '1360', name: 'Geldtransit', taxCode: '' }

test('accounts are kept by those who keep the books, one after another, and only such as can be written', async () => {
  const of = await server.company({ defaultCurrency: 'EUR' })
  const set = (calls: RouterCaller, revision: number, more: object = {}) =>
    calls.journals.setSettings({
      companyId: of.id,
      revision,
      accounts: [{ subject: 'PAYOUT' as const, ...account }],
      bookCurrency: 'EUR',
      datev: null,
      ...more,
    })
  const people = await Promise.all(['v@example.com', 'a@example.com'].map((email) => server.person(email)))
  const [viewer, accountant] = people as [(typeof people)[0], (typeof people)[0]]
  await addMember(server.services.accounts, { id: of.id }, viewer.user, 'VIEWER')
  await addMember(server.services.accounts, { id: of.id }, accountant.user, 'ACCOUNTANT')
  await expect(set(viewer.calls, 0)).rejects.toMatchObject({ cause: { code: 'ROLE_TOO_SMALL' } })
  expect(await set(accountant.calls, 0)).toMatchObject({ revision: 1, changedBy: 'a@example.com' })
  await expect(set(accountant.calls, 0)).rejects.toMatchObject({
    cause: { code: 'JOURNAL_SETTINGS_CHANGED' },
  })
  await expect(set(accountant.calls, 7)).rejects.toMatchObject({
    cause: { code: 'JOURNAL_SETTINGS_CHANGED' },
  })
  expect(await set(accountant.calls, 1)).toMatchObject({ revision: 2 })
  const entry = { subject: 'PAYOUT', ...account }
  for (const accounts of [
    [entry, entry],
    [{ ...entry, name: '=1+1' }],
    [{ ...entry, code: 'x'.repeat(21) }],
    [{ ...entry, name: 'a\nb' }],
    [{ ...entry, subject: 'netProfit' }],
    Array.from({ length: 1_501 }, () => entry),
  ])
    await expect(set(accountant.calls, 2, { accounts })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  for (const datev of [
    { consultantNumber: 1, clientNumber: 1, fiscalYearStart: '01-01', accountLength: 4 },
    { consultantNumber: 1001, clientNumber: 1, fiscalYearStart: '13-01', accountLength: 4 },
    { consultantNumber: 1001, clientNumber: 1, fiscalYearStart: '01-01', accountLength: 9 },
  ])
    await expect(set(accountant.calls, 2, { datev })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('the audit log says what changed, and is short whatever was said', async () => {
  const of = await server.company({ defaultCurrency: 'EUR' })
  const { journals, sqp, companies } = server.operator
  const details = async () => {
    const { entries } = await listAudit(server.services.accounts, AuditLogInput.parse({ company: of.id }))
    for (const entry of entries)
      expect(Buffer.byteLength(JSON.stringify(entry.details ?? '')), entry.action).toBeLessThan(11_000)
    return entries[0]!.details
  }
  const long = '漢'.repeat(100)
  const accounts = JOURNAL_SUBJECTS.flatMap((subject) =>
    MARKETPLACE_CODES.map((marketplace) => ({
      subject,
      marketplace,
      code: '9'.repeat(20),
      name: long,
      taxCode: '',
    })),
  )
  expect(accounts.length).toBeGreaterThan(500)
  const settings = { companyId: of.id, accounts, bookCurrency: 'EUR', datev: null } as const
  await journals.setSettings({ ...settings, revision: 0 })
  expect(await details()).toMatchObject({ before: null, shortened: expect.stringContaining('bytes') })
  const [first, ...rest] = accounts
  const changed = { ...first!, code: '1' }
  await journals.setSettings({ ...settings, accounts: [...rest, changed], revision: 1 })
  expect(await details()).toEqual({ before: { accounts: [first] }, after: { accounts: [changed] } })

  await sqp.setBrandAliases({
    companyId: of.id,
    brandAliases: Array.from({ length: 100 }, (_, index) => `${index}${long}`.slice(0, 100)),
  })
  await details()
  await companies.set({
    companyId: of.id,
    name: 'Short',
    vatRates: Array.from({ length: 300 }, (_, index) => ({
      marketplace: 'DE' as const,
      validFrom: addDays('2000-01-01', index),
      rate: '0.190001',
    })),
  })
  expect(await details()).toMatchObject({ name: 'Short', vatRates: expect.stringMatching(/^\[.* …$/) })
})

test('a settlement that is not whole has no journal and keeps a download from pretending', async () => {
  const of = await server.company({ defaultCurrency: 'EUR' })
  await of.import('half.txt', v2File(SETTLEMENT, { entries: SETTLEMENT.entries.slice(0, 4) }))
  const [found] = await server.operator.journals.list({ companyId: of.id })
  expect(found).toMatchObject({ state: 'INCOMPLETE', months: [], lacking: [] })
  const chosen: JournalQuestion = {
    what: 'CHOSEN',
    format: 'CSV',
    settlements: [{ account: found!.account, ...NAME }],
  }
  const answer = await download(chosen, server.operator, { ticketOf: of.id, companyId: of.id })
  expect(answer.json()).toMatchObject({ code: 'JOURNALS_MISSING' })
  const month = { what: 'MONTH', format: 'CSV', month: '2026-03' } as const
  const none = await download(month, server.operator, { ticketOf: of.id, companyId: of.id })
  expect(none.json()).toMatchObject({ code: 'JOURNALS_MISSING' })
})

test('tables of a month are written as the person who downloads it writes numbers, and files of programs as these ask', async () => {
  const notation = { decimal: ',', delimiter: ';' } as const
  const files = filesIn(await download({ what: 'PACKAGE', format: 'CSV', month: '2026-03', notation }))
  const rowsOf = (name: string) =>
    parse(files[`month-2026-03/${name}`]!, { bom: true, columns: true, delimiter: ';' }) as Record<
      string,
      string
    >[]
  const valueOf = (rows: Record<string, string>[], head: string, name: string) =>
    rows.find((row) => (row['Id'] ?? row['Source']) === name)![head]
  const { lines } = await company.pnl({ from: '2026-03-01', to: '2026-03-31', currency: 'EUR' })
  const inPlace = (value: string) => value.replace('.', ',')
  expect(lines.salesVat).toContain('.')
  expect(valueOf(rowsOf('statement-2026-03.csv'), 'Value', 'salesVat')).toBe(inPlace(lines.salesVat!))
  expect(rowsOf('reconciliation-2026-03.csv')).toMatchObject([
    { Settlement: SETTLEMENT.id, Start: SETTLEMENT.start, 'Sum of lines': '63,8', Payout: '63,8' },
  ])
  expect(valueOf(rowsOf('vat-2026-03.csv'), 'VAT, EUR', 'VAT in sales, as the statement has it')).toBe(
    inPlace(lines.salesVat!).replace('-', ''),
  )
  expect(rowsOf('journals/journals-2026-03.csv')).toContainEqual(
    expect.objectContaining({ Date: '2026-03-31', 'Account name': 'Amazon sales', Credit: '104,90' }),
  )
  const quickBooks = filesIn(
    await download({ what: 'PACKAGE', format: 'QUICKBOOKS', month: '2026-03', notation }),
  )
  expect(rowsIn(quickBooks['month-2026-03/journals/journals-2026-03-quickbooks.csv']!)).toContainEqual(
    expect.objectContaining({ 'Account Name': 'Amazon sales', Credits: '104.90' }),
  )
})

test('the statement of a month that is not over ends with its data, expenses too', async () => {
  const own = await server.company({ name: 'Running', defaultCurrency: 'EUR' })
  const then = server.now
  server.now = new Date('2026-03-25T12:00:00Z')
  await own.import(
    'march.txt',
    v2File({ ...SETTLEMENT, id: '90000000088', end: '2026-03-21', entries: SETTLEMENT.entries.slice(0, 4) }),
  )
  const rent = { name: 'Rent', category: 'Rent', amount: '310.00', currency: 'EUR', frequency: 'MONTHLY' }
  await own.import('rent.json', { expenses: [{ ...rent, start_date: '2026-03-01' }] })
  const { lines } = await own.pnl({ from: '2026-03-01', to: '2026-03-20', currency: 'EUR' })
  const rows = rowsIn((await packageOf(own))['month-2026-03/statement-2026-03.csv']!)
  server.now = then
  const valueOf = (id: string) => rows.find((row) => row['Id'] === id)!['Value']
  expect(valueOf('operatingExpenses')).toBe('-200')
  expect(valueOf('netProfit')).toBe(lines.netProfit)
})

test('a month as one archive: statement, reconciliation, journals, and what has to be known of them', async () => {
  const what = { what: 'PACKAGE', format: 'CSV', month: '2026-03' } as const
  const answer = await download(what)
  expect(answer.headers['content-disposition']).toContain('month-2026-03.zip')
  const files = filesIn(answer)
  expect(Object.keys(files)).toEqual([
    'month-2026-03/README.txt',
    'month-2026-03/statement-2026-03.csv',
    'month-2026-03/reconciliation-2026-03.csv',
    'month-2026-03/vat-2026-03.csv',
    'month-2026-03/journals/journals-2026-03.csv',
  ])
  const rowsOf = (name: string) => rowsIn(files[`month-2026-03/${name}`]!)
  const { lines } = await company.pnl({ from: '2026-03-01', to: '2026-03-31', currency: 'EUR' })
  const unsaid = Object.fromEntries(PNL_LINE_IDS.filter((id) => UNSAID.test(id)).map((id) => [id, null]))
  expect(
    Object.fromEntries(rowsOf('statement-2026-03.csv').map((row) => [row['Id'], row['Value'] || null])),
  ).toEqual({ ...lines, ...unsaid })
  expect(rowsOf('reconciliation-2026-03.csv')).toMatchObject([
    {
      Settlement: SETTLEMENT.id,
      'Sum of lines': '63.8',
      Payout: '63.8',
      Difference: '0',
      Journal: 'Balanced',
    },
  ])
  const vat = Object.fromEntries(rowsOf('vat-2026-03.csv').map((row) => [row['Source'], row['VAT, EUR']]))
  const ofStatement = vat['VAT in sales, as the statement has it']!
  expect(nano(ofStatement)).toBe(-nano(lines.salesVat!))
  expect(Object.fromEntries(VAT_TIE_IDS.map((id) => [id, vat[vatTieText(id)]]))).toEqual({
    statement: ofStatement,
    replaced: '0',
    calculated: ofStatement,
    reported: '0',
    owed: ofStatement,
    difference: '0',
  })
  const journal = rowsOf('journals/journals-2026-03.csv')
  const side = (name: string) => journal.reduce((sum, row) => sum + nano(row[name] || '0'), 0n)
  expect([side('Debit'), side('Credit')]).toEqual([nano('104.9'), nano('104.9')])
  const readme = files['month-2026-03/README.txt']!
  for (const said of [
    'Company: Nord & Söhne',
    'Month: 2026-03',
    `Version of its numbers: ${await company.publishedVersion()}`,
    `Read at: ${server.now.toISOString()}`,
    'of 1 settlement\r\n',
    'Files begin on 2026-03-18',
    'There is no advertising data.',
    AMOUNTS_ARE.CSV,
  ])
    expect(readme).toContain(said)
  expect(readme).not.toContain('null')
  expect(readme).not.toContain('after the closing')
  expect((await download(what)).rawPayload.equals(answer.rawPayload)).toBe(true)

  const version = await company.publishedVersion()
  await server.operator.accounting.closeMonths({ companyId: company.id, months: ['2026-03'] })
  await company.set({ fxPolicy: 'LATEST' })
  const closed = filesIn(await download(what))['month-2026-03/README.txt']!
  expect(closed).toContain(`Version of its numbers: ${version}, which the month was closed at on `)
  expect(closed).toContain('exchange rates of each day')
  expect(closed).toContain('Journals are booked by the closing where it has all that Amazon paid; ')
  await company.set({ fxPolicy: 'DAILY' })
  await server.operator.accounting.reopenMonth({ companyId: company.id, month: '2026-03', reason: 'Done' })
})

test('rows of the VAT file say what tells them apart: whose number, how many, and how the tax came about', async () => {
  const of = await server.company({ defaultCurrency: 'GBP' })
  await of.set({ vatRates: [{ marketplace: 'GB', validFrom: '2000-01-01', rate: '0.2' }] })
  await of.import('march.txt', v2File({ ...BRITISH, entries: BRITISH.entries.flatMap(ofBritish) }))
  const sold = (id: string, units: number, number: string, rest: string) =>
    `A|2026-03|Amazon.de|22-03-2026|SALE|${id}|MUG|${units}|${number}|DE|FR|UNION-OSS|SELLER||${rest}`
  await of.import(
    'vat.txt',
    vatReportFile(sold('T1', 1, 'DE', '0.2|EUR|100|20|120'), sold('T2', 3, 'FR', '0.2|EUR|50|10|60')),
  )
  const rows = rowsIn((await packageOf(of))['month-2026-03/vat-2026-03.csv']!)
  const groups = rows.filter((row) => row['How'] !== '')
  const heads = ['Source', 'How', 'VAT number of', 'Units', 'VAT']
  expect(groups.map((row) => heads.map((head) => row[head]).join(' | ')).toSorted()).toEqual([
    'Calculated | rate of the company |  |  | 10',
    'Calculated | tax collected by Amazon |  |  | ',
    'Calculated | tax lines of settlements |  |  | 23',
    'VAT transactions report | stated | DE | 1 | 20',
    'VAT transactions report | stated | FR | 3 | 10',
  ])
  const tie = Object.fromEntries(rows.map((row) => [row['Source'], row['VAT, GBP']]))
  const amountOf = (id: (typeof VAT_TIE_IDS)[number]) => nano(tie[vatTieText(id)]!)
  expect(amountOf('owed')).toBe(amountOf('calculated') + amountOf('reported'))
  expect([tie[vatTieText('calculated')], amountOf('reported') > 0n]).toEqual(['33', true])
})

formTest(
  'a name that is placed after the closing moves in no journal of the closed month, unless a file changed its sum',
  async () => {
    const of = await server.company({ defaultCurrency: 'EUR' })
    const name = {
      transactionType: 'other-transaction',
      amountType: 'other-transaction',
      amountDescription: 'Brand-new charge',
    }
    const settled = (id: string, charge: string) =>
      v2File({
        id,
        start: '2026-03-18',
        end: '2026-04-02',
        currency: 'EUR',
        entries: [
          ...SETTLEMENT.entries.slice(0, 4),
          ...['2026-03-24', '2026-04-01'].map((day) =>
            other(name.amountDescription, charge, `${day} 10:00:00`),
          ),
        ].map((entry) => (entry.order ? { ...entry, order: `${entry.order}-${id}` } : entry)),
      })
    await of.import('march.txt', settled('90000000098', '-50.00'))
    const calls = server.operator
    const [fallback] = (await calls.profitAndLoss.getUnmapped({ companyId: of.id })).names
    expect(fallback).toMatchObject({ ...name, places: [] })
    const whereOf = async (id: string) =>
      (await settlementOf(of, id)).journals.map(({ entries, debit }) => [
        debit,
        entries.flatMap(({ parts }) =>
          parts.filter(({ amount }) => /^-(50|20)$/.test(amount)).map(({ line }) => line),
        ),
      ])
    const before = await whereOf('90000000098')
    await calls.accounting.closeMonths({ companyId: of.id, months: ['2026-03'] })
    const places = [{ validFrom: '2025-01-01', line: 'promotionFees' as const }]
    const moves = await calls.profitAndLoss.previewMapping({ companyId: of.id, ...name, places })
    expect(moves.map(({ month }) => month)).toEqual(['2026-04-01'])
    await calls.profitAndLoss.setMapping({ companyId: of.id, ...name, places, seen: [] })
    // March is what the preview says: as in its statement.
    const [march, april] = before as [(typeof before)[0], (typeof before)[0]]
    expect(await whereOf('90000000098')).toEqual([march, [april[0], ['promotionFees']]])
    expect(march[1]).toEqual([fallback!.fallback])
    const { lines } = await of.pnl({ from: '2026-03-01', to: '2026-03-31', currency: 'EUR' })
    expect([lines[fallback!.fallback], lines.promotionFees]).toEqual(['-50', '0'])
    const { account, journals } = await settlementOf(of, '90000000098')
    const { marketplace } = journals[0]!.entries
      .flatMap(({ parts }) => parts)
      .find(({ amount }) => amount === '-50')!
    const behind = (line: PnlLine, month: string) =>
      calls.journals.getRows({
        companyId: of.id,
        account,
        settlementId: '90000000098',
        month,
        line,
        marketplace: marketplace as 'DE' | '',
      })
    expect((await behind(fallback!.fallback, '2026-03')).rows.map(({ amount }) => amount)).toEqual(['-50'])
    expect((await behind('promotionFees', '2026-03')).rowCount).toBe(0)
    expect((await behind('promotionFees', '2026-04')).rowCount).toBe(1)
    // A settlement of which nothing was there at the closing is booked as it is now.
    await of.import('late.txt', settled('90000000099', '-20.00'))
    expect((await whereOf('90000000099')).map(([, where]) => where)).toEqual([
      ['promotionFees'],
      ['promotionFees'],
    ])
    await calls.accounting.reopenMonth({ companyId: of.id, month: '2026-03', reason: 'Placed' })
    expect((await whereOf('90000000098'))[0]).toEqual([march[0], ['promotionFees']])
  },
)

test('a settlement that comes to nothing in a month is booked with its lines, whether the month is closed or not', async () => {
  const of = await server.company({ defaultCurrency: 'EUR' })
  // All that is left is held back, so that nothing is paid out.
  const heldBack = (id: string) =>
    v2File({
      id,
      start: '2026-03-18',
      end: '2026-03-30',
      currency: 'EUR',
      entries: [
        ...sale({
          order: `302-${id}`,
          at: '2026-03-20 10:00:00',
          marketplace: 'Amazon.de',
          amounts: { 'ItemPrice Principal': '100.00', 'ItemFees Commission': '-15.00' },
        }),
        other('Current Reserve Amount', '-85.00', '2026-03-28 12:00:00'),
      ],
    })
  const bookedOf = async (id: string) => {
    const { state, journals } = await settlementOf(of, id)
    const amounts = journals.flatMap(({ entries }) =>
      entries.flatMap(({ parts }) => parts.map(({ amount }) => Number(amount))),
    )
    return { state, amounts: amounts.toSorted((a, b) => a - b) }
  }
  const booked = { state: 'BALANCED', amounts: [-85, -15, 100] }
  await of.import('one.txt', heldBack('90000000101'))
  expect(await bookedOf('90000000101')).toEqual(booked)
  await server.operator.accounting.closeMonths({ companyId: of.id, months: ['2026-03'] })
  expect(await bookedOf('90000000101')).toEqual(booked)
  // Nobody knew of it when the month was closed.
  await of.import('two.txt', heldBack('90000000102'))
  expect(await bookedOf('90000000102')).toEqual(booked)
})

formTest(
  'stock of a month in the archive: units as they came and went, at the cost of their days, and tied to the statement',
  async () => {
    const of = await server.company({ defaultCurrency: 'EUR' })
    await of.import('march.txt', v2File(SETTLEMENT))
    const place = { marketplace: 'DE', location: 'DE', sku: 'MUG', fnsku: 'X1', disposition: 'SELLABLE' }
    // Facts as the reader of Amazon's ledger makes them: what goes without its sign, what comes back as found.
    const damaged = { ...place, disposition: 'WAREHOUSE_DAMAGED' }
    const stocked = await of.import('stock.json', {
      product_costs: [
        { sku: 'MUG', valid_from: '2026-01-01', currency: 'EUR', manufacturing: '4.00', freight: '0.50' },
        { sku: 'MUG', valid_from: '2026-03-15', currency: 'EUR', manufacturing: '5.00', freight: '0.50' },
      ],
      inventory_ledger: [
        // Of another month.
        { ...place, date: '2026-02-28', starting_balance: 99, receipts: 1, ending_balance: 100 },
        {
          ...place,
          date: '2026-03-01',
          starting_balance: 100,
          receipts: 50,
          customer_shipments: -10,
          lost: 2,
          ending_balance: 138,
        },
        {
          ...place,
          date: '2026-03-31',
          starting_balance: 138,
          customer_shipments: -8,
          customer_returns: 1,
          damaged: 1,
          ending_balance: 130,
        },
        { ...damaged, date: '2026-03-31', starting_balance: 0, found: 1, ending_balance: 1 },
      ],
    })
    expect(stocked).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
    const archive = () => packageOf(of)
    const files = await archive()
    const [mug, ...below] = rowsIn(files['month-2026-03/stock-2026-03.csv']!)
    expect(mug).toMatchObject({
      'Seller account': 'Europe',
      Marketplace: 'DE',
      SKU: 'MUG',
      'First day': '2026-03-01',
      'Last day': '2026-03-31',
      'Opening stock': '100',
      Received: '50',
      'Shipped to customers': '-18',
      'Returned by customers': '1',
      // No row says anything of it.
      'Sent back to you': '',
      Lost: '-2',
      Damaged: '-1',
      Found: '1',
      'Closing stock, sellable': '130',
      'Closing stock, not sellable': '1',
      Unexplained: '0',
      'Opening value, EUR': '450',
      'Closing value, sellable, EUR': '715',
      'Closing value, not sellable, EUR': '5.5',
      'Written off, EUR': '14.5',
    })
    const rolled = rowsIn(files['month-2026-03/stock-value-2026-03.csv']!)
    expect(rolled.filter((row) => row['Value, EUR'] !== '').map((row) => Object.values(row))).toEqual([
      ['Opening stock', '100', '450'],
      ['Received', '50', '275'],
      ['Shipped to customers', '-18', '-99'],
      ['Returned by customers', '1', '5.5'],
      ['Found', '1', '5.5'],
      ['Lost', '-2', '-11'],
      ['Damaged', '-1', '-5.5'],
      ['Unexplained', '0', '0'],
      ['New costs and exchange rates', '', '100'],
      ['Closing stock', '131', '720.5'],
    ])
    const { lines } = await of.pnl({ from: '2026-03-01', to: '2026-03-31', currency: 'EUR' })
    expect(lines.inventoryLosses).toBe('-14.5')
    expect(below.map((row) => [row['Seller account'], row['Written off, EUR']])).toEqual([
      ['All products', '14.5'],
      ['Lost and damaged stock in the statement', '-14.5'],
      ['Difference', '0'],
    ])
    expect(below[0]).toMatchObject({ 'Opening value, EUR': '450', 'Closing value, sellable, EUR': '715' })
    const readme = files['month-2026-03/README.txt']!
    expect(readme).toContain(
      'The inventory ledger of Europe knows 2 of 31 days of the month, from 2026-03-01 to 2026-03-31',
    )
    // What nobody knows the cost of has no value, and no sum has one that leaves it out.
    await of.import('more.json', {
      inventory_ledger: [
        {
          ...place,
          sku: 'CUP',
          fnsku: 'X2',
          date: '2026-03-31',
          starting_balance: 3,
          lost: 1,
          ending_balance: 1,
        },
      ],
    })
    const more = await archive()
    const rows = rowsIn(more['month-2026-03/stock-2026-03.csv']!)
    expect(rows.find((row) => row['SKU'] === 'CUP')).toMatchObject({
      'Opening stock': '3',
      Unexplained: '-1',
      'Opening value, EUR': '',
      'Written off, EUR': '',
    })
    expect(rows.find((row) => row['Seller account'] === 'All products')).toMatchObject({
      'Closing value, sellable, EUR': '',
      'Written off, EUR': '',
    })
    expect(more['month-2026-03/README.txt']).toContain(
      'without a landed cost or a rate, which have no value: 1.',
    )
    // A closed month stays, whatever comes.
    await server.operator.accounting.closeMonths({ companyId: of.id, months: ['2026-03'] })
    await of.import('late.json', {
      product_costs: [{ sku: 'CUP', valid_from: '2026-01-01', currency: 'EUR', manufacturing: '2.00' }],
    })
    expect((await archive())['month-2026-03/stock-2026-03.csv']).toBe(more['month-2026-03/stock-2026-03.csv'])
  },
)

test('stock that a month tells by warehouse and then by country counts once, and what is not told to the end is said', async () => {
  const of = await server.company({ defaultCurrency: 'EUR' })
  const mug = { marketplace: 'DE', sku: 'MUG', fnsku: 'X1', disposition: 'SELLABLE' }
  const moved = { customer_shipments: -10 }
  const stocked = await of.import('stock.json', {
    product_costs: [{ sku: 'MUG', valid_from: '2026-01-01', currency: 'EUR', manufacturing: '2.00' }],
    inventory_ledger: [
      { ...mug, ...moved, location: 'LEJ1', date: '2026-03-01', starting_balance: 100, ending_balance: 90 },
      { ...mug, ...moved, location: 'DE', date: '2026-03-16', starting_balance: 90, ending_balance: 80 },
      // The same place, of which one file says the country and the other was told it.
      { ...mug, ...moved, location: '', date: '2026-03-20', starting_balance: 80, ending_balance: 70 },
      {
        ...mug,
        ...moved,
        marketplace: 'FR',
        location: 'FR',
        sku: 'CUP',
        date: '2026-03-10',
        starting_balance: 30,
        ending_balance: 20,
      },
    ],
  })
  expect(stocked).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  const files = await packageOf(of)
  const rows = rowsIn(files['month-2026-03/stock-2026-03.csv']!)
  expect(rows.find((row) => row['SKU'] === 'MUG')).toMatchObject({
    'Opening stock': '100',
    'Shipped to customers': '-30',
    'Closing stock, sellable': '70',
    Unexplained: '0',
    'Closing value, sellable, EUR': '140',
  })
  expect(files['month-2026-03/README.txt']).toContain(
    'says nothing on the last days that it knows of others: 1.',
  )
})

test('stock of a warehouse is one whatever marketplace its files were told, and of a product told by both kinds all of it is one', async () => {
  const of = await server.company({ defaultCurrency: 'EUR' })
  const sold = { fnsku: 'X1', disposition: 'SELLABLE', customer_shipments: -10 }
  const row = (date: string, opening: number, more: object) => ({
    ...sold,
    date,
    starting_balance: opening,
    ending_balance: opening - 10,
    ...more,
  })
  const stocked = await of.import('stock.json', {
    inventory_ledger: [
      row('2026-03-01', 100, { sku: 'MUG', marketplace: 'DE', location: 'LEJ1' }),
      row('2026-03-31', 90, { sku: 'MUG', marketplace: '', location: 'LEJ1' }),
      // A warehouse in the first half, and two countries in the second, of which each has a part.
      row('2026-03-01', 70, { sku: 'CUP', marketplace: '', location: 'LEJ1' }),
      row('2026-03-31', 40, { sku: 'CUP', marketplace: 'DE', location: 'DE' }),
      row('2026-03-31', 20, { sku: 'CUP', marketplace: 'FR', location: 'FR' }),
      row('2026-03-31', 5, { sku: 'CUP', marketplace: 'FR', location: 'FR', disposition: 'DEFECTIVE' }),
    ],
  })
  expect(stocked).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  const files = await packageOf(of)
  const rows = rowsIn(files['month-2026-03/stock-2026-03.csv']!).filter((row) => row['SKU'])
  expect(
    rows.map((row) =>
      [
        'SKU',
        'Marketplace',
        'Opening stock',
        'Closing stock, sellable',
        'Closing stock, not sellable',
        'Unexplained',
      ].map((head) => row[head]),
    ),
  ).toEqual([
    ['CUP', '', '70', '40', '-5', '5'],
    ['MUG', 'DE', '100', '80', '0', '0'],
  ])
})

test('as of a moment journals are those of the settlements that counted then, with the accounts of now', async () => {
  const of = await server.company({ defaultCurrency: 'EUR' })
  await of.import('march.txt', v2File(SETTLEMENT))
  const then = await of.publishedVersion()
  const { journals } = server.operator
  const asked = { companyId: of.id, account: 'Europe', settlementId: SETTLEMENT.id }
  const before = await journals.get(asked)
  const april = { ...settlementOfOne('90000000091', '2026-04-01', '2026-04-14'), currency: 'GBP' }
  await of.import('april.txt', v2File(april))
  const ids = async (more = {}) =>
    (await journals.list({ companyId: of.id, ...more })).map(({ settlementId }) => settlementId)
  expect(await ids()).toEqual([april.id, SETTLEMENT.id])
  expect(await ids({ asOf: then })).toEqual([SETTLEMENT.id])
  expect(await journals.get({ ...asked, asOf: then })).toEqual(before)
  await expect(journals.get({ ...asked, settlementId: april.id, asOf: then })).rejects.toMatchObject({
    cause: { code: 'SETTLEMENT_UNKNOWN' },
  })
  const exchange = (more = {}) =>
    journals.getExchange({ companyId: of.id, startDate: '2026-04-01', endDate: '2026-04-30', ...more })
  const { bankMatch } = server.operator
  const [payout] = (await bankMatch.getData({ companyId: of.id })).deposits.filter(
    ({ settlementId }) => settlementId === april.id,
  )
  await bankMatch.importStatement({
    companyId: of.id,
    fileName: 'bank.csv',
    content: Buffer.from(
      `Buchungstag;Name;Verwendungszweck;Betrag;Währung\n${payout!.day.split('-').toReversed().join('.')};AMAZON;x;${payout!.amount.replace('.', ',')};GBP\n`,
    ).toString('base64'),
  })
  const saidBy = async (more = {}) => (await exchange(more)).rows.map(({ payout }) => payout?.arrival?.saidBy)
  expect(await saidBy()).toEqual(['BANK'])
  expect(await saidBy({ asOf: await of.publishedVersion() })).toEqual(['AMAZON'])
  expect(await saidBy({ asOf: then })).toEqual([])
  // Nothing has arrived on a day that has not come.
  const now = server.now
  server.now = new Date('2026-04-10T12:00:00Z')
  const [due] = (await exchange()).rows
  server.now = now
  expect(due!.payout).toMatchObject({ arrival: null, difference: null })
})

/** A rate by its first digits; how many the bank's own leave is for it to say. */
const digitsOf = (rate: number) => new RegExp(`^${rate.toFixed(7).slice(0, -1).replace('.', '\\.')}\\d{4,6}$`)

test('rates are written with digits enough to work out what is booked, in the digits of the currency of the books', async () => {
  const of = await server.company({ defaultCurrency: 'EUR' })
  const settled = (id: string, currency: string, marketplace: string, amount: string) =>
    v2File({
      id,
      start: '2026-03-10',
      end: '2026-03-24',
      currency,
      entries: sale({
        order: `503-${id}`,
        at: '2026-03-20 10:00:00',
        marketplace,
        amounts: { 'ItemPrice Principal': amount },
      }),
    })
  await of.import('yen.txt', settled('90000000096', 'JPY', 'Amazon.co.jp', '1234567'), {
    account: 'Japan',
    marketplace: 'JP',
  })
  await of.import('euro.txt', settled('90000000097', 'EUR', 'Amazon.de', '104.90'))
  const inFile = async () => rowsIn((await packageOf(of))['month-2026-03/exchange-2026-03.csv']!)[0]!
  const yen = await inFile()
  const rate = yen['Rate when booked']!
  expect(rate).toMatch(/^0\.00[1-9]\d{7,9}$/)
  expect((1_234_567 * Number(rate)).toFixed(2)).toBe(yen['Booked, EUR'])
  const asked = { companyId: of.id, startDate: '2026-03-01', endDate: '2026-03-31' }
  expect((await server.operator.journals.getExchange(asked)).rows[0]!.bookedRate).toBe(rate)

  await server.operator.journals.setSettings({
    companyId: of.id,
    revision: 0,
    accounts: [],
    bookCurrency: 'JPY',
    datev: null,
  })
  const euro = await inFile()
  // Books in yen have no hundredths.
  expect(euro['Booked, JPY']).toBe((104.9 * Number(euro['Rate when booked'])).toFixed(0))
  expect(euro['Arrived, JPY']).toMatch(/^\d+$/)
})

formTest(
  'journals in another currency: the rate that each is booked at, and what its payout gained or lost',
  async () => {
    const of = await server.company({ defaultCurrency: 'EUR' })
    const settled = await of.import(
      'march.txt',
      v2File({
        id: '90000000088',
        start: '2026-02-24',
        end: '2026-03-24',
        currency: 'GBP',
        entries: [
          ...sale({
            order: '302-8',
            at: '2026-02-26 10:00:00',
            marketplace: 'Amazon.co.uk',
            amounts: { 'ItemPrice Principal': '200.00', 'ItemFees Commission': '-20.00' },
          }),
          ...sale({
            order: '302-9',
            at: '2026-03-20 10:00:00',
            marketplace: 'Amazon.co.uk',
            amounts: { 'ItemPrice Principal': '800.00', 'ItemFees Commission': '-100.00' },
          }),
        ],
      }),
    )
    expect(settled.status).toBe('PUBLISHED')
    const exchange = async (format: 'CSV' | 'DATEV' = 'CSV') => {
      const files = await packageOf(of, format)
      expect(files['month-2026-03/README.txt']).toContain(
        'Journals stay in the currency of their settlement.',
      )
      return rowsIn(files['month-2026-03/exchange-2026-03.csv']!)
    }
    // The European Central Bank's rates: 0.8763 pounds for a euro at the end of February, when 180 pounds were carried over, 0.86541
    // on 24 March and 0.86515 two days later.
    const [journal, total] = await exchange()
    expect(journal).toMatchObject({
      Settlement: '90000000088',
      Currency: 'GBP',
      'Booked on': '2026-03-24',
      'Rate when booked': expect.stringMatching(digitsOf(1 / 0.86541)) as string,
      Payout: '880',
      'Arrived on': '2026-03-24',
      'Said by': 'Amazon',
      'Booked, EUR': '1014.28',
      'Arrived, EUR': '1016.86',
      'Realised difference, EUR': '2.58',
    })
    expect(total).toMatchObject({ Journal: 'Realised difference', 'Realised difference, EUR': '2.58' })
    // The page has the same: also the journal of February, which carries its amount over.
    const page = (startDate: string, endDate = '2026-03-31') =>
      server.operator.journals.getExchange({ companyId: of.id, startDate, endDate })
    const shown = await page('2026-02-01')
    expect([shown.bookCurrency, shown.difference]).toEqual(['EUR', '2.58'])
    expect(shown.rows.map(({ date, payout }) => [date, payout?.booked, payout?.arrival?.booked])).toEqual([
      ['2026-02-28', undefined, undefined],
      ['2026-03-24', '1014.28', '1016.86'],
    ])
    expect((await page('2026-03-01')).rows).toEqual(shown.rows.slice(1))
    expect((await page('2026-04-01', '2026-04-30')).rows).toEqual([])
    await expect(page('2000-01-01')).rejects.toMatchObject({ cause: { code: 'DATE_RANGE_TOO_LONG' } })
    const { bankMatch } = server.operator
    const statement = (row: string) =>
      bankMatch.importStatement({
        companyId: of.id,
        fileName: 'bank.csv',
        content: Buffer.from(`Buchungstag;Name;Verwendungszweck;Betrag;Währung\n${row}\n`).toString('base64'),
      })
    await statement('26.03.2026;AMAZON PAYMENTS;Auszahlung;880,00;GBP')
    expect((await exchange())[0]).toMatchObject({
      'Arrived on': '2026-03-26',
      'Said by': 'Bank statement',
      'Rate when it arrived': expect.stringMatching(digitsOf(1 / 0.86515)) as string,
      'Arrived, EUR': '1017.16',
      'Realised difference, EUR': '2.88',
    })
    // The bank kept ten pounds, which a person says: what it has is what arrived.
    const say = async (currency: string, amount: string) => {
      const { deposits, withoutSettlement } = await bankMatch.getData({ companyId: of.id })
      await bankMatch.confirm({
        companyId: of.id,
        key: deposits[0]!.key,
        rowId: withoutSettlement.find((row) => row.currency === currency && row.amount === amount)!.id,
      })
    }
    await statement('26.03.2026;AMAZON PAYMENTS;Auszahlung;870,00;GBP')
    await say('GBP', '870')
    expect((await exchange())[0]).toMatchObject({ Payout: '880', Arrived: '870', 'Arrived, EUR': '1005.61' })
    // Changed by Amazon on its way, which takes its share: a person says that this is the payout.
    await statement('27.03.2026;AMAZON PAYMENTS;Auszahlung;1001,50;EUR')
    await say('EUR', '1001.5')
    const changed = await exchange()
    expect(changed[0]).toMatchObject({
      'Arrived on': '2026-03-27',
      Arrived: '1001.5',
      'Arrived in': 'EUR',
      'Rate when it arrived': '1',
      'Arrived, EUR': '1001.5',
      'Realised difference, EUR': '-12.78',
    })
    expect(changed[1]).toMatchObject({ 'Realised difference, EUR': '-12.78' })
    // What the seller owes arrives nowhere, and no sum has a value that leaves it out.
    await of.import(
      'owed.txt',
      v2File({
        id: '90000000089',
        start: '2026-03-24',
        end: '2026-03-30',
        currency: 'GBP',
        entries: [other('Storage Fee', '-30.00', '2026-03-28 10:00:00')],
      }),
    )
    const [, owed, sum] = await exchange()
    expect(owed).toMatchObject({
      Settlement: '90000000089',
      Payout: '-30',
      'Arrived on': '',
      'Realised difference, EUR': '',
    })
    expect(sum).toMatchObject({ Journal: 'Realised difference', 'Realised difference, EUR': '' })
    // The page says the sum of the others, and how many are not in it.
    expect(await page('2026-03-01')).toMatchObject({ difference: '-12.78', withoutDifference: 1 })
    // Nothing is left to pay: what went back in March is worth more than what came in February.
    await of.import(
      'nothing.txt',
      v2File({
        id: '90000000090',
        start: '2026-02-24',
        end: '2026-03-24',
        currency: 'GBP',
        entries: [
          other('Storage Fee', '-30.00', '2026-02-26 10:00:00'),
          other('Storage Fee', '30.00', '2026-03-20 10:00:00'),
        ],
      }),
    )
    const nothing = (await exchange()).find((row) => row['Settlement'] === '90000000090')
    expect(nothing).toMatchObject({
      Payout: '0',
      'Booked, EUR': '0.44',
      'Arrived on': '',
      'Realised difference, EUR': '-0.44',
    })
    // A program that does not take them has them booked by hand, at the same rates.
    expect(await exchange('DATEV')).toEqual(await exchange())
    // With one rate for all days no day has its own; those of closed months keep theirs.
    await of.set({ fxPolicy: 'LATEST' })
    const [latest] = await exchange()
    expect([latest!['Rate when booked'], latest!['Realised difference, EUR']]).toEqual(['', ''])
    await of.set({ fxPolicy: 'DAILY' })
    await server.operator.accounting.closeMonths({ companyId: of.id, months: ['2026-02', '2026-03'] })
    const closed = await exchange()
    await of.set({ fxPolicy: 'LATEST' })
    expect(closed[0]).toEqual(changed[0])
    expect(await exchange()).toEqual(closed)
  },
)

test('the archive says of each number what it lacks, and of tax without a rate that it has no sum', async () => {
  const of = await server.company({ defaultCurrency: 'EUR' })
  await of.import('march.txt', v2File(SETTLEMENT))
  await of.import('ads.json', {
    ads_daily: ['2026-03-20', '2026-03-24'].map((date) => ({
      date,
      marketplace: 'DE',
      currency: 'EUR',
      ad_type: 'SP',
      cost: '2.00',
    })),
  })
  const vat = 'A|2026-03|Amazon.pl|22-03-2026|SALE|T1|MUG|1|PL|PL|PL|REGULAR|SELLER||0.23|EGP|100|23|123'
  expect(await of.import('vat.txt', vatReportFile(vat))).toMatchObject({
    status: 'PUBLISHED',
    refusedRows: [],
  })
  const files = await packageOf(of)
  const lines = Object.fromEntries(
    rowsIn(files['month-2026-03/statement-2026-03.csv']!).map((line) => [
      line['Id'],
      [line['Value'], line['Missing']],
    ]),
  )
  const { row: statement } = await of.pnl({ from: '2026-03-01', to: '2026-03-31', currency: 'EUR' })
  expect(statement.lines.netProfit.lacks).toEqual([
    'DAYS',
    'COSTS',
    'EXPENSES',
    'ADVERTISING',
    'STOCK_LOSSES',
  ])
  expect(lines).toMatchObject({
    productSales: [statement.lines.productSales.value, 'days without a file'],
    operatingExpenses: ['', 'days without a file; before operating expenses'],
    inventoryLosses: ['', 'days without a file; before lost and damaged stock'],
    advertisingSp: ['-4', 'before advertising'],
    netProfit: [
      statement.lines.netProfit.value,
      'days without a file; before cost of goods for some units, operating expenses, advertising and lost and damaged stock',
    ],
  })
  const readme = files['month-2026-03/README.txt']!
  for (const said of [
    'Files begin on 2026-03-18: nothing is known of the days of the month before.',
    'Net profit is before cost of goods for some units.',
    'Net profit is before operating expenses.',
    'Net profit is before advertising.',
    'Net profit is before lost and damaged stock.',
    'The VAT report has no exchange rate for EGP 2026-03-22: its sums with tax of these days have no value.',
  ])
    expect(readme).toContain(`- ${said}\r\n`)
})

test('strangers, tickets of others and impossible questions get nothing', async () => {
  const month = { what: 'MONTH', format: 'CSV', month: '2026-03' } as const
  const { calls, user } = await server.person('stranger@example.com')
  await expect(
    calls.journals.getDownloadTicket({ companyId: company.id, download: month }),
  ).rejects.toMatchObject({
    cause: { code: 'COMPANY_UNKNOWN' },
  })
  const own = await server.company()
  await addMember(server.services.accounts, { id: own.id }, user, 'OWNER')
  // A ticket of one's own company opens no other, nor another month of one's own.
  expect((await download(month, calls, { ticketOf: own.id })).json()).toMatchObject({ code: 'NOT_SIGNED_IN' })
  const { ticket } = await server.operator.journals.getDownloadTicket({
    companyId: company.id,
    download: month,
  })
  const get = (said: string) =>
    app.inject(
      `/files/journals?${new URLSearchParams({ companyId: company.id, ticket, download: said }).toString()}`,
    )
  expect((await get(JSON.stringify({ ...month, month: '2026-04' }))).json()).toMatchObject({
    code: 'NOT_SIGNED_IN',
  })
  expect((await get(JSON.stringify(month))).statusCode).toBe(200)
  for (const said of [
    'no JSON',
    'null',
    JSON.stringify({ ...month, month: '9999-12' }),
    JSON.stringify({ ...month, month: '0001-01' }),
    JSON.stringify({ ...month, month: '2026-13' }),
    JSON.stringify({ ...month, format: '../../etc' }),
    JSON.stringify({ what: 'CHOSEN', format: 'CSV', settlements: [] }),
    JSON.stringify({
      what: 'CHOSEN',
      format: 'CSV',
      settlements: Array.from({ length: 21 }, () => ({ account: '', settlementId: '1' })),
    }),
    'x'.repeat(20_000),
  ])
    expect((await get(said)).json()).toMatchObject({ code: 'INPUT' })
  const extreme = { what: 'PACKAGE', format: 'DATEV', month: '2100-12' } as const
  const answer = await download(extreme)
  expect(answer.statusCode).toBe(200)
  expect(filesIn(answer)['month-2100-12/README.txt']).toContain('The month is not over.')
  expect((await download({ ...extreme, month: '1970-01' })).statusCode).toBe(200)
})
