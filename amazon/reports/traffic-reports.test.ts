import { expect, test } from 'vitest'
import { openReport } from '../files/open-report.ts'
import { readRawLines } from '../files/raw-lines.ts'
import { collected, sourceOf } from '../testing.ts'
import type { FactRecord } from './report-type.ts'

async function read(text: string, marketplace?: string, tables?: string[]): Promise<FactRecord[]> {
  const options = { ...(marketplace && { marketplace }), ...(tables && { tables }) }
  const opened = await openReport(sourceOf(text), 'a.csv', options)
  return opened.kind === 'records' ? collected(opened.records) : []
}
const valuesIn = (records: FactRecord[]) =>
  records.map((record) => ('values' in record ? { table: record.table, ...record.values } : record))

const money = (amount: number | string) => ({ amount, currencyCode: 'GBP' })
const dayRow = (date: string) => ({
  date,
  salesByDate: {
    orderedProductSales: money(12345.67),
    orderedProductSalesB2B: money(0),
    unitsOrdered: 31,
    averageSellingPrice: money(9.99),
  },
  trafficByDate: { pageViews: 200, pageViewsB2B: 3, sessions: 120, buyBoxPercentage: 98.25 },
})
const asinRow = {
  parentAsin: 'B0PARENT01',
  childAsin: 'B0CHILD001',
  salesByAsin: { unitsOrdered: 4, orderedProductSales: money('39.96') },
  trafficByAsin: { sessions: 33, buyBoxPercentage: 100 },
}
const report = (
  start: string,
  end: string,
  rest: object,
  { dateGranularity = 'DAY', asinGranularity = 'CHILD' } = {},
) => ({
  reportSpecification: {
    reportOptions: { dateGranularity, asinGranularity },
    dataStartTime: start,
    dataEndTime: end,
    marketplaceIds: ['A1F83G8C2ARO7P'],
  },
  ...rest,
})

test('the JSON report of one day gives the account and each product', async () => {
  const text = JSON.stringify(
    report('2026-03-01', '2026-03-01', {
      salesAndTrafficByDate: [dayRow('2026-03-01')],
      salesAndTrafficByAsin: [asinRow],
    }),
  )
  const [day, product, ...rest] = valuesIn(await read(text))
  expect(day).toMatchObject({
    table: 'sales_traffic_date',
    date: '2026-03-01',
    marketplace: 'GB',
    currency: 'GBP',
    ordered_product_sales: '12345.67',
    ordered_product_sales_b2b: '0',
    units_ordered: '31',
    units_ordered_b2b: null,
    page_views: '200',
    page_views_b2b: '3',
    buy_box_percentage: '98.25',
  })
  expect(product).toMatchObject({
    table: 'sales_traffic_asin_day',
    date: '2026-03-01',
    parent_asin: 'B0PARENT01',
    child_asin: 'B0CHILD001',
    sku: null,
    ordered_product_sales: '39.96',
    sessions: '33',
    page_views: null,
  })
  expect(rest).toEqual([])
  // Whatever the report calls its lists, a number leads to its row.
  const [line] = await readRawLines(sourceOf(text), 'a.json', [
    { table: 'sales_traffic_asin_day', lineNumber: 1 },
  ])
  expect(JSON.parse(line!.text)).toEqual(asinRow)
})

test('what is of a range is given to no day, wherever the range is said', async () => {
  const { reportSpecification, ...lists } = report('2026-03-01', '2026-03-14', {
    salesAndTrafficByDate: [dayRow('2026-03-01'), { date: 'soon' }, dayRow('2026-03-02')],
    salesAndTrafficByAsin: [asinRow, asinRow],
  })
  expect(valuesIn(await read(JSON.stringify({ ...lists, reportSpecification })))).toMatchObject([
    { date: '2026-03-01', marketplace: 'GB' },
    { refused: 'date: "soon" is not a date', lineNumber: 2 },
    { date: '2026-03-02' },
    { refused: expect.stringMatching(/^The part by ASIN .* 2026-03-01 to 2026-03-14/), lineNumber: 1 },
  ])
  // Who asked for its days alone knows.
  const text = JSON.stringify({ ...lists, reportSpecification })
  expect(await read(text, undefined, ['sales_traffic_date'])).toHaveLength(3)
  const byWeek = report(
    '2026-03-01',
    '2026-03-14',
    { salesAndTrafficByDate: [dayRow('2026-03-01')] },
    { dateGranularity: 'WEEK' },
  )
  await expect(read(JSON.stringify(byWeek))).rejects.toMatchObject({ code: 'REPORT_NOT_READ' })
})

test('by SKU visitors of products are unknown, because Amazon leaves out products that nobody ordered', async () => {
  const lists = {
    salesAndTrafficByDate: [dayRow('2026-03-01')],
    salesAndTrafficByAsin: [{ ...asinRow, sku: 'MUG' }],
  }
  const bySku = report('2026-03-01', '2026-03-01', lists, { asinGranularity: 'SKU' })
  expect(valuesIn(await read(JSON.stringify(bySku)))).toMatchObject([
    { table: 'sales_traffic_date', page_views: '200' },
    {
      sku: 'MUG',
      units_ordered: '4',
      ordered_product_sales: '39.96',
      sessions: null,
      buy_box_percentage: null,
    },
  ])
})

test('visitors of a day whose sales alone Amazon tells yet are unknown, those of a day without sales are none', async () => {
  const sold = {
    date: '2026-03-02',
    salesByDate: { unitsOrdered: 4, orderedProductSales: money('39.96') },
    trafficByDate: { sessions: 0, pageViews: 0, browserSessions: 0, buyBoxPercentage: 0, sessionsB2B: 0 },
  }
  const unsold = { ...sold, date: '2026-03-01', salesByDate: { unitsOrdered: 0 } }
  const unknown = {
    sessions: null,
    page_views: null,
    browser_sessions: null,
    buy_box_percentage: null,
    sessions_b2b: null,
  }
  const days = report('2026-03-01', '2026-03-02', { salesAndTrafficByDate: [unsold, sold] })
  expect(valuesIn(await read(JSON.stringify(days)))).toMatchObject([
    { date: '2026-03-01', units_ordered: '0', sessions: '0', page_views: '0', buy_box_percentage: '0' },
    { date: '2026-03-02', units_ordered: '4', ordered_product_sales: '39.96', ...unknown },
  ])
  const unseen = { sessions: 0, pageViews: 0, browserSessions: 0, buyBoxPercentage: 0, sessionsB2B: 0 }
  const product = (childAsin: string, unitsOrdered: number) => ({
    childAsin,
    salesByAsin: { unitsOrdered, orderedProductSales: money(unitsOrdered) },
    trafficByAsin: unseen,
  })
  const products = [product('B0SOLD', 4), product('B0UNSOLD', 0)]
  const oneDay = (day: object) =>
    report('2026-03-02', '2026-03-02', { salesAndTrafficByAsin: products, salesAndTrafficByDate: [day] })
  expect(valuesIn(await read(JSON.stringify(oneDay(sold))))).toMatchObject([
    { child_asin: 'B0SOLD', units_ordered: '4', ...unknown },
    { child_asin: 'B0UNSOLD', units_ordered: '0', ...unknown },
    { date: '2026-03-02', ...unknown },
  ])
  // What is subscribed to is bought without a visit.
  const visited = { ...sold, trafficByDate: { sessions: 1, pageViews: 0 } }
  expect(valuesIn(await read(JSON.stringify(oneDay(visited))))).toMatchObject([
    { child_asin: 'B0SOLD', units_ordered: '4', sessions: '0', page_views: '0' },
    { child_asin: 'B0UNSOLD', sessions: '0' },
    { sessions: '1' },
  ])
})

test('of the business report by date, too, visitors of a day that has sales alone are unknown', async () => {
  const text = `\ufeff${HEADINGS}\n03/04/2026,$20.00,$0.00,2,0,0,0,0%\n03/05/2026,$0.00,$0.00,0,0,0,0,0%\n`
  expect(valuesIn(await read(text, 'US'))).toMatchObject([
    { units_ordered: '2', sessions: null, sessions_b2b: null, page_views: null, buy_box_percentage: null },
    { units_ordered: '0', sessions: '0', page_views: '0' },
  ])
})

test('numbers that can be none of their kind refuse their row', async () => {
  const bad = [
    { salesByDate: { orderedProductSales: { amount: 5 } } },
    {
      salesByDate: { orderedProductSales: money(5), shippedProductSales: { amount: 5, currencyCode: 'USD' } },
    },
    { trafficByDate: { buyBoxPercentage: 100.5 } },
    { trafficByDate: { sessions: -1 } },
    { trafficByDate: { sessions: 1.5 } },
  ].map((row) => ({ date: '2026-03-01', ...row }))
  const text = JSON.stringify(report('2026-03-01', '2026-03-02', { salesAndTrafficByDate: bad }))
  expect((await read(text)).map((record) => 'refused' in record && record.refused)).toEqual([
    'orderedProductSales: an amount without its currency',
    'shippedProductSales: USD, where the row is in GBP',
    'buyBoxPercentage: "100.5" is not a percentage from 0 to 100',
    'sessions: "-1" is below zero',
    'sessions: "1.5" is not a whole number',
  ])
})

const HEADINGS =
  'Date,Ordered Product Sales,Ordered Product Sales - B2B,Units Ordered,Sessions - Total,Sessions - Total - B2B,Page Views - Total,Featured Offer (Buy Box) Percentage'

test('the business report by date, as each marketplace writes its days and amounts', async () => {
  const american = `\ufeff${HEADINGS}
03/04/2026,"$1,234.56",$0.00,"1,028","2,700",12,"5,058",99.91%
03/05/2026,$20.00,--,2,9,,11,
`
  expect(valuesIn(await read(american, 'US'))).toMatchObject([
    {
      date: '2026-03-04',
      marketplace: 'US',
      currency: 'USD',
      ordered_product_sales: '1234.56',
      ordered_product_sales_b2b: '0',
      units_ordered: '1028',
      sessions: '2700',
      sessions_b2b: '12',
      page_views: '5058',
      buy_box_percentage: '99.91',
    },
    { date: '2026-03-05', ordered_product_sales_b2b: null, sessions_b2b: null, buy_box_percentage: null },
  ])
  const oneDay = american.split('\n', 2).join('\n')
  expect(valuesIn(await read(oneDay, 'GB'))).toMatchObject([{ date: '2026-04-03', currency: 'GBP' }])
  const german = `${HEADINGS.replaceAll(',', ';')}
04.03.2026;1.234,56 €;0,00 €;1.028;2.700;12;5.058;99,91%
x;1,00 €;0,00 €;1;2;1;5;99,91%
`
  expect(valuesIn(await read(german, 'DE'))).toMatchObject([
    { date: '2026-03-04', currency: 'EUR', ordered_product_sales: '1234.56', buy_box_percentage: '99.91' },
    { refused: 'Date: "x" is not a date', lineNumber: 3 },
  ])
  // Which marketplace it is, is asked before anything is read.
  expect(await read(american)).toEqual([])
})

test('headings of the United Kingdom and Canada have longer dashes, and lose nothing by them', async () => {
  const british = `\ufeffDate,Ordered Product Sales,Ordered product sales – B2B,Units ordered,Units ordered – B2B,Sessions – Total,Page views – Total,Page views – Total – B2B,Featured Offer (Buy Box) percentage
04/03/2026,"£1,234.56",£5.50,28,1,"2,700","5,058",31,99.91%
`
  const expected = {
    ordered_product_sales: '1234.56',
    ordered_product_sales_b2b: '5.5',
    units_ordered: '28',
    units_ordered_b2b: '1',
    sessions: '2700',
    page_views: '5058',
    page_views_b2b: '31',
    buy_box_percentage: '99.91',
  }
  expect(valuesIn(await read(british, 'GB'))).toMatchObject([{ date: '2026-03-04', ...expected }])
  // Copies have them mixed, and others still.
  const mixed = british
    .replace('Sessions – Total', 'Sessions - Total')
    .replace('Units ordered – B2B', 'Units ordered — B2B')
  expect(valuesIn(await read(mixed, 'GB'))).toMatchObject([expected])
  const items = `(Parent) ASIN,(Child) ASIN,Title,Sessions – Total,Page views – Total,Units ordered,Units ordered – B2B,Ordered Product Sales,Total order items
B0PARENT01,B0CHILD001,A mug,20,31,2,1,£9.98,2
`
  expect(valuesIn(await read(items, 'GB'))).toMatchObject([
    { table: 'sales_traffic_asin_day', page_views: '31', units_ordered_b2b: '1', total_order_items: '2' },
  ])
})

const ITEMS =
  '(Parent) ASIN,(Child) ASIN,Title,Sessions - Mobile App,Sessions - Browser,Sessions - Total,Session Percentage - Total,Page Views - Total,Featured Offer (Buy Box) Percentage,Units Ordered,Units Ordered - B2B,Unit Session Percentage,Ordered Product Sales,Total Order Items,Units Refunded,Refund Rate'
const MUG =
  'B0PARENT01,B0CHILD001,"A mug, blue","5,058","1,686","6,744",100.00%,"9,409",99.91%,528,3,7.83%,"$7,274.35",509,9,1.70%'

test('the business report by product is of the day that somebody says it is of', async () => {
  const opened = (text: string, options: object) =>
    openReport(sourceOf(text), 'BusinessReport-2026-11-27.csv', options)
  const rowsOf = async (text: string, options: object) => {
    const report = await opened(text, options)
    return report.kind === 'records' ? valuesIn(await collected(report.records)) : []
  }
  const text = `\ufeff${ITEMS}\n${MUG}\n,,A hat,1,1,2,0%,3,,0,0,0%,$0.00,0,0,0%\n`
  const day = '2026-03-04'
  expect(await rowsOf(text, { marketplace: 'US', day })).toMatchObject([
    {
      table: 'sales_traffic_asin_day',
      date: day,
      marketplace: 'US',
      parent_asin: 'B0PARENT01',
      child_asin: 'B0CHILD001',
      sku: null,
      currency: 'USD',
      ordered_product_sales: '7274.35',
      ordered_product_sales_b2b: null,
      units_ordered: '528',
      units_ordered_b2b: '3',
      total_order_items: '509',
      mobile_app_sessions: '5058',
      browser_sessions: '1686',
      sessions: '6744',
      page_views: '9409',
      buy_box_percentage: '99.91',
    },
    { refused: 'The row names neither an ASIN nor a SKU', lineNumber: 3 },
  ])
  // The day in its name is that of the download.
  expect(await opened(text, { marketplace: 'US' })).toMatchObject({
    type: { id: 'business_report_by_product' },
    lacksDay: true,
  })
  expect(await opened(text, { marketplace: 'US', day })).toMatchObject({ lacksDay: false })
  const older =
    '(Parent) ASIN;Title;SKU;Sessions;Page Views;Buy Box Percentage;Units Ordered;Ordered Product Sales\nB0PARENT01;Mug;MUG-1;12;20;50%;2;1.234,56 €\n'
  expect(await rowsOf(older, { marketplace: 'DE', day })).toMatchObject([
    {
      parent_asin: 'B0PARENT01',
      child_asin: null,
      sku: 'MUG-1',
      sessions: '12',
      ordered_product_sales: '1234.56',
    },
  ])
})

test('a business report by week is told from one by day', async () => {
  const of = (...days: string[]) =>
    read([HEADINGS, ...days.map((day) => `${day},$20.00,$0.00,2,9,0,11,50%`)].join('\n'), 'US')
  const byWeek = { code: 'REPORT_NOT_READ' }
  await expect(of('03/01/2026', '03/08/2026', '03/15/2026')).rejects.toMatchObject(byWeek)
  // The first week is the rest of one.
  await expect(of('03/04/2026', '03/08/2026', '03/15/2026', '03/22/2026')).rejects.toMatchObject(byWeek)
  expect(await of('03/01/2026', '03/15/2026', '03/16/2026', '03/17/2026')).toHaveLength(4)
})

test('business reports in German and Japanese', async () => {
  // German amounts have a decimal comma, while its counts have one between thousands.
  const german = `\ufeffDatum,Durch bestellte Produkte erzielter Umsatz,Bestellsumme – B2B,Bestellte Einheiten,Bestellte Einheiten – B2B,Zahl der Bestellposten,Seitenaufrufe – Summe,Sitzungen – Summe,Sitzungen – mobile App,Sitzungen – Browser
04.03.2026,"5.255,61 €","12,00 €",367,3,327,"2,700","1,266",900,366
05.03.2026,"1,50 €","0,00 €",1,0,1,"2.700",2,1,1
`
  expect(valuesIn(await read(german, 'DE'))).toMatchObject([
    {
      date: '2026-03-04',
      ordered_product_sales: '5255.61',
      ordered_product_sales_b2b: '12',
      units_ordered: '367',
      units_ordered_b2b: '3',
      total_order_items: '327',
      page_views: '2700',
      sessions: '1266',
      mobile_app_sessions: '900',
      browser_sessions: '366',
    },
    { date: '2026-03-05', page_views: '2700' },
  ])
  const products = `(Übergeordnete) ASIN,(Untergeordnete) ASIN,Titel,Sitzungen – Summe,Seitenaufrufe – Summe,Bestellte Einheiten,Durch bestellte Produkte erzielter Umsatz,Zahl der Bestellposten
B0PARENT01,B0CHILD001,Tasse,20,31,2,"9,98 €",2
`
  expect(valuesIn(await read(products, 'DE'))).toMatchObject([
    { parent_asin: 'B0PARENT01', child_asin: 'B0CHILD001', page_views: '31', ordered_product_sales: '9.98' },
  ])
  const japanese = `日付,注文商品の売上額,注文商品の売上額 - B2B,注文された商品点数,注文点数 - B2B,注文品目総数,ページビュー - 合計,ページビュー - 合計 - B2B,セッション数 - 合計
2026/03/04,"￥10,000",￥500,5,1,5,100,10,80
`
  expect(valuesIn(await read(japanese, 'JP'))).toMatchObject([
    {
      date: '2026-03-04',
      currency: 'JPY',
      ordered_product_sales: '10000',
      ordered_product_sales_b2b: '500',
      units_ordered: '5',
      units_ordered_b2b: '1',
      total_order_items: '5',
      page_views: '100',
      page_views_b2b: '10',
      sessions: '80',
    },
  ])
  const older = `（親）ASIN,（子）ASIN,タイトル,SKU,セッション - 合計,ページビュー - 合計,おすすめ出品の獲得率,注文された商品点数,注文商品売上,注文品目総数
B0PARENT01,B0CHILD001,マグ,MUG,20,31,99%,2,"￥1,010",2
`
  expect(valuesIn(await read(older, 'JP'))).toMatchObject([
    {
      child_asin: 'B0CHILD001',
      sku: 'MUG',
      sessions: '20',
      buy_box_percentage: '99',
      ordered_product_sales: '1010',
    },
  ])
})

test('business reports in Chinese', async () => {
  const days = `日期,已订购商品销售额,已订购商品销售额 – B2B,已订购商品数量,订单商品总数,页面浏览量 – 总计,会话次数 – 总计
2026/03/04,"US$1,234.56",US$5.50,28,27,"5,058","2,700"
`
  expect(valuesIn(await read(days, 'US'))).toMatchObject([
    {
      date: '2026-03-04',
      currency: 'USD',
      ordered_product_sales: '1234.56',
      ordered_product_sales_b2b: '5.5',
      units_ordered: '28',
      total_order_items: '27',
      page_views: '5058',
      sessions: '2700',
    },
  ])
  const products = `（父）ASIN,（子）ASIN,标题,SKU,会话数 - 总计,会话 - 总计 - B2B,页面浏览量 - 总计,推荐报价（推荐报价展示位）百分比,已订购商品数量,已订购商品销售额,订单商品总数
B0PARENT01,B0CHILD001,"杯子,蓝",MUG,20,1,31,99.1%,2,"JP¥1,010",2
`
  expect(valuesIn(await read(products, 'JP'))).toMatchObject([
    {
      parent_asin: 'B0PARENT01',
      child_asin: 'B0CHILD001',
      sku: 'MUG',
      sessions: '20',
      sessions_b2b: '1',
      page_views: '31',
      buy_box_percentage: '99.1',
      ordered_product_sales: '1010',
    },
  ])
})

test('business reports in Spanish, Portuguese and Italian, whose shares have a point beside a decimal comma', async () => {
  const spanish = `ASIN (parent),ASIN (child),Título,SKU,Sesiones: total,Vistas de página: total,Porcentaje de ofertas destacadas (Buy Box),Unidades encargadas,Unidades encargadas - B2B,Ventas de productos encargados,Ventas de productos encargados: B2B
B0PARENT01,B0CHILD001,Taza,MUG,"1,020",31,99.125%,2,1,"1.009,98 €","5,00 €"
`
  expect(valuesIn(await read(spanish, 'ES'))).toMatchObject([
    {
      child_asin: 'B0CHILD001',
      sessions: '1020',
      page_views: '31',
      buy_box_percentage: '99.125',
      units_ordered: '2',
      units_ordered_b2b: '1',
      ordered_product_sales: '1009.98',
      ordered_product_sales_b2b: '5',
    },
  ])
  const mexican = `Fecha,Ventas de productos pedidos,Ventas de productos pedidos: entre empresas,Total de artículos del pedido,Total de artículos del pedido: B2B,Total de sesiones,Total de visualizaciones de página
14/03/2026,"$1,234.56",$5.00,27,1,"2,700","5,058"
15/03/2026,$1.50,$0.00,1,0,3,4
`
  expect(valuesIn(await read(mexican, 'MX'))).toMatchObject([
    {
      date: '2026-03-14',
      currency: 'MXN',
      ordered_product_sales: '1234.56',
      ordered_product_sales_b2b: '5',
      total_order_items: '27',
      total_order_items_b2b: '1',
      sessions: '2700',
      page_views: '5058',
    },
    { date: '2026-03-15' },
  ])
  const brazilian = `ASIN (parent),ASIN (child),Título,Código SKU,Sessões - Total,Porcentagem de sessões – Total,Visualizações da página - Total,Porcentagem de Ofertas em destaque,Unidades pedidas,Porcentagem de sessão de unidade,Vendas de produtos pedidos,Total de itens do pedido
B0PARENT01,B0CHILD001,Caneca,MUG,"1,020",1.1%,200,99.1%,9,1.7%,"R$ 1.000,50",8
`
  expect(valuesIn(await read(brazilian, 'BR'))).toMatchObject([
    {
      sku: 'MUG',
      sessions: '1020',
      page_views: '200',
      buy_box_percentage: '99.1',
      units_ordered: '9',
      ordered_product_sales: '1000.5',
      total_order_items: '8',
    },
  ])
  const italian =
    'Data;Vendite di prodotti ordinati;Unità ordinate;Sessioni\n04/03/2026;4.041,92 €;207;1.300\n'
  expect(valuesIn(await read(italian, 'IT'))).toMatchObject([
    { date: '2026-03-04', ordered_product_sales: '4041.92', units_ordered: '207', sessions: '1300' },
  ])
})

test('sums that somebody put below the products count for none', async () => {
  const text = `${ITEMS}\n${MUG}\nTotal,,,"5,058","1,686","6,744",,"9,409",,528,3,,"$7,274.35",509,9,\n`
  expect(valuesIn(await read(text, 'US'))).toMatchObject([
    { ordered_product_sales: '7274.35' },
    { refused: '(Parent) ASIN: "Total" is not an ASIN', lineNumber: 3 },
  ])
})
