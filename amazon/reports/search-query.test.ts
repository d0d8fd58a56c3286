import { expect, test } from 'vitest'
import { openReport } from '../files/open-report.ts'
import { collected, separated, sourceOf } from '../testing.ts'
import type { OpenOptions } from './report-type.ts'

async function read(file: string, fileName = 'searches', options: OpenOptions = {}) {
  const opened = await openReport(sourceOf(file), fileName, options)
  if (opened.kind !== 'records') throw new Error('Searches are read record by record.')
  const records = await collected(opened.records)
  return { ...opened, rows: records.map((record) => ('values' in record ? record.values : record)) }
}

const price = (amount: number, currencyCode = 'USD') => ({ amount, currencyCode })
const row = (more: object = {}) => ({
  startDate: '2026-03-01',
  endDate: '2026-03-07',
  asin: 'B000000001',
  searchQueryData: { searchQuery: 'blue "mug"', searchQueryScore: 5, searchQueryVolume: 400 },
  impressionData: { totalQueryImpressionCount: 1000, asinImpressionCount: 100, asinImpressionShare: 0.1 },
  clickData: {
    totalClickCount: 80,
    totalClickRate: 0.2,
    asinClickCount: 10,
    totalMedianClickPrice: price(12.5),
    asinMedianClickPrice: null,
  },
  cartAddData: { totalCartAddCount: 30, asinCartAddCount: 0 },
  purchaseData: {
    totalPurchaseCount: 20,
    asinPurchaseCount: 3,
    totalMedianPurchasePrice: price(12.5),
    asinMedianPurchasePrice: price(11),
  },
  ...more,
})
const report = (rows: object[], marketplaceIds: string[] = ['ATVPDKIKX0DER']) =>
  JSON.stringify({
    reportSpecification: {
      reportType: 'GET_BRAND_ANALYTICS_SEARCH_QUERY_PERFORMANCE_REPORT',
      marketplaceIds,
    },
    dataByAsin: rows,
  })

test('the JSON report, row by row; what it does not say is not 0', async () => {
  const { type, sample, rows } = await read(
    report([
      row(),
      row({ startDate: '2026-03-02', endDate: '2026-03-08' }),
      row({ startDate: '2026-01-01', endDate: '2026-03-31' }),
      row({ startDate: '2026-02-01', endDate: '2026-02-28' }),
      row({ clickData: { totalClickCount: -1 } }),
      row({ clickData: { totalMedianClickPrice: price(1, 'EUR') } }),
      row({ clickData: { totalMedianClickPrice: { amount: 1 } } }),
      row({ asin: { a: 1 } }),
      7 as never,
    ]),
  )
  expect([type.id, sample]).toEqual([
    'search_query_performance',
    { marketplaces: ['US'], currencies: ['USD'] },
  ])
  expect(rows).toEqual([
    {
      start_date: '2026-03-01',
      end_date: '2026-03-07',
      marketplace: 'US',
      asin: 'B000000001',
      sku: null,
      search_query: 'blue "mug"',
      search_query_score: '5',
      search_query_volume: '400',
      total_impressions: '1000',
      asin_impressions: '100',
      total_clicks: '80',
      asin_clicks: '10',
      total_cart_adds: '30',
      asin_cart_adds: '0',
      total_purchases: '20',
      asin_purchases: '3',
      currency: 'USD',
      total_click_price: '12.5',
      asin_click_price: null,
      total_cart_add_price: null,
      asin_cart_add_price: null,
      total_purchase_price: '12.5',
      asin_purchase_price: '11',
    },
    expect.objectContaining({
      refused: expect.stringContaining('2026-03-02 to 2026-03-08 is neither a week'),
    }),
    expect.objectContaining({ refused: expect.stringContaining('nor a calendar month') }),
    expect.objectContaining({ start_date: '2026-02-01', end_date: '2026-02-28' }),
    expect.objectContaining({ refused: 'totalClickCount: "-1" is below zero' }),
    expect.objectContaining({ refused: 'totalMedianPurchasePrice: USD, where the row is in EUR' }),
    expect.objectContaining({ refused: 'totalMedianClickPrice: an amount without its currency' }),
    expect.objectContaining({ refused: 'asin: a plain value is expected' }),
    expect.objectContaining({ refused: 'An object in { } is expected' }),
  ])
})

test('a JSON report of no single marketplace is of the one that a person says', async () => {
  expect((await read(report([row()], []))).sample.marketplaces).toEqual([])
  const { rows } = await read(report([row()], []), 'a.json', { marketplace: 'DE' })
  expect(rows).toMatchObject([{ marketplace: 'DE' }])
})

const headings = (word: 'Cart' | 'Basket', whose = 'ASIN') => [
  'Search Query',
  'Search Query Score',
  'Search Query Volume',
  ...['Impressions', 'Clicks', `${word} Adds`, 'Purchases'].flatMap((step) => [
    `${step}: Total Count`,
    `${step}: ${whose} Count`,
    `${step}: ${whose} Share %`,
    ...(step === 'Impressions' ? [] : [`${step}: Price (Median)`, `${step}: ${whose} Price (Median)`]),
  ]),
  'Reporting Date',
]
const counted = (query: string, date: string) =>
  [query, '5', '4,000', '1000', '100', '10'].concat(
    ...['80', '30', '20'].map((total) => [total, '', '', '$12.50', '']),
    date,
  )
const ABOVE =
  'ASIN or Product=["B000000001"],Reporting Range=["Weekly"],Select week=["Week 10 | 2026-03-01 - 2026-03-07 2026"]'
const table = (above: string, rows: string[][], word: 'Cart' | 'Basket' = 'Cart') =>
  `${above ? `${above}\n` : ''}${separated([headings(word), ...rows], ',')}`

test('the ASIN view says above its headings of what it is, and leaves counts of nothing empty', async () => {
  const { type, rows } = await read(
    table(ABOVE, [
      counted('mug, blue', '2026-03-07'),
      counted('', '2026-03-07'),
      counted('mug', '2026-03-08'),
    ]),
    'searches.csv',
    { marketplace: 'US' },
  )
  expect(type.id).toBe('search_query_table')
  expect(rows).toEqual([
    expect.objectContaining({
      start_date: '2026-03-01',
      end_date: '2026-03-07',
      marketplace: 'US',
      asin: 'B000000001',
      search_query: 'mug, blue',
      search_query_score: '5',
      search_query_volume: '4000',
      total_clicks: '80',
      asin_clicks: '0',
      asin_purchases: '0',
      currency: 'USD',
      total_purchase_price: '12.5',
      asin_purchase_price: null,
    }),
    expect.objectContaining({ refused: 'Search Query: missing' }),
    expect.objectContaining({ refused: expect.stringContaining('2026-03-08 ends neither a week') }),
  ])
})

test.each([
  // The name that Amazon gives says the marketplace and the period.
  [
    ABOVE.split(',')[0]!,
    'UK_Search_Query_Performance_ASIN_View_Simple_Week_2026_03_07.csv',
    '',
    'GB',
    '2026-03-01',
    '2026-03-07',
  ],
  [
    ABOVE.split(',')[0]!,
    'US_Search_Query_Performance_ASIN_View_Month_2026_02_28 (1).csv',
    '',
    'US',
    '2026-02-01',
    '2026-02-28',
  ],
  [
    '"Marketplace=[""A1PA6795UKMFR9""]","ASIN or Product=[""B000000001""]"',
    'a.csv',
    '2026-03-31',
    'DE',
    '2026-03-01',
    '2026-03-31',
  ],
  // The 28th of February 2026 is a Saturday; a day that ends one of them alone needs nothing else.
  [ABOVE, 'a.csv', '2026-02-28', null, '2026-02-22', '2026-02-28'],
  ['', 'B000000001 March.csv', '2026-03-31', null, '2026-03-01', '2026-03-31'],
  // Copies that a spreadsheet saved. Both readings are Saturdays, and the line above says which is meant.
  [
    'ASIN or Product=["B000000001"],Select week=["Week 28 | 2026-07-05 - 2026-07-11 2026"]',
    'a.csv',
    '7/11/2026',
    null,
    '2026-07-05',
    '2026-07-11',
  ],
  [ABOVE.split(',')[0]!, 'B000000001.csv', '31.03.2026', null, '2026-03-01', '2026-03-31'],
  [ABOVE.split(',')[0]!, 'B000000001.csv', '3/31/2026', null, '2026-03-01', '2026-03-31'],
])('%s in %s with %s', async (above, name, date, marketplace, start, end) => {
  const { rows } = await read(table(above, [counted('mug', date)], 'Basket'), name)
  expect(rows).toMatchObject([{ asin: 'B000000001', marketplace, start_date: start, end_date: end }])
})

test('what a file leaves open is not guessed', async () => {
  const slashed = table('ASIN or Product=["B000000001"],Reporting Range=["Weekly"]', [
    counted('mug', '7/11/2026'),
  ])
  await expect(read(slashed)).rejects.toMatchObject({ code: 'DATE_ORDER_UNKNOWN' })
  expect((await read(slashed, 'a.csv', { dateOrder: 'DMY' })).rows).toMatchObject([
    { end_date: '2026-11-07' },
  ])
  const one = [counted('mug', '2026-02-28')]
  const { rows } = await read(table('ASIN or Product=["B000000001"]', one))
  expect(rows).toMatchObject([{ refused: expect.stringContaining('2026-02-28 ends a week and a month') }])
  await expect(read(table('', one))).rejects.toMatchObject({
    code: 'UNKNOWN_HEADER',
    message: expect.stringContaining('put the ASIN into the name of the file'),
  })
  await expect(read(table('ASIN or Product=["B000000001","B000000002"]', one))).rejects.toThrow(
    'several ASINs',
  )
  await expect(read(table(ABOVE.replace('Weekly', 'Quarterly'), one))).rejects.toMatchObject({
    code: 'REPORT_NOT_READ',
    message: expect.stringContaining('of a quarter'),
  })
  const brand = separated([headings('Cart', 'Brand'), counted('mug', '2026-03-07')], ',')
  await expect(read(`Brand=["Mugs"]\n${brand}`)).rejects.toMatchObject({
    code: 'REPORT_NOT_READ',
    message: expect.stringContaining('brand view'),
  })
})

test('the ASIN view in Italian and in Chinese', async () => {
  const italian = `ASIN o prodotto=["B000000001"],Periodo interessato=["Settimanale"]
Query di ricerca,Volume query di ricerca,Impressioni: conteggio totale,Impressioni: numero ASIN,Clic: conteggio totale,Clic: numero di ASIN,Aggiunte al carrello: conteggio totale,Aggiunte al carrello: numero ASIN,Acquisti: conteggio totale,Acquisti: numero ASIN,Data della segnalazione
"tazza, blu","4,000",1000,100,80,10,30,4,20,3,2026-03-07
`
  const expected = {
    asin: 'B000000001',
    start_date: '2026-03-01',
    end_date: '2026-03-07',
    search_query_score: null,
    search_query_volume: '4000',
    total_impressions: '1000',
    asin_impressions: '100',
    total_clicks: '80',
    asin_clicks: '10',
    total_cart_adds: '30',
    asin_cart_adds: '4',
    total_purchases: '20',
    asin_purchases: '3',
  }
  const name = 'IT_Search_Query_Performance_ASIN_View_Week_2026_03_07.csv'
  expect((await read(italian, name)).rows).toMatchObject([
    { ...expected, search_query: 'tazza, blu', marketplace: 'IT', currency: 'EUR' },
  ])
  const chinese = `ASIN=["B000000001"],报告范围=["每周"],选择周=["周 10 | 2026-03-01 - 2026-03-07 2026"]
搜索查询,搜索查询量,曝光：曝光总量,曝光量：ASIN 计数,点击量：总次数,点击量：ASIN 数量,购物车加入：总数,购物车加入：ASIN 数量,购买：下单总数,下单成交：ASIN 数量,报告日期
blue mug,4000,1000,100,80,10,30,4,20,3,2026-03-07
`
  expect((await read(chinese, 'a.csv', { marketplace: 'US' })).rows).toMatchObject([
    { ...expected, search_query: 'blue mug', marketplace: 'US' },
  ])
})
