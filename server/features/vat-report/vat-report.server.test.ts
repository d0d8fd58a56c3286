/** What VAT transactions reports state goes before what follows from settlements, day by day, and both are held against the statement. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formTest, formsOf } from '#test/support/drawn-cases.ts'
import type { VatRow } from '#contract/vat-report.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'
import { refund, sale, v2File } from '#test/support/settlement-file.ts'
import { vatReportFile } from '#test/support/vat-report-file.ts'

let server: TestServer
let company: TestCompany
/** The import of the first report. */
let first: number
beforeAll(async () => {
  server = await startTestServer()
  company = await server.company({ defaultCurrency: 'EUR' })
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

const DAYS = { startDate: '2025-07-01', endDate: '2025-07-14', currencyCode: 'EUR' } as const
const PERIOD = { from: DAYS.startDate, to: DAYS.endDate, currency: DAYS.currencyCode } as const

const order = (id: string, day: string, marketplace: string, amounts: Record<string, string>) =>
  sale({ order: `302-00000${id}`, at: `2025-07-${day} 10:00:00`, marketplace, amounts })

const settlement = v2File({
  id: '701',
  start: '2025-07-01',
  end: '2025-07-14',
  currency: 'EUR',
  entries: [
    // A rate of the company, tax that Amazon states, tax that Amazon collects, and a day with a report.
    ...order('01', '02', 'Amazon.de', { 'ItemPrice Principal': '119.00' }),
    ...order('02', '03', 'Amazon.fr', { 'ItemPrice Principal': '100.00', 'ItemPrice Tax': '5.50' }),
    ...order('03', '04', 'Amazon.de', {
      'ItemPrice Principal': '50.00',
      'ItemPrice Tax': '9.50',
      'ItemWithheldTax MarketplaceFacilitatorVAT-Principal': '-9.50',
    }),
    ...order('04', '10', 'Amazon.de', { 'ItemPrice Principal': '11.90' }),
  ],
})

const FIRST = vatReportFile(
  'A|2025-07|Amazon.de|09-07-2025|SALE|T1|MUG|1|DE|DE|DE|REGULAR|SELLER||0.19|EUR|10|1.90|11.90',
  'A|2025-07|Amazon.fr|10-07-2025|SALE|T2|MUG|1|DE|PL|FR|UNION-OSS|SELLER||0.2|EUR|20|4|24',
  'A|2025-07|Amazon.fr|10-07-2025|REFUND|T2|MUG|1|DE|PL|FR|UNION-OSS|SELLER||0.2|EUR|-5|-1|-6',
  'A|2025-07|Amazon.it|10-07-2025|SALE|T3|MUG|1|DE|DE|IT|DEEMED_RESELLER|MARKETPLACE||0.22|EUR|100|22|122',
  'A|2025-JUN|Amazon.fr|11-07-2025|SALE|T4|MUG|1|PL|PL|FR|REGULAR|SELLER|FR|0|EUR|30|0|30',
  'A|2025-07||11-07-2025|FC_TRANSFER|T5|MUG|7|PL|PL|DE|||||||||',
  'A|2025-JUL|Amazon.co.uk|11-07-2025|SALE|T6|MUG|2|GB|GB|GB|UK_VOEC-DOMESTIC|MARKETPLACE||0.2|GBP|10|2|12',
)

const ask = (of = company) => server.operator.vatReport.getData({ companyId: of.id, ...DAYS })
const inShort = ({ scheme, liable, departs, arrives, marketplace, calculation, rate, own }: VatRow) =>
  `${scheme} ${liable} ${departs}>${arrives || marketplace} ${calculation ?? 'stated'} ${rate} ${own.net} ${own.vat} ${own.gross}`

test('without a report every tax is that of the statement, to the cent, and what is missing is said', async () => {
  expect(await company.import('settlement.txt', settlement)).toMatchObject({ status: 'PUBLISHED' })
  const found = await ask()
  expect(found.rows.map(inShort)).toEqual([
    'UNKNOWN MARKETPLACE >DE FACILITATOR null 50 null null',
    'UNKNOWN SELLER >DE RATE 0.19 110 20.9 130.9',
    'UNKNOWN SELLER >FR STATED null 100 5.5 105.5',
  ])
  const { lines } = await company.pnl(PERIOD)
  expect(lines.salesVat).toBe('-26.4')
  expect(found.tie).toEqual({
    statement: '26.4',
    replaced: '0',
    calculated: '26.4',
    reported: '0',
    owed: '26.4',
    difference: '0',
  })
  // Net sales of the statement are the net of all rows, whoever owes the tax.
  expect(found.rows.reduce((sum, { own }) => sum + Number(own.net), 0)).toBe(Number(lines.netSales))
  expect(found.covered).toEqual([])
  expect(found.missing).toEqual([{ account: 'Europe', startDate: '2025-07-01', endDate: '2025-07-14' }])
})

test('days with a report are as it states them, and the difference to the statement is named', async () => {
  const record = await company.import('vat.txt', FIRST)
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  first = record.id
  const found = await ask()
  expect(found.rows.map(inShort)).toEqual([
    'DOMESTIC SELLER DE>DE stated 0.19 10 1.9 11.9',
    'OWN_STOCK NOBODY PL>DE stated null null null null',
    'INTRA_COMMUNITY BUYER PL>FR stated 0 30 0 30',
    'UNION_OSS SELLER PL>FR stated 0.2 -5 -1 -6',
    'UNION_OSS SELLER PL>FR stated 0.2 20 4 24',
    'DEEMED_SUPPLIER MARKETPLACE GB>GB stated 0.2 10 2 12',
    'DEEMED_SUPPLIER MARKETPLACE DE>IT stated 0.22 100 22 122',
    'UNKNOWN MARKETPLACE >DE FACILITATOR null 50 null null',
    'UNKNOWN SELLER >DE RATE 0.19 100 19 119',
    'UNKNOWN SELLER >FR STATED null 100 5.5 105.5',
  ])
  // The statement has 1.90 on the tenth, for which the report states 1.90, 4.00 and -1.00 in place of it.
  expect(found.tie).toEqual({
    statement: '26.4',
    replaced: '1.9',
    calculated: '24.5',
    reported: '4.9',
    owed: '29.4',
    difference: '3',
  })
  expect(found.covered).toEqual([{ account: 'Europe', startDate: '2025-07-09', endDate: '2025-07-11' }])
  expect(found.missing.map(({ startDate, endDate }) => [startDate, endDate])).toEqual([
    ['2025-07-01', '2025-07-08'],
    ['2025-07-12', '2025-07-14'],
  ])
  expect(found.otherPeriodRows).toBe(1)
  const british = found.rows.find(({ currency }) => currency === 'GBP')!
  const { amount } = await server.operator.profitAndLoss.convert({
    companyId: company.id,
    amount: '2',
    from: 'GBP',
    to: 'EUR',
    date: '2025-07-11',
  })
  expect(Number(british.converted.vat)).toBeCloseTo(Number(amount), 4)
})

test('every row leads to the lines of its file, which add up to it', async () => {
  const { rows } = await ask()
  for (const row of rows) {
    const lines = await server.operator.vatReport.getLines({
      companyId: company.id,
      ...DAYS,
      key: row.key,
      limit: 50,
      offset: 0,
    })
    expect(lines.rowCount).toBe(row.rowCount)
    const vat = lines.rows.reduce((sum, { own }) => sum + Number(own.vat), 0)
    expect(vat).toBeCloseTo(Number(row.own.vat), 9)
    expect(lines.rows.every(({ rawLine }) => rawLine?.includes('\t'))).toBe(true)
  }
  const [refund] = (
    await server.operator.vatReport.getLines({
      companyId: company.id,
      ...DAYS,
      key: rows.find(({ transactionType }) => transactionType === 'REFUND')!.key,
      limit: 1,
      offset: 0,
    })
  ).rows
  expect(refund).toMatchObject({ fileName: 'vat.txt', lineNumber: 4, transactionId: 'T2', day: '2025-07-10' })
  const nonsense = ['x', '["REPORT",{}]', '["CALCULATED",{"money":1}]', 'null']
  for (const key of nonsense)
    expect(
      await server.operator.vatReport.getLines({ companyId: company.id, ...DAYS, key, limit: 1, offset: 0 }),
    ).toEqual({ rowCount: 0, rows: [] })
})

test('a file that overlaps counts once, another company sees nothing, and undo takes the report back', async () => {
  const before = await ask()
  const again = await company.import('again.txt', `${FIRST}\n`)
  expect(await ask()).toEqual(before)
  const other = await server.company({ defaultCurrency: 'EUR' })
  expect((await ask(other)).rows).toEqual([])
  await company.undo(first)
  if (again.status === 'PUBLISHED') await company.undo(again.id)
  expect((await ask()).rows).toHaveLength(3)
})

formTest(
  'as of a moment it says what it said then, down to the lines, whatever has come and gone since',
  async () => {
    const seller = await server.company({ defaultCurrency: 'EUR' })
    const moments: string[] = []
    const answers: Awaited<ReturnType<typeof ask>>[] = []
    const note = async () => {
      const { publications } = await server.operator.audit.listMoments({ companyId: seller.id })
      moments.push(publications[0]!.at)
      answers.push(await ask(seller))
    }
    await seller.import('settlement.txt', settlement)
    await note()
    const { id } = await seller.import('vat.txt', FIRST)
    await note()
    await seller.undo(id)
    await server.operator.companies.set({
      companyId: seller.id,
      vatRates: [{ marketplace: 'DE', validFrom: '2025-07-01', rate: '0.07' }],
    })
    const asOf = (moment: string) =>
      server.operator.vatReport.getData({ companyId: seller.id, ...DAYS, asOf: moment })
    expect(answers[0]!.rows.length).toBeLessThan(answers[1]!.rows.length)
    for (const [index, moment] of moments.entries()) expect(await asOf(moment)).toEqual(answers[index])
    const key = answers[1]!.rows[0]!.key
    const lines = { companyId: seller.id, ...DAYS, key, limit: 10, offset: 0 }
    const { rows } = await server.operator.vatReport.getLines({ ...lines, asOf: moments[1]! })
    expect(rows).toMatchObject([{ fileName: 'vat.txt', lineNumber: 2 }])
    expect((await server.operator.vatReport.getLines(lines)).rows).toEqual([])
  },
)

test('a business that was charged tax owes none for it, also where its row names no rate', async () => {
  const seller = await server.company({ defaultCurrency: 'EUR' })
  const stated = vatReportFile(
    'A|2025-07|Amazon.de|10-07-2025|SALE|T1|MUG|1|DE|DE|FR||SELLER|FR||EUR|100|20|120',
    'A|2025-07|Amazon.de|10-07-2025|SALE|T2|MUG|1|DE|DE|FR||SELLER|FR||EUR|50|0|50',
    'A|2025-07|Amazon.de|10-07-2025|SALE|T3|MUG|1|DE|DE|FR||SELLER|FR||EUR|10|2|12',
  )
  expect(await seller.import('vat.txt', stated)).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  const { rows, tie } = await ask(seller)
  expect(rows.map(inShort)).toEqual([
    'DISTANCE_SALE SELLER DE>FR stated null 110 22 132',
    'INTRA_COMMUNITY BUYER DE>FR stated null 50 0 50',
  ])
  expect(tie).toMatchObject({ reported: '22', owed: '22' })
  const lines = { companyId: seller.id, ...DAYS, key: rows[0]!.key, limit: 10, offset: 0 }
  const { rows: found } = await server.operator.vatReport.getLines(lines)
  expect(found.map(({ lineNumber }) => lineNumber)).toEqual([2, 4])
})

test('rows that state no tax are not rows without tax, and what is owed for them is not known', async () => {
  const seller = await server.company({ defaultCurrency: 'EUR' })
  await seller.import('settlement.txt', settlement)
  const { tie: before } = await ask(seller)
  expect(before.owed).toBe('26.4')
  await seller.import(
    'vat.txt',
    vatReportFile(
      'A|2025-07|Amazon.de|10-07-2025|SALE|T1|MUG|1|DE|DE|DE|REGULAR|SELLER|DE||EUR|||119',
      'A|2025-07|Amazon.de|10-07-2025|SALE|T2|MUG|1|DE|DE|DE|REGULAR|SELLER|||EUR|||11.90',
    ),
  )
  const { rows, tie } = await ask(seller)
  expect(rows.filter(({ source }) => source === 'REPORT').map(inShort)).toEqual([
    'DOMESTIC SELLER DE>DE stated null null null 119',
    'DOMESTIC SELLER DE>DE stated null null null 11.9',
  ])
  expect(tie).toMatchObject({ calculated: '24.5', reported: null, owed: null, difference: null })
})

test('what is calculated says the days that settlements lack, and is nothing where nobody knows', async () => {
  const seller = await server.company({ defaultCurrency: 'EUR' })
  await seller.import('settlement.txt', settlement)
  const asked = { companyId: seller.id, currencyCode: 'EUR' as const }
  const july = await server.operator.vatReport.getData({
    ...asked,
    startDate: '2025-07-01',
    endDate: '2025-07-31',
  })
  expect(july.tie.owed).toBe('26.4')
  expect(july.coverage.missing).toMatchObject([{ startDate: '2025-07-15', endDate: '2025-07-31' }])
  const august = await server.operator.vatReport.getData({
    ...asked,
    startDate: '2025-08-01',
    endDate: '2025-08-31',
  })
  expect(august.tie).toMatchObject({ statement: null, calculated: null, owed: null })
})

test('of a closed month is said that what its reports state is of now', async () => {
  const seller = await server.company({ defaultCurrency: 'EUR' })
  await seller.import('settlement.txt', settlement)
  await seller.import('vat.txt', FIRST)
  expect((await ask(seller)).closedMonths).toEqual([])
  await server.operator.accounting.closeMonths({ companyId: seller.id, months: ['2025-06', '2025-07'] })
  expect((await ask(seller)).closedMonths).toEqual(['2025-07'])
})

test.each(formsOf(['DE', 'TR'] as const, 1))(
  'a sale whose settlement names no marketplace is in the report of its day, wherever its account is at home: in %s',
  async (homeMarketplace) => {
    const seller = await server.company({ defaultCurrency: 'EUR' })
    await seller.import('facts.json', {
      seller_accounts: [{ name: 'Europe', region: 'EUROPE', home_marketplace: homeMarketplace }],
      vat_rates: [{ marketplace: 'TR', rate: '0.20', valid_from: '2011-01-04', valid_to: null }],
    })
    const entries = [
      ...order('11', '10', 'Amazon.de', { 'ItemPrice Principal': '119.00' }),
      ...order('12', '10', 'Amazon.fr', { 'ItemPrice Principal': '120.00' }),
      ...order('13', '10', '', { 'ItemPrice Principal': '119.00' }),
      // A day without a report.
      ...order('14', '12', '', { 'ItemPrice Principal': '100.00', 'ItemPrice Tax': '19.00' }),
    ]
    const settlement = { id: '702', start: '2025-07-01', end: '2025-07-14', currency: 'EUR', entries }
    expect(await seller.import('settlement.txt', v2File(settlement))).toMatchObject({ status: 'PUBLISHED' })
    const stated = vatReportFile(
      'A|2025-07|Amazon.de|10-07-2025|SALE|T1|MUG|1|DE|DE|DE|REGULAR|SELLER||0.19|EUR|100|19|119',
      'A|2025-07|Amazon.fr|10-07-2025|SALE|T2|MUG|1|DE|DE|FR|UNION-OSS|SELLER||0.2|EUR|95.80|19.16|114.96',
      'A|2025-07|Amazon.de|10-07-2025|SALE|T3|MUG|1|DE|DE|DE|REGULAR|SELLER||0.19|EUR|100|19|119',
    )
    expect(await seller.import('vat.txt', stated)).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
    const { rows, tie } = await ask(seller)
    const calculated = rows.filter(({ source }) => source === 'CALCULATED')
    expect(calculated.map(inShort)).toEqual(['UNKNOWN SELLER > STATED null 100 19 119'])
    expect(tie).toMatchObject({ calculated: '19', reported: '57.16', owed: '76.16' })
  },
)

formTest(
  'what comes back later of a sale whose tax Amazon kept lowers nothing that the seller owes',
  async () => {
    const seller = await server.company({ defaultCurrency: 'EUR' })
    const of = { order: '302-0000021', marketplace: 'Amazon.de' }
    const files = {
      'sale.txt': v2File({
        id: '703',
        start: '2025-03-01',
        end: '2025-03-31',
        currency: 'EUR',
        entries: sale({
          ...of,
          at: '2025-03-10 10:00:00',
          amounts: {
            'ItemPrice Principal': '100.00',
            'ItemPrice Tax': '19.00',
            'ItemWithheldTax MarketplaceFacilitatorVAT-Principal': '-19.00',
          },
        }),
      }),
      'refund.txt': v2File({
        id: '704',
        start: '2025-04-01',
        end: '2025-04-30',
        currency: 'EUR',
        entries: refund({ ...of, at: '2025-04-10 10:00:00', amounts: { 'ItemPrice Principal': '-50.00' } }),
      }),
    }
    const april = async () => {
      const days = { startDate: '2025-04-01', endDate: '2025-04-30', currencyCode: 'EUR' } as const
      const { rows, tie } = await server.operator.vatReport.getData({ companyId: seller.id, ...days })
      return [rows.map(inShort), tie.owed]
    }
    const { id } = await seller.import('sale.txt', files['sale.txt'])
    await seller.import('refund.txt', files['refund.txt'])
    const kept = [['UNKNOWN MARKETPLACE >DE FACILITATOR null -50 null null'], '0']
    expect(await april()).toEqual(kept)
    // Of the refund alone nobody knows that.
    await seller.undo(id)
    expect(await april()).toEqual([
      ['UNKNOWN SELLER >DE RATE 0.19 -42.016806723 -7.983193277 -50'],
      '-7.983193',
    ])
    await seller.import('sale.txt', files['sale.txt'])
    expect(await april()).toEqual(kept)
  },
)

test('days, weeks and months of a report add up to it, and another rate leaves nothing of the one before', async () => {
  const seller = await server.company({ defaultCurrency: 'EUR' })
  const of = { order: '302-0000031', marketplace: 'Amazon.de' }
  await seller.import(
    'settlement.txt',
    v2File({
      id: '705',
      start: '2025-05-01',
      end: '2025-07-31',
      currency: 'EUR',
      entries: [
        ...sale({
          ...of,
          at: '2025-05-31 10:00:00',
          amounts: { 'ItemPrice Principal': '119.00', 'ItemPrice Tax': '0.50' },
        }),
        // Of the same orders, in another month than their tax.
        ...refund({ ...of, at: '2025-06-01 10:00:00', amounts: { 'ItemPrice Principal': '-59.50' } }),
        ...sale({
          order: '302-0000032',
          marketplace: 'Amazon.de',
          at: '2025-06-02 10:00:00',
          amounts: {
            'ItemPrice Principal': '20.00',
            'ItemPrice Tax': '3.80',
            'ItemWithheldTax MarketplaceFacilitatorVAT-Principal': '-3.80',
          },
        }),
        ...order('33', '01', 'Amazon.de', { 'ItemPrice Principal': '238.00' }),
        ...order('34', '31', 'Amazon.fr', { 'ItemPrice Principal': '120.00' }),
      ],
    }),
  )
  const report = async (startDate: string, endDate: string) =>
    server.operator.vatReport.getData({ companyId: seller.id, startDate, endDate, currencyCode: 'EUR' })
  /** By kind of tax and rate, in the ten-thousandths of a cent. */
  const sumsOf = (reports: { rows: VatRow[] }[]) => {
    const sums = new Map<string, number>()
    for (const { rows } of reports)
      for (const { calculation, rate, marketplace, own, rowCount } of rows)
        for (const [what, amount] of Object.entries({ ...own, rowCount })) {
          const key = `${marketplace} ${calculation} ${rate} ${what}`
          sums.set(key, (sums.get(key) ?? 0) + Math.round(Number(amount) * 1e6))
        }
    return Object.fromEntries([...sums].toSorted(([a], [b]) => a.localeCompare(b)))
  }
  const whole = await report('2025-05-01', '2025-07-31')
  for (const parts of [
    [
      ['2025-05-01', '2025-05-31'],
      ['2025-06-01', '2025-06-30'],
      ['2025-07-01', '2025-07-31'],
    ],
    [
      ['2025-05-01', '2025-05-31'],
      ['2025-06-01', '2025-06-01'],
      ['2025-06-02', '2025-07-30'],
      ['2025-07-31', '2025-07-31'],
    ],
  ] as const)
    expect(sumsOf(await Promise.all(parts.map(([start, end]) => report(start, end))))).toEqual(
      sumsOf([whole]),
    )
  // Pages are parts of one list, also where it goes from one month to the next.
  const months = whole.rows.map(async ({ key, rowCount }) => {
    const page = async (limit: number, offset: number) =>
      (
        await server.operator.vatReport.getLines({
          companyId: seller.id,
          startDate: '2025-05-01',
          endDate: '2025-07-31',
          currencyCode: 'EUR',
          key,
          limit,
          offset,
        })
      ).rows
    const all = await page(10, 0)
    expect(all).toHaveLength(rowCount)
    for (const [index, line] of all.entries()) expect(await page(1, index)).toEqual([line])
    expect(await page(10, rowCount)).toEqual([])
    return new Set(all.map(({ day }) => day.slice(0, 7))).size
  })
  expect(Math.max(...(await Promise.all(months)))).toBe(2)
  const { rows } = await report('2025-07-01', '2025-07-31')
  expect(rows.map(inShort)).toEqual([
    'UNKNOWN SELLER >DE RATE 0.19 200 38 238',
    'UNKNOWN SELLER >FR RATE 0.2 100 20 120',
  ])
  await server.operator.companies.set({
    companyId: seller.id,
    vatRates: [{ marketplace: 'DE', validFrom: '2025-07-01', rate: '0.07' }],
  })
  const after = await report('2025-05-01', '2025-07-31')
  expect(after.rows.map(inShort).filter((row) => row.includes('>DE RATE'))).toEqual([
    // What came back of a sale is taxed as on the day it was sold.
    'UNKNOWN SELLER >DE RATE 0.07 222.429906542 15.570093458 238',
    'UNKNOWN SELLER >DE RATE 0.19 -50 -9.5 -59.5',
  ])
  const lines = await server.operator.vatReport.getLines({
    companyId: seller.id,
    startDate: '2025-05-01',
    endDate: '2025-07-31',
    currencyCode: 'EUR',
    key: after.rows.find(({ rate }) => rate === '0.07')!.key,
    limit: 10,
    offset: 0,
  })
  expect(lines.rows.map(({ day, own }) => [day, own.gross, own.vat])).toEqual([
    ['2025-07-01', '238', '15.570093458'],
  ])
})

test('a closed month stays, whatever comes of the orders that came back in it', async () => {
  const seller = await server.company({ defaultCurrency: 'EUR' })
  const of = { order: '302-0000041', marketplace: 'Amazon.de' }
  const file = (id: string, month: string, entries: ReturnType<typeof sale>) =>
    v2File({ id, start: `2025-${month}-01`, end: `2025-${month}-28`, currency: 'EUR', entries })
  await server.operator.companies.set({
    companyId: seller.id,
    vatRates: [{ marketplace: 'DE', validFrom: '2025-01-01', rate: '0' }],
  })
  const back = refund({ ...of, at: '2025-06-10 10:00:00', amounts: { 'ItemPrice Principal': '-59.50' } })
  await seller.import('june.txt', file('706', '06', back))
  const days = { startDate: '2025-06-01', endDate: '2025-06-30', currencyCode: 'EUR' } as const
  const june = async () => {
    const { rows, tie } = await server.operator.vatReport.getData({ companyId: seller.id, ...days })
    const scope = { companyId: seller.id, ...days, limit: 10, offset: 0 }
    const lines = await Promise.all(
      rows.map(({ key }) => server.operator.vatReport.getLines({ ...scope, key })),
    )
    return [rows.map(inShort), tie.owed, lines.map(({ rowCount }) => rowCount)]
  }
  server.now = new Date('2025-08-20T12:00:00Z')
  await server.operator.accounting.closeMonths({ companyId: seller.id, months: ['2025-06'] })
  const closed = await june()
  expect(closed).toEqual([['UNKNOWN SELLER >DE NONE null -59.5 0 -59.5'], '0', [1]])
  const sold = sale({
    ...of,
    at: '2025-05-10 10:00:00',
    amounts: {
      'ItemPrice Principal': '100.00',
      'ItemPrice Tax': '19.00',
      'ItemWithheldTax MarketplaceFacilitatorVAT-Principal': '-19.00',
    },
  })
  await seller.import('may.txt', file('707', '05', sold))
  expect(await june()).toEqual(closed)
  // Beside months that are open, too: each row of the report has the lines that it counts.
  const { rows } = await server.operator.vatReport.getData({
    companyId: seller.id,
    ...days,
    startDate: '2025-05-01',
    endDate: '2025-07-31',
  })
  expect(rows.map(inShort)).toContain(closed[0]![0])
  for (const { key, rowCount, own } of rows) {
    const lines = await server.operator.vatReport.getLines({
      companyId: seller.id,
      ...days,
      startDate: '2025-05-01',
      endDate: '2025-07-31',
      key,
      limit: 10,
      offset: 0,
    })
    expect([lines.rowCount, lines.rows.length]).toEqual([rowCount, rowCount])
    expect(lines.rows.reduce((sum, line) => sum + Number(line.own.net), 0)).toBeCloseTo(Number(own.net), 9)
  }
})

test('each day without an exchange rate is named', async () => {
  const own = await server.company({ defaultCurrency: 'EUR' })
  const days = Array.from({ length: 25 }, (_, index) => String(index + 1).padStart(2, '0'))
  const rows = days.map(
    (day) =>
      `A|2025-07|Amazon.eg|${day}-07-2025|SALE|T${day}|MUG|1|EG|EG|EG|REGULAR|SELLER||0.14|EGP|100|14|114`,
  )
  await own.import('vat.txt', vatReportFile(...rows))
  const { withoutRate } = await server.operator.vatReport.getData({
    companyId: own.id,
    startDate: '2025-07-01',
    endDate: '2025-07-31',
    currencyCode: 'EUR',
  })
  expect(withoutRate).toEqual(days.map((day) => `EGP 2025-07-${day}`))
})

test('an account elsewhere than in Europe lacks no such report', async () => {
  const american = await server.company()
  const file = v2File({
    id: '702',
    start: '2025-07-01',
    end: '2025-07-14',
    currency: 'USD',
    entries: sale({
      order: '302-0000009',
      at: '2025-07-02 10:00:00',
      marketplace: 'Amazon.com',
      amounts: { 'ItemPrice Principal': '10.00' },
    }),
  })
  expect(await american.import('settlement.txt', file)).toMatchObject({ status: 'PUBLISHED' })
  expect((await ask(american)).missing).toEqual([])
})
