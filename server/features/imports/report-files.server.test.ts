/** Amazon's reports beside money and orders: from the upload to a number, and from there to the line of the file. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formTest } from '#test/support/drawn-cases.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { fileOf, linesOf, sale, v2File, wideFile } from '#test/support/settlement-file.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

const MARCH = { startDate: '2026-03-01', endDate: '2026-03-31', currencyCode: 'EUR' } as const
const PNL_MARCH = { from: '2026-03-01', to: '2026-03-31', currency: 'EUR' } as const

const sold = v2File({
  id: '92000000101',
  start: '2026-03-01',
  end: '2026-03-31',
  currency: 'EUR',
  entries: sale({
    order: '302-0000000-0000001',
    at: '2026-03-02 10:11:12',
    sku: 'MUG-1',
    units: 3,
    marketplace: 'Amazon.de',
    amounts: { 'ItemPrice Principal': '60.00' },
  }),
})
const COSTS = 'sku,valid_from,currency,manufacturing\nMUG-1,2026-01-01,EUR,2.50\n'

const RETURN_HEADINGS =
  'return-date\torder-id\tsku\tasin\tfnsku\tproduct-name\tquantity\tfulfillment-center-id\tdetailed-disposition\treason\tstatus\tlicense-plate-number\tcustomer-comments'
const returned = (plate: string, disposition: string, status = 'Unit returned to inventory') =>
  `2026-03-12T08:00:00+00:00\t302-0000000-0000001\tMUG-1\tB000000001\tX1\tMug\t1\tLEJ1\t${disposition}\tUNWANTED_ITEM\t${status}\t${plate}\t`
const returns = (...rows: string[]) => [RETURN_HEADINGS, ...rows, ''].join('\r\n')

formTest('what came back sellable gives back its cost, once, whichever files name it', async () => {
  const company = await server.company()
  for (const [name, file] of [
    ['settlement.txt', sold],
    ['costs.csv', COSTS],
  ] as const)
    expect(await company.import(name, file)).toMatchObject({ status: 'PUBLISHED' })
  const before = await company.checksums()
  const first = returned('LPN1', 'SELLABLE')
  const march = await company.import('returns.txt', returns(first, returned('LPN2', 'CUSTOMER_DAMAGED')))
  expect(march).toMatchObject({
    status: 'PUBLISHED',
    reportType: 'customer_returns',
    // The only one there is: the file names none.
    account: 'Europe',
    counts: { read: 2, kept: 2, refused: 0 },
    firstDay: '2026-03-12',
  })
  expect((await company.pnl(PNL_MARCH)).lines).toMatchObject({ cogs: '-5', cogsReturned: '2.5' })

  // A longer download has the same units, one of them in another status by now.
  const longer = await company.import(
    'returns-2.txt',
    returns(returned('LPN1', 'SELLABLE', 'Reimbursed'), returned('LPN3', 'SELLABLE')),
  )
  expect(longer).toMatchObject({ counts: { read: 2, kept: 1, known: 1 } })
  expect((await company.pnl(PNL_MARCH)).lines).toMatchObject({ cogsReturned: '5' })
  const { rows } = await company.explain('cogsReturned', PNL_MARCH)
  expect(
    rows.map(({ fileName, lineNumber, rawLine }) => ({ fileName, lineNumber, text: rawLine })),
  ).toMatchObject([
    { fileName: 'returns.txt', lineNumber: 2, text: first },
    { fileName: 'returns-2.txt', lineNumber: 3, text: returned('LPN3', 'SELLABLE') },
  ])
  const units = await server.operator.audit.explainValue({
    companyId: company.id,
    metricId: 'returnedUnits',
    ...MARCH,
  })
  expect(units.value).toBe('3')

  await company.undo(longer.id)
  await company.undo(march.id)
  expect(await company.checksums()).toEqual(before)
})

test('returns of a company without an account are asked for their marketplace', async () => {
  const company = await server.company()
  const asked = await company.import('returns.txt', returns(returned('LPN1', 'SELLABLE')))
  expect(asked).toMatchObject({ status: 'NEEDS_ANSWER', asksMarketplace: true })
  await server.operator.imports.answer({ companyId: company.id, importId: asked.id, marketplace: 'DE' })
  await server.queue.ended(company.id, asked.id)
  expect(await company.importRecord(asked.id)).toMatchObject({ status: 'PUBLISHED', account: 'Europe' })
})

const MYI_HEADINGS =
  'sku\tfnsku\tasin\tproduct-name\tafn-listing-exists\tafn-fulfillable-quantity\tafn-unsellable-quantity\tafn-reserved-quantity\tafn-total-quantity\tafn-inbound-working-quantity\tafn-inbound-shipped-quantity\tafn-inbound-receiving-quantity'
const stocked = (sku: string, available: number) =>
  `${sku}\tX1\tB01\tMug\tYes\t${available}\t1\t2\t${available + 6}\t3\t0\t0`

formTest('stock asks for its marketplace and its day, and counts on that day alone', async () => {
  const company = await server.company()
  const before = await company.checksums()
  const line = stocked('MUG-1', 9)
  const asked = await company.import('stock.txt', [MYI_HEADINGS, line, ''].join('\n'))
  expect(asked).toMatchObject({ status: 'NEEDS_ANSWER', asksMarketplace: true, asksDay: false })
  const answer = async (said: object) => {
    await server.operator.imports.answer({ companyId: company.id, importId: asked.id, ...said })
    await server.queue.ended(company.id, asked.id)
    return company.importRecord(asked.id)
  }
  expect(await answer({ marketplace: 'DE' })).toMatchObject({
    status: 'NEEDS_ANSWER',
    asksMarketplace: false,
    asksDay: true,
    problem: { code: 'DAY_UNCLEAR' },
  })
  expect(await company.checksums()).toEqual(before)
  await expect(answer({ day: '2026-02-30' })).rejects.toThrow()
  expect(await answer({ day: '2099-01-01' })).toMatchObject({
    status: 'NEEDS_ANSWER',
    asksDay: true,
    problem: { text: expect.stringContaining('No report is of 2099-01-01, which has not begun.') },
  })
  expect(await company.checksums()).toEqual(before)
  expect(await answer({ day: '2026-03-05' })).toMatchObject({
    status: 'PUBLISHED',
    account: 'Europe',
    marketplaces: ['DE'],
    firstDay: '2026-03-05',
    counts: { read: 1, kept: 1 },
  })
  const stock = (metricId: 'available' | 'inbound' | 'reserved') =>
    server.operator.audit.explainValue({ companyId: company.id, metricId, ...MARCH })
  expect(await stock('available')).toMatchObject({
    value: '9',
    rows: [{ day: '2026-03-05', fileName: 'stock.txt', lineNumber: 2, rawLine: line }],
  })
  expect((await stock('inbound')).value).toBe('3')
  // The file has one number for it, which says nothing of what it is reserved for.
  expect((await stock('reserved')).value).toBeNull()

  // The same day again, with more rows: it counts instead, not beside.
  const again = await company.import(
    'stock 2026-03-05.txt',
    [MYI_HEADINGS, stocked('MUG-1', 7), stocked('CUP-1', 1), ''].join('\n'),
    { marketplace: 'DE' },
  )
  expect(again).toMatchObject({ status: 'PUBLISHED', firstDay: '2026-03-05' })
  expect((await stock('available')).value).toBe('8')
  // What a person said of a file is said to every later reading of it.
  expect((await server.operator.operator.rebuild({ companyId: company.id })).changed).toEqual([])
  await company.undo(again.id)
  await company.undo(asked.id)
  expect(await company.checksums()).toEqual(before)
})

test('a copy of which no date tells whether the day or the month comes first asks, and is read by the answer', async () => {
  const company = await server.company()
  const before = await company.checksums()
  const copy = `return-date,order-id,sku,quantity,detailed-disposition\n${['3/2/2026', '4/2/2026'].map((day) => `${day},O1,MUG-1,1,SELLABLE`).join('\n')}\n`
  const asked = await company.import('returns.csv', copy, { marketplace: 'DE' })
  expect(asked).toMatchObject({
    status: 'NEEDS_ANSWER',
    asksDateOrder: true,
    problem: { code: 'DATE_ORDER_UNKNOWN', text: expect.stringContaining('as 3/2/2026') },
  })
  expect(await company.checksums()).toEqual(before)
  const answer = (said: object) =>
    server.operator.imports.answer({ companyId: company.id, importId: asked.id, ...said })
  await expect(answer({ dateOrder: 'YMD' })).rejects.toThrow()
  await expect(answer({ dateOrder: 'DMY', day: '2026-02-03' })).rejects.toThrow('Answer with')
  await answer({ dateOrder: 'DMY' })
  await server.queue.ended(company.id, asked.id)
  expect(await company.importRecord(asked.id)).toMatchObject({
    status: 'PUBLISHED',
    asksDateOrder: false,
    firstDay: '2026-02-03',
    lastDay: '2026-02-04',
    counts: { read: 2, kept: 2 },
  })
  // What was said of the file is said to every later reading of it.
  expect((await server.operator.operator.rebuild({ companyId: company.id })).changed).toEqual([])
  await company.undo(asked.id)
  expect(await company.checksums()).toEqual(before)
})

test('a business report by product asks for its one day, and replaces nothing of others', async () => {
  const company = await server.company()
  const text =
    '(Parent) ASIN,(Child) ASIN,Title,Sessions - Total,Page Views - Total,Units Ordered,Ordered Product Sales\nB000000009,B000000001,Mug,"1,007",9,2,"€1,020.00"\n'
  const asked = await company.import('BusinessReport-2026-03-09.csv', text, { marketplace: 'DE' })
  expect(asked).toMatchObject({ status: 'NEEDS_ANSWER', asksDay: true, problem: { code: 'DAY_UNCLEAR' } })
  expect(asked.problem?.text).toMatch(/^This report has one sum for each product over the days/)
  await server.operator.imports.answer({ companyId: company.id, importId: asked.id, day: '2026-03-04' })
  await server.queue.ended(company.id, asked.id)
  expect(await company.importRecord(asked.id)).toMatchObject({
    status: 'PUBLISHED',
    reportType: 'business_report_by_product',
    firstDay: '2026-03-04',
    lastDay: '2026-03-04',
    counts: { read: 1, kept: 1 },
  })
  await company.import(
    'listings 2026-03-05.txt',
    'item-name\tlisting-id\tseller-sku\tprice\tasin1\tfulfillment-channel\tstatus\nMug\tL1\tMUG-1\t9,99\tB000000001\tAMAZON_EU\tActive\n',
    { marketplace: 'DE' },
  )
  const sessions = await server.operator.audit.explainValue({
    companyId: company.id,
    metricId: 'sessions',
    skus: ['MUG-1'],
    ...MARCH,
  })
  expect(sessions).toMatchObject({ value: '1007', rows: [{ day: '2026-03-04', lineNumber: 2 }] })
})

test('fees of orders that no settlement has are those of the fee preview, from its day on', async () => {
  const company = await server.company()
  await company.import('orders.json', {
    order_items: ['2026-03-04', '2026-03-06'].map((day) => ({
      order_id: `O-${day}`,
      order_item_id: '1',
      purchased_at: `${day}T10:00:00Z`,
      order_status: 'Shipped',
      marketplace: 'US',
      currency: 'USD',
      sku: 'MUG-1',
      quantity: 1,
      item_price: '20.00',
    })),
  })
  const fees = async () => {
    const [row] = await server.operator.profitAndLoss.getOrderData({
      companyId: company.id,
      ...MARCH,
      currencyCode: 'USD',
    })
    return row!.flags.ordersWithDefaultFees
  }
  expect(await fees()).toBe(2)
  const headings =
    'sku\tamazon-store\tyour-price\tsales-price\tcurrency\testimated-fee-total\testimated-referral-fee-per-unit\testimated-variable-closing-fee\texpected-fulfillment-fee-per-unit'
  const preview = await company.import(
    'fee preview 2026-03-05.txt',
    `${headings}\nMUG-1\tUS\t20.00\t20.00\tUSD\t6.40\t2.40\t--\t4.00\nCUP-1\tUS\t--\t--\tUSD\t--\t--\t--\t--\n`,
  )
  expect(preview).toMatchObject({
    status: 'PUBLISHED',
    reportType: 'fee_preview',
    account: 'North America',
    counts: { read: 2, refused: 0 },
    firstDay: '2026-03-05',
  })
  expect(await fees()).toBe(1)
})

formTest('listings name products that nobody ordered, and tell which SKU an ASIN is sold under', async () => {
  const company = await server.company()
  await company.import('traffic.json', {
    sales_traffic_asin_day: [
      { date: '2026-03-04', marketplace: 'DE', child_asin: 'B000000001', sessions: 7 },
      { date: '2026-03-04', marketplace: 'DE', child_asin: 'B000000002', sessions: 5 },
    ],
  })
  const listings = (...rows: string[]) =>
    ['item-name\tlisting-id\tseller-sku\tprice\tasin1\tfulfillment-channel\tstatus', ...rows].join('\n')
  const asked = await company.import(
    'listings 2026-03-05.txt',
    listings(
      'Tasse, groß\tL1\tMUG-1\t9,99\tB000000001\tAMAZON_EU\tActive',
      'Tasse, alt\tL2\tMUG-OLD\t9,99\tB000000001\tDEFAULT\tInactive',
      'Becher\tL3\tCUP-1\t4,99\tB000000002\tDEFAULT\tActive',
    ),
  )
  expect(asked).toMatchObject({ status: 'NEEDS_ANSWER', asksMarketplace: true })
  await server.operator.imports.answer({ companyId: company.id, importId: asked.id, marketplace: 'DE' })
  await server.queue.ended(company.id, asked.id)
  expect(await company.importRecord(asked.id)).toMatchObject({
    status: 'PUBLISHED',
    reportType: 'all_listings',
    account: 'Europe',
    marketplaces: ['DE'],
    counts: { read: 3, kept: 3, refused: 0 },
    firstDay: '2026-03-05',
  })
  const products = async () => {
    const page = await server.operator.productMaster.getProducts({ companyId: company.id })
    return page.products.map(({ basicInformation: { sku, asin, name } }) => [sku, asin, name])
  }
  const named = [
    ['CUP-1', 'B000000002', 'Becher'],
    ['MUG-OLD', 'B000000001', 'Tasse, alt'],
    ['MUG-1', 'B000000001', 'Tasse, groß'],
  ]
  expect(await products()).toEqual(named)
  const sessionsOf = async (sku: string) =>
    (
      await server.operator.audit.explainValue({
        companyId: company.id,
        metricId: 'sessions',
        ...MARCH,
        skus: [sku],
      })
    ).value
  expect([await sessionsOf('MUG-1'), await sessionsOf('MUG-OLD')]).toEqual(['7', '0'])

  // The newest listing says what a product is called; the one before it counts again when that one goes.
  const april = await company.import(
    'listings-2026-04-01.csv',
    'item-name,listing-id,seller-sku,price,asin1,status\n"Becher, neu",L3,CUP-1,4.99,B000000002,Active\n',
    { marketplace: 'DE' },
  )
  expect(april).toMatchObject({ status: 'PUBLISHED', counts: { read: 1, kept: 1 } })
  expect((await products())[0]).toEqual(['CUP-1', 'B000000002', 'Becher, neu'])
  await company.undo(april.id)
  expect(await products()).toEqual(named)
  await company.undo(asked.id)
  expect([await products(), await sessionsOf('MUG-1')]).toEqual([[], '0'])
})

const SEARCHES = {
  reportSpecification: { marketplaceIds: ['A1PA6795UKMFR9'] },
  dataByAsin: ['mug', 'cup'].map((searchQuery, index) => ({
    startDate: '2026-03-01',
    endDate: '2026-03-07',
    asin: 'B000000001',
    searchQueryData: { searchQuery, searchQueryScore: 1, searchQueryVolume: 100 },
    impressionData: { totalQueryImpressionCount: 1000, asinImpressionCount: 100 + index },
    clickData: { totalClickCount: 80, asinClickCount: 10 },
    cartAddData: { totalCartAddCount: 30, asinCartAddCount: 5 },
    purchaseData: {
      totalPurchaseCount: 20,
      asinPurchaseCount: 3,
      asinMedianPurchasePrice: { amount: 11, currencyCode: 'EUR' },
    },
  })),
}

test('searches count once, whether they come from the API or from Seller Central', async () => {
  const company = await server.company()
  const json = await company.import('searches.json', JSON.stringify(SEARCHES))
  expect(json).toMatchObject({
    status: 'PUBLISHED',
    reportType: 'search_query_performance',
    account: 'Europe',
    marketplaces: ['DE'],
    counts: { read: 2, kept: 2 },
    lastDay: '2026-03-07',
  })
  const impressions = () =>
    server.operator.audit.explainValue({
      companyId: company.id,
      metricId: 'sqpImpressions',
      ...MARCH,
      endDate: '2026-03-07',
    })
  const answer = await impressions()
  expect(answer.value).toBe('201')
  expect(answer.rows.map(({ lineNumber, rawLine }) => [lineNumber, JSON.parse(rawLine!)])).toEqual([
    [1, SEARCHES.dataByAsin[0]],
    [2, SEARCHES.dataByAsin[1]],
  ])
  const table = await company.import(
    'DE_Search_Query_Performance_ASIN_View_Week_2026_03_07.csv',
    [
      'ASIN or Product=["B000000001"],Reporting Range=["Weekly"],Select week=["Week 10 | 2026-03-01 - 2026-03-07 2026"]',
      'Search Query,Search Query Score,Search Query Volume,Impressions: Total Count,Impressions: ASIN Count,Clicks: Total Count,Clicks: ASIN Count,Cart Adds: Total Count,Cart Adds: ASIN Count,Purchases: Total Count,Purchases: ASIN Count,Reporting Date',
      'mug,1,100,1000,100,80,10,30,5,20,3,2026-03-07',
    ].join('\n'),
  )
  expect(table).toMatchObject({ status: 'PUBLISHED', account: 'Europe', counts: { read: 1, kept: 0 } })
  expect((await impressions()).value).toBe('201')
})

describe('a row that can not be read is refused by the heading of its file', () => {
  const refusals = async (file: string) => {
    const company = await server.company()
    const { refusedRows } = await company.import('file.txt', file)
    return refusedRows.map(({ lineNumber, reason }) => `${lineNumber}: ${reason}`)
  }
  const ORDER = ['1', '2026-03-02T10:00:00+00:00', 'Shipped', 'Amazon.de', 'MUG-1', '1', 'EUR', '20.00']
  const orders = (separator: string) =>
    [
      // Compared without blanks and case, and told as it stands.
      [
        'amazon-order-id',
        'Purchase Date',
        'order-status',
        'sales-channel',
        'sku',
        'Quantity',
        'currency',
        'Item Price',
      ],
      ORDER,
      ORDER.with(0, ''),
      ORDER.with(1, 'soon'),
      ORDER.with(5, 'two'),
      ORDER.with(7, 'free'),
    ]
      .map((cells) => `${cells.join(separator)}\n`)
      .join('')

  test('as Amazon writes it', async () => {
    expect(await refusals(orders('\t'))).toEqual([
      '3: amazon-order-id is empty',
      '4: Purchase Date is not a date and time',
      '5: Quantity is not a whole number',
      '6: Item Price is not an amount',
    ])
  })

  test('as a spreadsheet saves it', async () => {
    expect(await refusals(orders(','))).toEqual([
      '3: amazon-order-id is empty',
      '4: Purchase Date: "soon" is not a date and time',
      '5: Quantity: "two" is not a whole number',
      '6: Item Price: "free" is not an amount',
    ])
  })

  test('also where a line has several amounts, or a settlement is stated', async () => {
    const { header, lines } = linesOf(
      wideFile({
        id: '92000000301',
        start: '2026-03-01',
        end: '2026-03-31',
        currency: 'EUR',
        entries: sale({
          order: '302-0000000-0000009',
          at: '2026-03-02 10:11:12',
          sku: 'MUG-1',
          marketplace: 'Amazon.de',
          amounts: { 'ItemPrice Principal': '20.00', 'ItemFees Commission': '-3.00' },
        }),
      }),
    )
    const headings = header.split('\t')
    const spoilt = (line: string, heading: string, value: string) =>
      line.split('\t').with(headings.indexOf(heading), value).join('\t')
    const priced = lines.findIndex((line) => line.split('\t')[headings.indexOf('price-amount')])
    const bad = [
      spoilt(lines[0]!, 'settlement-start-date', 'soon'),
      ...lines.slice(1),
      spoilt(lines[priced]!, 'price-amount', 'much'),
      spoilt(lines[priced]!, 'posted-date', ''),
    ]
    expect(await refusals(fileOf(header, bad))).toEqual([
      '2: settlement-start-date is not a date and time',
      `${lines.length + 2}: price-amount is not an amount`,
      `${lines.length + 3}: posted-date is empty`,
    ])
  })

  test('and in JSON by its fields', async () => {
    const [row] = SEARCHES.dataByAsin
    const bad = { ...row!, searchQueryData: { ...row!.searchQueryData, searchQuery: '' } }
    expect(
      await refusals(JSON.stringify({ ...SEARCHES, dataByAsin: [row, bad, { ...row, asin: '' }] })),
    ).toEqual(['2: searchQuery: missing', '3: asin: missing'])
  })
})
