/** Reports of Amazon's beside settlements and orders, from the upload to the line behind a number. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MetricId } from '#contract/metrics/metrics.ts'
import { sellersOf } from '#sandbox/index.ts'
import { sourceOf } from '#server/sync/sources.ts'
import { startTestServer, type TestCompany, type TestServer } from './support/server.ts'
import { sale, v2File } from './support/settlement-file.ts'
import { formTest } from './support/drawn-cases.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

const MARCH = { startDate: '2026-03-01', endDate: '2026-03-31', currencyCode: 'USD' } as const

/** A number, and the lines that it is made from. */
async function explained(company: TestCompany, metricId: MetricId, more: object = {}) {
  const { value, rows } = await server.operator.audit.explainValue({
    companyId: company.id,
    metricId,
    ...MARCH,
    ...more,
  })
  return {
    value,
    lines: rows.map(({ fileName, lineNumber, rawLine }) => ({ fileName, lineNumber, rawLine })),
  }
}

const money = (amount: number) => ({ amount, currencyCode: 'USD' })
const productRow = {
  parentAsin: 'B0PARENT01',
  childAsin: 'B0CHILD001',
  sku: 'MUG',
  salesByAsin: { unitsOrdered: 2, orderedProductSales: money(20.5) },
  trafficByAsin: { sessions: 12, pageViews: 18, buyBoxPercentage: 50 },
}
const traffic = (end: string, byAsin: object[]) => ({
  reportSpecification: {
    reportOptions: { dateGranularity: 'DAY', asinGranularity: 'SKU' },
    dataStartTime: '2026-03-01',
    dataEndTime: end,
    marketplaceIds: ['ATVPDKIKX0DER'],
  },
  salesAndTrafficByDate: [
    {
      date: '2026-03-01',
      salesByDate: { unitsOrdered: 3, orderedProductSales: money(30.75) },
      trafficByDate: { sessions: 20, pageViews: 30, buyBoxPercentage: 90 },
    },
  ],
  salesAndTrafficByAsin: byAsin,
})

test('sales and traffic of a day are of the account and of its products, down to the row of the report', async () => {
  const company = await server.company()
  expect(await company.import('day.json', traffic('2026-03-01', [productRow]))).toMatchObject({
    status: 'PUBLISHED',
    reportType: 'sales_and_traffic',
    account: 'North America',
    marketplaces: ['US'],
    counts: { read: 2, kept: 2, refused: 0 },
    firstDay: '2026-03-01',
    lastDay: '2026-03-01',
  })
  // The same day within a range counts once, and its part by ASIN is of no day.
  expect(await company.import('range.json', traffic('2026-03-02', [productRow]))).toMatchObject({
    status: 'PUBLISHED',
    counts: { read: 2, kept: 0, known: 1, refused: 1 },
  })
  // By SKU it has no rows of what nobody ordered, so that nobody's visitors are known by product.
  for (const sku of ['MUG', 'JAR'])
    expect([sku, (await explained(company, 'sessions', { skus: [sku] })).value]).toEqual([sku, null])
  const { value, lines } = await explained(company, 'sessions')
  expect([value, lines.map(({ fileName }) => fileName)]).toEqual(['20', ['day.json']])
  expect(JSON.parse(lines[0]!.rawLine!)).toMatchObject({ date: '2026-03-01' })
  const ofProduct = await explained(company, 'orderedProductSales', { skus: ['MUG'] })
  expect(ofProduct).toMatchObject({ value: '20.5', lines: [{ fileName: 'day.json', lineNumber: 1 }] })
  expect(JSON.parse(ofProduct.lines[0]!.rawLine!)).toEqual(productRow)
})

test('as it is fetched, traffic has the visitors of products that nobody ordered on the day', async () => {
  const now = new Date('2026-11-24T09:13:00Z')
  const day = '2026-11-20'
  const [seller] = sellersOf({ firstDay: '2026-08-01', ids: ['harbour-hearth'] })
  const content = (reportType: string, start: string, end: string, options: Record<string, string> = {}) => {
    const range = { start: new Date(start), end: new Date(end) }
    const answer = seller!.report(
      { region: 'EUROPE', reportType, marketplaces: ['DE'], options, ...range },
      now,
    )
    if (answer.kind !== 'DONE') throw new Error(JSON.stringify(answer))
    return answer.content
  }
  const { question } = sourceOf('trafficByProduct')!
  if (question.kind !== 'REPORT') throw new Error('It is a report.')
  const company = await server.company()
  const orders = 'GET_FLAT_FILE_ALL_ORDERS_DATA_BY_ORDER_DATE_GENERAL'
  await company.import('orders.txt', content(orders, '2026-11-01', '2026-11-24'))
  await company.import('traffic.json', content(question.reportType, day, day, question.options))
  const unsold = seller!
    .truth(now)
    .filter(
      (row) => row.marketplace === 'DE' && row.day === day && row.sessions > 0 && row.unitsOrdered === 0,
    )
  expect(unsold.length).toBeGreaterThan(2)
  for (const { sku, sessions } of unsold.slice(0, 3)) {
    const { value } = await server.operator.audit.explainValue({
      companyId: company.id,
      metricId: 'sessions',
      currencyCode: 'EUR',
      startDate: day,
      endDate: day,
      skus: [sku],
    })
    expect([sku, value]).toEqual([sku, `${sessions}`])
  }
})

test('a business report is asked for its marketplace, which says what its days and its money are', async () => {
  const company = await server.company()
  const lines = ['Date,Ordered Product Sales,Sessions - Total', '03/04/2026,"$1,234.50","1,020"']
  const asked = await company.import('BusinessReport.csv', lines.join('\n'))
  expect(asked).toMatchObject({ status: 'NEEDS_ANSWER', asksMarketplace: true })
  await server.operator.imports.answer({ companyId: company.id, importId: asked.id, marketplace: 'US' })
  await server.queue.ended(company.id, asked.id)
  expect(await company.importRecord(asked.id)).toMatchObject({
    status: 'PUBLISHED',
    reportType: 'business_report',
    account: 'North America',
    firstDay: '2026-03-04',
    counts: { read: 1, kept: 1, refused: 0 },
  })
  expect(await explained(company, 'orderedProductSales')).toEqual({
    value: '1234.5',
    lines: [{ fileName: 'BusinessReport.csv', lineNumber: 2, rawLine: lines[1] }],
  })
  // What a row leaves empty is unknown.
  expect((await explained(company, 'pageViews')).value).toBeNull()
})

const brandRows = (...costs: number[]) =>
  costs.map((cost, index) => ({
    date: '2026-03-20',
    campaignId: index + 1,
    campaignBudgetCurrencyCode: 'USD',
    impressions: 900,
    clicks: 20,
    cost,
    sales: 0,
  }))
const campaignOnly = (campaign: string, spend: string) =>
  `Date,Campaign Name,Currency,Impressions,Clicks,Spend,14 Day Total Sales ($),14 Day New-to-brand Sales ($)
"Mar 20, 2026",${campaign},USD,900,20,${spend},--,--
`

formTest(
  'videos of Sponsored Brands, which the console has in a report of their own, add up with its other ads',
  async () => {
    const download = (campaign: string, spend: string) =>
      `Date,Campaign Name,Currency,Targeting,Match Type,Impressions,Clicks,Spend,14 Day Total Sales ($),14 Day New-to-brand Sales ($)
"Mar 20, 2026",${campaign},USD,mug,EXACT,900,20,${spend},--,--
`
    const others = ['Sponsored Brands Keyword report.csv', download('Brand A', '$30.00')] as const
    const videos = ['Sponsored_Brands_Video_Keyword_report.csv', download('Video B', '$12.00')] as const
    const both = ['sbCampaigns.json', brandRows(31, 12.5)] as const
    const spentIn = async (company: TestCompany) => {
      const { lines } = await company.pnl({ from: '2026-03-01', to: '2026-03-31', currency: 'USD' })
      expect((await explained(company, 'adSpend')).value).toBe(lines.advertisingSb?.replace('-', '') ?? null)
      return lines.advertisingSb
    }
    for (const files of [
      [others, videos],
      [videos, others],
    ]) {
      const company = await server.company()
      for (const [name, content] of files)
        expect(await company.import(name!, content!)).toMatchObject({
          counts: { read: 1, kept: 1, known: 0 },
        })
      expect(await spentIn(company)).toBe('-42')
      const ofAll = await company.import(...both)
      expect(await spentIn(company)).toBe('-43.5')
      await company.undo(ofAll.id)
      expect(await spentIn(company)).toBe('-42')
    }
    const company = await server.company()
    await company.import(...both)
    const part = await company.import(...videos)
    expect(await spentIn(company)).toBe('-43.5')
    await company.undo(part.id)
    expect(await spentIn(company)).toBe('-43.5')

    // Each of them is counted at the first of its own levels.
    const mixed = await server.company()
    await mixed.import(...others)
    await mixed.import('Sponsored Brands Video Campaign report.csv', campaignOnly('Video B', '$12.00'))
    await mixed.import(...videos)
    expect(await spentIn(mixed)).toBe('-42')
  },
)

formTest('reports of several levels state one spend, which counts once and leads to its line', async () => {
  const company = await server.company()
  const campaigns = `Date,Campaign Name,Currency,Impressions,Clicks,Spend,7 Day Total Sales ($)
"Mar 4, 2026",Mugs,USD,"1,000",20,$10.00,$80.00
"Mar 4, 2026",Cups,USD,500,10,$5.00,--
`
  const first = await company.import('Sponsored Products Campaign report.csv', campaigns)
  expect(first).toMatchObject({
    status: 'PUBLISHED',
    reportType: 'ads_console',
    account: 'North America',
    marketplaces: ['US'],
    counts: { read: 2, kept: 2, refused: 0 },
  })
  const march = { from: '2026-03-01', to: '2026-03-31', currency: 'USD' } as const
  const spentIn = async () => (await company.pnl(march)).lines.advertisingSp
  expect(await spentIn()).toBe('-15')
  expect((await explained(company, 'adSpend')).lines.map(({ lineNumber }) => lineNumber)).toEqual([2, 3])

  const row = (sku: string, cost: number, more: object = {}) => ({
    date: '2026-03-04',
    campaignId: 468170906203317,
    campaignBudgetCurrencyCode: 'USD',
    ...(sku && { advertisedSku: sku }),
    impressions: 700,
    clicks: 15,
    cost,
    sales7d: 40,
    ...more,
  })
  const products = [row('MUG', 10), row('CUP', 5)]
  const byProduct = await company.import('spAdvertisedProduct.json', products)
  expect(byProduct).toMatchObject({ status: 'PUBLISHED', counts: { read: 2, kept: 2, known: 0 } })
  // Terms without a click are in no report of search terms.
  const terms = [row('', 15, { searchTerm: 'mug', impressions: 30 })]
  expect(await company.import('spSearchTerm.json', terms)).toMatchObject({ counts: { read: 1, kept: 1 } })
  // Another reading of the day counts in place of the one with fewer rows, whatever came first.
  const fewer = await company.import('again.json', [row('MUG', 9)])
  expect(fewer).toMatchObject({ counts: { read: 1, kept: 0, known: 1 } })
  expect(await spentIn()).toBe('-15')
  expect((await explained(company, 'impressions')).value).toBe('1400')
  const ofMugs = await explained(company, 'adSpend', { skus: ['MUG'] })
  expect(ofMugs).toMatchObject({
    value: '10',
    lines: [{ fileName: 'spAdvertisedProduct.json', lineNumber: 1 }],
  })
  expect(JSON.parse(ofMugs.lines[0]!.rawLine!)).toEqual(products[0])

  await company.undo(byProduct.id)
  await company.undo(fewer.id)
  expect([await spentIn(), (await explained(company, 'impressions')).value]).toEqual(['-15', '1500'])
  await company.undo(first.id)
  expect([await spentIn(), (await explained(company, 'impressions')).value]).toEqual(['-15', null])
})

test('a report of the console that sums days up is refused with the one to download', async () => {
  const company = await server.company()
  const summary = `Start Date,End Date,Campaign Name,Currency,Clicks,Spend,7 Day Total Sales
2026-03-01,2026-03-31,Mugs,USD,20,10.00,80.00
`
  expect(await company.import('summary.csv', summary)).toMatchObject({
    status: 'REFUSED',
    problem: { code: 'REPORT_NOT_READ', text: expect.stringContaining('the time unit "Daily"') },
  })
})

const breakdown = (breakdownType: string, amount: number, breakdowns: object[] = []) => ({
  breakdownType,
  breakdownAmount: { currencyAmount: amount, currencyCode: 'USD' },
  breakdowns,
})
const transaction = (id: string, total: number, more: object) => ({
  transactionId: id,
  postedDate: '2026-03-04T20:00:00Z',
  totalAmount: { currencyAmount: total, currencyCode: 'USD' },
  marketplaceDetails: { marketplaceId: 'ATVPDKIKX0DER', marketplaceName: 'Amazon.com' },
  ...more,
})
const saleOf = (id: string, transactionStatus: string, more: object = {}, ...related: [string, string][]) =>
  transaction(id, 25.5, {
    transactionType: 'Shipment',
    transactionStatus,
    relatedIdentifiers: [['ORDER_ID', '111-0000000-0000001'], ['SHIPMENT_ID', 'S1'], ...related].map(
      ([relatedIdentifierName, relatedIdentifierValue]) => ({
        relatedIdentifierName,
        relatedIdentifierValue,
      }),
    ),
    items: [
      {
        totalAmount: { currencyAmount: 25.5, currencyCode: 'USD' },
        contexts: [{ contextType: 'ProductContext', sku: 'MUG', asin: 'B000000001', quantityShipped: 1 }],
        breakdowns: [
          breakdown('ProductCharges', 30, [breakdown('OurPricePrincipal', 30)]),
          breakdown('AmazonFees', -4.5, [breakdown('Commission', -4.5, [breakdown('Base', -4.5)])]),
        ],
      },
    ],
    ...more,
  })
const RELEASED_LATER = { postedDate: '2026-03-12T20:00:00Z' }

test('a deferred transaction, its release and its settlement are one sale, in whatever order they come', async () => {
  const files: [name: string, content: object | string][] = [
    ['deferred.json', { transactions: [saleOf('T1', 'DEFERRED')] }],
    [
      'released.json',
      {
        transactions: [
          saleOf('T1', 'DEFERRED_RELEASED', {}, ['RELEASE_TRANSACTION_ID', 'T2']),
          saleOf('T2', 'RELEASED', RELEASED_LATER, ['DEFERRED_TRANSACTION_ID', 'T1']),
          transaction('T3', -12.5, {
            transactionType: 'ServiceFee',
            transactionStatus: 'RELEASED',
            breakdowns: [breakdown('FBAStorageFee', -12.5)],
          }),
          transaction('T4', 3, { transactionType: 'Mystery', transactionStatus: 'RELEASED' }),
        ],
      },
    ],
    [
      'settlement.txt',
      v2File({
        id: '92000000201',
        start: '2026-03-02',
        end: '2026-03-16',
        currency: 'USD',
        entries: sale({
          order: '111-0000000-0000001',
          at: '2026-03-12 20:00:00',
          sku: 'MUG',
          units: 1,
          marketplace: 'Amazon.com',
          amounts: { 'ItemPrice Principal': '30.00', 'ItemFees Commission': '-4.50' },
        }),
      }),
    ],
  ]
  const figures = async (company: TestCompany, from = '2026-03-01', to = '2026-03-12') => {
    const { lines, rows } = await company.pnl({ from, to, currency: 'USD' })
    const { deferredNetProceeds, productSales, referralFees, monthlyStorageFees } = lines
    return [
      deferredNetProceeds,
      productSales,
      referralFees,
      monthlyStorageFees,
      lines.adjustments,
      rows[0]!.flags.unmappedLines,
    ]
  }
  const company = await server.company()
  const imports = []
  const seen = []
  for (const [name, content] of files) {
    const record = await company.import(name, content, { account: 'Shop', marketplace: 'US' })
    expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [], account: 'Shop' })
    imports.push(record)
    seen.push(await figures(company))
    // Of what is in none yet there is nothing to reconcile.
    expect((await company.reconcile()).every(({ settlementId }) => settlementId !== '')).toBe(true)
  }
  expect(imports[1]).toMatchObject({
    reportType: 'finances_transactions',
    marketplaces: ['US'],
    counts: { read: 4, refused: 0 },
    firstDay: '2026-03-04',
    lastDay: '2026-03-12',
  })
  expect(seen).toEqual([
    ['25.5', '0', '0', '0', '0', 0],
    ['0', '30', '-4.5', '-12.5', '3', 1],
    // The settlement holds all that happened in its days.
    ['0', '30', '-4.5', '0', '0', 0],
  ])
  // There the sale is of the day on which it was paid out.
  expect(await figures(company, '2026-03-01', '2026-03-10')).toEqual(['0', '0', '0', '0', '0', 0])

  const reversed = await server.company()
  for (const [name, content] of files.toReversed())
    await reversed.import(name, content, { account: 'Shop', marketplace: 'US' })
  expect(await reversed.checksums()).toEqual(await company.checksums())

  await company.undo(imports[2]!.id)
  expect(await figures(company)).toEqual(seen[1])
  expect(await figures(company, '2026-03-01', '2026-03-10')).toEqual(seen[1])
  await company.undo(imports[1]!.id)
  expect(await figures(company)).toEqual(seen[0])
})

formTest(
  'how old stock is and what has no offer is told of its last day, down to the line of the report',
  async () => {
    const company = await server.company()
    const headings =
      'snapshot-date,sku,available,inv-age-0-to-90-days,inv-age-91-to-180-days,inv-age-181-to-270-days,inv-age-271-to-365-days,inv-age-365-plus-days,marketplace,currency,your-price,estimated-storage-cost-next-month,estimated-ais-181-210-days'
    const line = '2026-03-05,MUG,20,9,5,3,2,1,Amazon.com,USD,18.00,1.50,0.60'
    const planned = await company.import(
      'planning.csv',
      [headings, line, '2026-03-05,CUP,4,4,0,0,0,0,Amazon.com,USD,10.00,0.25,', ''].join('\n'),
    )
    expect(planned).toMatchObject({
      status: 'PUBLISHED',
      reportType: 'inventory_planning',
      marketplaces: ['US'],
      counts: { refused: 0 },
    })
    const stranded = await company.import(
      'stranded 2026-03-04.txt',
      'stranded-reason\tdate-stranded\tsku\tasin\tfulfillable-qty\nListing closed\t2026-02-01\tMUG\tB01\t6\n',
      { marketplace: 'US' },
    )
    expect(stranded).toMatchObject({ status: 'PUBLISHED', counts: { read: 1, kept: 1 } })
    // A later snapshot of units alone says nothing of their age.
    await company.import('later.json', {
      inventory_snapshots: [{ date: '2026-03-09', marketplace: 'US', sku: 'MUG', available: 7 }],
    })
    const values = async (more: object = {}) =>
      Object.fromEntries(
        await Promise.all(
          (
            [
              'available',
              'agedUnits',
              'unitsByAge',
              'agedShare',
              'inventoryValueRetail',
              'estimatedStorageCost',
              'estimatedAgedSurcharge',
              'strandedUnits',
            ] as const
          ).map(async (id) => [id, (await explained(company, id, more)).value] as const),
        ),
      )
    const ofAll = {
      available: '7',
      agedUnits: '6',
      unitsByAge: '24',
      agedShare: '0.25',
      inventoryValueRetail: '400',
      estimatedStorageCost: '1.75',
      estimatedAgedSurcharge: '0.6',
      strandedUnits: '6',
    }
    expect(await values()).toEqual(ofAll)
    expect(await values({ skus: ['CUP'] })).toMatchObject({
      agedUnits: '0',
      unitsByAge: '4',
      strandedUnits: '0',
    })
    expect((await explained(company, 'agedUnits', { skus: ['MUG'] })).lines).toEqual([
      { fileName: 'planning.csv', lineNumber: 2, rawLine: line },
    ])

    // The same file once more counts once, and facts files say the same.
    expect(await company.import('again.csv', `${headings}\n${line}\n`)).toMatchObject({ counts: { kept: 0 } })
    expect(await values()).toEqual(ofAll)
    await company.undo(stranded.id)
    await company.undo(planned.id)
    expect(await values()).toMatchObject({
      available: '7',
      agedUnits: '6',
      unitsByAge: '20',
      strandedUnits: null,
    })
  },
)
