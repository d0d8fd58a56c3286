import { expect, test } from 'vitest'
import { openReport } from '../files/open-report.ts'
import { readRawLines } from '../files/raw-lines.ts'
import { collected, sourceOf } from '../testing.ts'
import type { FactRecord } from './report-type.ts'

async function read(text: string, fileName = 'report.csv', marketplace?: string): Promise<FactRecord[]> {
  const opened = await openReport(sourceOf(text), fileName, { ...(marketplace && { marketplace }) })
  return opened.kind === 'records' ? collected(opened.records) : []
}
const valuesIn = (records: FactRecord[]) =>
  records.map((record) => ('values' in record ? record.values : record))
const readJson = async (rows: object[], fileName = 'report.json', marketplace = 'DE') =>
  valuesIn(await read(JSON.stringify(rows), fileName, marketplace))

const day = { date: '2026-03-01', campaignId: 1, cost: 2.5, clicks: 3, impressions: 400 }

test('rows of the API, with ids of 64 bits and the windows that they state', async () => {
  const text = `[{"date":"2026-03-01","campaignId":468170906203317123,"campaignName":"Mugs","adGroupId":"7","advertisedSku":"MUG",
    "advertisedAsin":"B0CHILD001","impressions":400,"clicks":3,"cost":2.51,"purchases7d":1,"unitsSoldClicks7d":2,"sales7d":39.98,
    "sales14d":59.97,"attributedSalesSameSku7d":19.99,"campaignBudgetCurrencyCode":"USD"}]`
  expect(valuesIn(await read(text, 'report.json'))).toEqual([
    expect.objectContaining({
      date: '2026-03-01',
      ad_type: 'SP',
      level: 'PRODUCT',
      marketplace: 'US',
      currency: 'USD',
      campaign_id: '468170906203317123',
      campaign_name: 'Mugs',
      ad_group_id: '7',
      sku: 'MUG',
      asin: 'B0CHILD001',
      impressions: '400',
      clicks: '3',
      cost: '2.51',
      purchases_7d: '1',
      purchases_14d: null,
      units_7d: '2',
      sales_7d: '39.98',
      sales_14d: '59.97',
      sales_same_sku_7d: '19.99',
      ntb_sales_14d: null,
    }),
  ])
  const [line] = await readRawLines(sourceOf(text), 'report.json', [{ table: 'ads_daily', lineNumber: 1 }])
  expect(line!.text).toContain('468170906203317123')
})

test('what kind of advertising a row is of, and at which level', async () => {
  const kindOf = async (columns: object, fileName = 'report.json') => {
    const [row] = await read(JSON.stringify([{ ...day, ...columns }]), fileName, 'DE')
    if (!row || !('values' in row)) return row && 'refused' in row && row.refused
    return `${row.values['ad_type']} ${row.values['level']}`
  }
  expect(await kindOf({ sales7d: 1 })).toBe('SP CAMPAIGN')
  expect(await kindOf({ sales7d: 1, adGroupId: 1 })).toBe('SP AD_GROUP')
  expect(await kindOf({ sales7d: 1, placementClassification: 'Top of Search' })).toBe('SP PLACEMENT')
  expect(await kindOf({ sales7d: 1, adGroupId: 1, keywordId: 2, targeting: 'mug' })).toBe('SP TARGET')
  expect(await kindOf({ sales7d: 1, keywordId: 2, searchTerm: 'blue mug' })).toBe('SP SEARCH_TERM')
  expect(await kindOf({ sales: 1, adGroupId: 1, adId: 2 }, 'sbAds.json.gz')).toBe('SB AD')
  expect(await kindOf({ sales: 1, promotedSku: 'MUG' })).toBe('SD PRODUCT')
  expect(await kindOf({ sales: 1, keywordText: 'mug' })).toBe('SB TARGET')
  expect(await kindOf({ sales: 1, adProduct: 'SPONSORED_DISPLAY' })).toBe('SD CAMPAIGN')
  expect(await kindOf({ sales7d: 1, adProduct: 'SPONSORED_TELEVISION' })).toMatch(/^adProduct: /)
  expect(await kindOf({ sales: 1 })).toMatch(/^The row does not say whether/)
})

test('sales of brands and display are those of 14 days', async () => {
  const row = { ...day, purchases: 2, sales: 80, unitsSold: 3, newToBrandPurchases: 1, newToBrandSales: 40 }
  expect(await readJson([row], 'sdCampaigns.json')).toMatchObject([
    {
      ad_type: 'SD',
      currency: 'EUR',
      marketplace: 'DE',
      sales_7d: null,
      sales_14d: '80',
      purchases_14d: '2',
      units_14d: '3',
      ntb_purchases_14d: '1',
      ntb_sales_14d: '40',
    },
  ])
})

test('rows of the API that are of no day, or say no cost', async () => {
  const { date: _, ...sum } = day
  await expect(
    readJson([{ ...sum, startDate: '2026-03-01', endDate: '2026-03-31', sales7d: 1 }]),
  ).rejects.toMatchObject({ code: 'REPORT_NOT_READ', message: expect.stringContaining('timeUnit DAILY') })
  expect(
    await readJson([
      { ...sum, startDate: '2026-03-01', endDate: '2026-03-01', sales7d: 1 },
      { ...day, cost: null, sales7d: 1 },
      { ...day, clicks: -1, sales7d: 1 },
      { ...day, cost: 'much', sales7d: 1 },
    ]),
  ).toMatchObject([
    { date: '2026-03-01' },
    { refused: 'cost: missing; 0 where nothing was spent', lineNumber: 2 },
    { refused: 'clicks: "-1" is below zero' },
    { refused: 'cost: "much" is not an amount' },
  ])
})

test('what rows of the API say of their campaigns', async () => {
  const told = { campaignStatus: 'ENABLED', campaignBudgetAmount: 12.5, campaignBudgetType: 'DAILY_BUDGET' }
  const share = (topOfSearchImpressionShare: unknown) => ({ ...day, sales7d: 1, topOfSearchImpressionShare })
  expect(
    await readJson([
      { ...day, sales7d: 1, ...told, topOfSearchImpressionShare: 0.0833333333333 },
      { ...day, sales7d: 1, ...told, campaignStatus: 'paused', campaignBudgetType: 'LIFETIME' },
      // Words that nobody knows say nothing.
      { ...day, sales7d: 1, ...told, campaignStatus: 'RESTING', campaignBudgetType: 'MONTHLY' },
      share(null),
      { ...day, sales7d: 1, ...told, campaignBudgetAmount: -1 },
      share('a lot'),
    ]),
  ).toMatchObject([
    {
      campaign_status: 'ENABLED',
      campaign_budget: '12.5',
      campaign_budget_type: 'DAILY_BUDGET',
      top_of_search_share: '0.083333333',
    },
    { campaign_status: 'PAUSED', campaign_budget_type: 'LIFETIME_BUDGET', top_of_search_share: null },
    { campaign_status: null, campaign_budget: '12.5', campaign_budget_type: null },
    { campaign_status: null, campaign_budget: null, campaign_budget_type: null, top_of_search_share: null },
    { refused: 'campaignBudgetAmount: "-1" is below zero' },
    { refused: 'topOfSearchImpressionShare: "a lot" is not an amount' },
  ])
  // Display and Products have daily budgets alone; of Brands nobody knows.
  const untyped = { ...day, sales: 1, campaignBudgetAmount: 8 }
  expect(await readJson([untyped], 'sdCampaigns.json')).toMatchObject([
    { campaign_budget_type: 'DAILY_BUDGET' },
  ])
  expect(await readJson([untyped], 'sbCampaigns.json')).toMatchObject([{ campaign_budget_type: null }])
})

test('shares are fractions, and percentages in a file that has one above 1', async () => {
  const sharesOf = async (...shares: unknown[]) =>
    (
      await readJson(
        shares.map((topOfSearchImpressionShare) => ({ ...day, sales7d: 1, topOfSearchImpressionShare })),
      )
    ).map((row) => ('top_of_search_share' in row ? row['top_of_search_share'] : Object.values(row)[0]))
  expect(await sharesOf(0.5, 1, '0')).toEqual(['0.5', '1', '0'])
  expect(await sharesOf(0.5, '12.5', 100)).toEqual(['0.005', '0.125', '1'])
  expect(await sharesOf(250, -3)).toEqual([
    'topOfSearchImpressionShare: "2.5" is not a share from 0 to 1',
    'topOfSearchImpressionShare: "-0.03" is not a share from 0 to 1',
  ])
})

test('what downloads of the console say of their campaigns', async () => {
  const headings =
    'Date,Campaign Name,State,Campaign budget amount,Currency,Impressions,Top-of-search impression share (IS),Clicks,Spend,7 Day Total Sales'
  const rest = 'GBP,782,%,13,£2.50,£9.00'
  const row = (state: string, budget: string, share: string) =>
    `2026-03-01,Mugs,${state},${budget},${rest.replace('%', share)}`
  const rows = [
    row('Enabled', '£1000.00', '12.5%'),
    row('PAUSED', '--', '<5%'),
    row('Ended', '', '0.125'),
    row('ENABLED', '£5', '125%'),
  ]
  expect(valuesIn(await read(`${headings}\n${rows.join('\n')}\n`))).toMatchObject([
    {
      level: 'CAMPAIGN',
      campaign_status: 'ENABLED',
      campaign_budget: '1000',
      campaign_budget_type: 'DAILY_BUDGET',
      top_of_search_share: '0.125',
    },
    {
      campaign_status: 'PAUSED',
      campaign_budget: null,
      campaign_budget_type: null,
      top_of_search_share: null,
    },
    { campaign_status: null, campaign_budget: null, top_of_search_share: '0.125' },
    { refused: 'Top-of-search impression share (IS): "1.25" is not a share from 0 to 1' },
  ])
  // In the report of targets it is the target that is paused, and its share.
  const targets = `${headings.replace('Campaign Name', 'Campaign Name,Targeting')}\n${row('PAUSED', '5', '10%').replace('Mugs', 'Mugs,mug')}\n`
  expect(valuesIn(await read(targets))).toMatchObject([
    { level: 'TARGET', campaign_status: null, campaign_budget: null, top_of_search_share: null },
  ])
})

test('the older layouts of the console', async () => {
  const campaigns = `Date,Start Date,End Date,Campaign Type,Campaign Name,Status,Currency,Budget,Impressions,Clicks,Spend,14 Day Total Orders (#),14 Day Total Sales (₹)
"Feb 1, 2026","Jan 18, 2020",,Sponsored Products,Mugs,ENABLED,INR,Rs.1000.0,"1,782",13,Rs.201.68,3,"Rs.1,961.62"
"Feb 2, 2026","Jan 18, 2020",,Sponsored Brands,Cups,PAUSED,INR,Rs.1000.0,--,0,Rs.0.0,,--
`
  expect(valuesIn(await read(campaigns))).toMatchObject([
    {
      date: '2026-02-01',
      ad_type: 'SP',
      level: 'CAMPAIGN',
      marketplace: 'IN',
      currency: 'INR',
      campaign_name: 'Mugs',
      campaign_id: null,
      impressions: '1782',
      cost: '201.68',
      purchases_14d: '3',
      sales_14d: '1961.62',
      sales_7d: null,
      campaign_status: 'ENABLED',
      campaign_budget: '1000',
      campaign_budget_type: 'DAILY_BUDGET',
      top_of_search_share: null,
    },
    {
      ad_type: 'SB',
      impressions: null,
      cost: '0',
      sales_14d: null,
      campaign_budget: '1000',
      campaign_budget_type: null,
    },
  ])
  const spanish = `Fecha;Divisa;Nombre de la campaña;Nombre del grupo de anuncios;Segmentación;Tipo de concordancia;Término de búsqueda del cliente;Impresiones;Clics;Gasto;Ventas totales en 7 días;Pedidos totales en 7 días
01/03/2026;EUR;Tazas;G1;taza;EXACTA;taza azul;1.008;28;1.017,92;2.210,60;9
`
  expect(valuesIn(await read(spanish, 'a.csv', 'ES'))).toMatchObject([
    {
      date: '2026-03-01',
      level: 'SEARCH_TERM',
      marketplace: 'ES',
      search_term: 'taza azul',
      target: 'taza',
      match_type: 'EXACTA',
      impressions: '1008',
      cost: '1017.92',
      sales_7d: '2210.6',
      purchases_7d: '9',
    },
  ])
  // The euro is that of many marketplaces, and the file names none.
  expect(valuesIn(await read(spanish))).toMatchObject([{ marketplace: null, currency: 'EUR' }])
})

test('clicks and spend alone are somebody else’s', async () => {
  await expect(read('Date,Clicks,Spend\n2026-03-01,1,2.50\n')).rejects.toMatchObject({
    code: 'UNKNOWN_HEADER',
  })
  const overTime = 'Date,Currency,Clicks,Cost Per Click (CPC),Spend\n2026/03/01,GBP,1,2.50,2.50\n'
  expect(valuesIn(await read(overTime))).toMatchObject([
    { date: '2026-03-01', level: 'ACCOUNT', marketplace: 'GB', impressions: null, cost: '2.5' },
  ])
})

test('the unified layout of the console', async () => {
  const headings =
    'Campaign name,Campaign ID,Ad group name,Ad group ID,Target value,Target match type,Ad product,Budget currency,Impressions,Clicks,CTR,Total cost,Purchases,Sales,Units sold'
  const rest = `Mugs,"=""468170906203317""",G1,"=""297953927298564""",mug,BROAD,Sponsored Products,USD,105,1,0.9524%,0.37,1,9.99,2`
  expect(valuesIn(await read(`Date,${headings}\n"Nov 09, 2025",${rest}\n`))).toMatchObject([
    {
      date: '2025-11-09',
      ad_type: 'SP',
      level: 'TARGET',
      campaign_id: '468170906203317',
      ad_group_id: '297953927298564',
      target: 'mug',
      match_type: 'BROAD',
      cost: '0.37',
      purchases_7d: '1',
      sales_7d: '9.99',
      units_7d: '2',
    },
  ])
  const oneDay = `Date range,${headings}\n"Nov 09, 2025 - Nov 09, 2025",${rest}\n`
  expect(valuesIn(await read(oneDay))).toMatchObject([{ date: '2025-11-09' }])
  await expect(read(`${oneDay}"Nov 09, 2025 - Nov 27, 2025",${rest}\n`)).rejects.toMatchObject({
    code: 'REPORT_NOT_READ',
    message: expect.stringContaining('Nov 09, 2025 to Nov 27, 2025'),
  })
  const nameless = `Date,${headings.replace('Ad product,', '')}\n"Nov 09, 2025",${rest.replace('Sponsored Products,', '')}\n`
  await expect(read(nameless)).rejects.toMatchObject({ code: 'REPORT_NOT_READ' })
  expect(valuesIn(await read(nameless, 'Sponsored_Products_Targeting.csv'))).toMatchObject([
    { ad_type: 'SP' },
  ])
})

test('products and their marketplaces of the unified layout', async () => {
  const headings =
    'Date,Budget currency,Campaign ID,Campaign name,Ad group name,Advertised product ID,Advertised product SKU,Advertised product marketplace,Ad product,Impressions,Clicks,Total cost,Purchases,Sales,Units sold'
  const row = (asin: string, sku: string, marketplace: string, currency = 'EUR') =>
    `"Jul 06, 2026",${currency},"=""228547447293264""",Mugs,G1,${asin},${sku},${marketplace},Sponsored Products,95,10,2.50,1,9.99,1`
  const rows = [
    row('B0CHILD001', 'MUG', 'AMAZON_DE'),
    row('B0CHILD002', 'CUP', 'UAMAZON_FR'),
    row('B0CHILD001', 'MUG', 'AMAZON_UK', 'GBP'),
    row('B0CHILD003', 'JAR', 'AMAZON.COM', 'USD'),
    // Some rows name none.
    row('', '', ''),
    row('B0CHILD001', 'MUG', 'AMAZON_XX'),
  ]
  expect(valuesIn(await read(`\ufeff${headings}\n${rows.join('\n')}\n`, 'a.csv', 'IT'))).toMatchObject([
    { level: 'PRODUCT', sku: 'MUG', asin: 'B0CHILD001', marketplace: 'DE', sales_7d: '9.99' },
    { level: 'PRODUCT', sku: 'CUP', asin: 'B0CHILD002', marketplace: 'FR' },
    { sku: 'MUG', marketplace: 'GB' },
    { sku: 'JAR', marketplace: 'US' },
    { level: 'PRODUCT', sku: null, asin: null, marketplace: 'IT' },
    { refused: '"AMAZON_XX" is not a marketplace such as DE' },
  ])
  // Where the viewer was, which only other kinds of advertising know, is an empty column beside it.
  const placements = `Date,Budget currency,Campaign name,Advertised product marketplace,Placement classification,Targeting match type,Country,Ad product,Clicks,Total cost
"Jul 06, 2026",EUR,Mugs,AMAZON_ES,Top of Search on-Amazon,EXACT,,Sponsored Products,3,1.20
`
  expect(valuesIn(await read(placements))).toMatchObject([
    { level: 'PLACEMENT', placement: 'Top of Search on-Amazon', match_type: 'EXACT', marketplace: 'ES' },
  ])
})

test('countries by their names in the languages of the console', async () => {
  const marketplaceOf = async (country: string) => {
    const [row] = valuesIn(
      await read(`Date,Campaign Name,Country,Currency,Clicks,Spend\n2026-03-01,Mugs,${country},,1,2.50\n`),
    )
    return row && ('refused' in row ? row.refused : 'marketplace' in row && row['marketplace'])
  }
  for (const [country, code] of [
    ['Turkey', 'TR'],
    ['Türkiye', 'TR'],
    ['Great Britain', 'GB'],
    ['UK', 'GB'],
    ['United Kingdom', 'GB'],
    ['Deutschland', 'DE'],
    ['España', 'ES'],
    ['Estados Unidos', 'US'],
    ['Reino Unido', 'GB'],
    ['Pays-Bas', 'NL'],
    ['日本', 'JP'],
    ['Amazon.co.uk', 'GB'],
  ])
    expect(await marketplaceOf(country!)).toBe(code)
  expect(await marketplaceOf('Atlantis')).toBe('"Atlantis" is not a marketplace such as DE')
})

test('downloads of the console in Spanish of Spain, German, Japanese and Italian', async () => {
  const spanish = `Fecha de inicio,Fecha de finalización,Nombre de la cartera,Divisa,Nombre de campaña,Nombre del grupo de anuncios,País,Segmentación,Tipo de coincidencia,Término de búsqueda de cliente,Impresiones,Clics,Índice de clics (CTR),Coste por clic (CPC),Gasto,Ventas totales de 7 días (€),Coste publicitario de las ventas (ACOS) total ,Pedidos totales de 7 días (#),Unidades totales de 7 días (#),Ventas SKU anunciadas 7 días (€)
"jul 14, 2026","jul 14, 2026",No Portfolio,EUR,Tazas,G1,España,close-match,-,taza azul,600,12,"2,0000%","€0,13","€1.234,56","€10,00","15,0000%",1,2,"€8,00"
`
  expect(valuesIn(await read(spanish))).toMatchObject([
    {
      date: '2026-07-14',
      ad_type: 'SP',
      level: 'SEARCH_TERM',
      marketplace: 'ES',
      campaign_name: 'Tazas',
      match_type: '-',
      search_term: 'taza azul',
      cost: '1234.56',
      sales_7d: '10',
      sales_same_sku_7d: '8',
      purchases_7d: '1',
      units_7d: '2',
    },
  ])
  const german = `Datum;Portfolioname;Währung;Kampagnen-Name;Anzeigengruppenname;Beworbene SKU;Beworbene ASIN;Impressionen;Klicks;Klickrate (CTR);Kosten pro Klick (CPC);Ausgaben;7 Tage, Umsatz gesamt (€);7 Tage, Aufträge gesamt (#);7 Tage, Einheiten gesamt (#);7 Tage, Beworbene SKU-Umsätze (€)
01.09.2026;-;EUR;Tassen;G1;MUG;B0CHILD001;1.234;12;0,97%;0,50;6,00;1.059,90;2;3;40,00
`
  expect(valuesIn(await read(german, 'a.csv', 'DE'))).toMatchObject([
    {
      date: '2026-09-01',
      level: 'PRODUCT',
      marketplace: 'DE',
      sku: 'MUG',
      asin: 'B0CHILD001',
      impressions: '1234',
      cost: '6',
      sales_7d: '1059.9',
      purchases_7d: '2',
      units_7d: '3',
      sales_same_sku_7d: '40',
    },
  ])
  const japanese = `日付,キャンペーン名,広告グループ名,ターゲティング,マッチタイプ,カスタマーの検索キーワード,インプレッション,クリック,費用,広告がクリックされてから7日間の総売上高,広告がクリックされてから7日間の合計注文数,広告がクリックされてから7日間の合計販売数
2026/09/01,マグ,G1,マグカップ,EXACT,青い マグカップ,400,3,"￥1,010","￥4,800",2,3
`
  expect(valuesIn(await read(japanese, 'a.csv', 'JP'))).toMatchObject([
    {
      date: '2026-09-01',
      level: 'SEARCH_TERM',
      currency: 'JPY',
      search_term: '青い マグカップ',
      cost: '1010',
      sales_7d: '4800',
      units_7d: '3',
    },
  ])
  expect(valuesIn(await read(japanese.replace('費用', '広告費'), 'a.csv', 'JP'))).toMatchObject([
    { cost: '1010' },
  ])
  const italian = `Data,Nome portafoglio,Nome campagna,Nome gruppo di annunci,Targeting,Termine ricerca cliente,Impressioni,Clic,Spesa,Vendite totali (€) 7 giorni,Totale ordini (#) 7 giorni
01/09/2026,-,Tazze,G1,tazza,tazza blu,400,3,"1,50","10,00",2
`
  expect(valuesIn(await read(italian, 'a.csv', 'IT'))).toMatchObject([
    {
      date: '2026-09-01',
      ad_type: 'SP',
      campaign_name: 'Tazze',
      cost: '1.5',
      sales_7d: '10',
      purchases_7d: '2',
    },
  ])
})

test('what the console says in other words is not taken for less than it is', async () => {
  // Products under a heading that nobody knows.
  const products = 'Fecha,Divisa,Nombre de campaña,Producto,Clics,Gasto,Ventas totales de 7 días (€)'
  await expect(
    read(`${products}\n01/09/2026,EUR,Tazas,B0CHILD001,3,"1,50","10,00"\n`, 'a.csv', 'ES'),
  ).rejects.toMatchObject({
    code: 'REPORT_NOT_READ',
    message: expect.stringMatching(/^The column "Producto"/),
  })
  // Sponsored Brands have other windows.
  const brands = `Datum;Währung;Kampagnen-Name;Klicks;Ausgaben;14 Tage, Umsatz gesamt (€)\n01.09.2026;EUR;Tassen;3;1,50;10,00\n`
  await expect(read(brands, 'Bericht.csv', 'DE')).rejects.toMatchObject({ code: 'REPORT_NOT_READ' })
  expect(valuesIn(await read(brands, 'Sponsored Brands Kampagne.csv', 'DE'))).toMatchObject([
    { ad_type: 'SB', cost: '1.5' },
  ])
})

test('downloads of the console in Chinese and in Portuguese of Brazil', async () => {
  const products = `日期,广告组合名称,货币,广告活动名称,广告组名称,零售商,国家/地区,广告SKU,广告ASIN,展示量,点击量,点击率 (CTR),单次点击成本 (CPC),花费,7天总销售额,广告投入产出比 (ACOS) 总计,总广告投资回报率 (ROAS),7天总订单数(#),7天总销售量(#),7天的转化率,7天内广告SKU销售量(#),7天内其他SKU销售量(#),7天内广告SKU销售额,7天内其他SKU销售额
"Sep 01, 2026",组合,USD,杯子,G1,Amazon,美国,MUG,B0CHILD001,"1,234",10,0.8%,0.60,$6.00,"$1,059.90",0.6%,176.65,2,3,20%,1,2,$40.00,$19.90
"Sep 01, 2026",组合,CAD,杯子,G1,Amazon,加拿大,MUG,B0CHILD001,40,1,2.5%,0.50,$0.50,$0.00,,,0,0,0%,0,0,$0.00,$0.00
`
  expect(valuesIn(await read(products, '商品推广_推广的商品_报告.csv'))).toMatchObject([
    {
      date: '2026-09-01',
      ad_type: 'SP',
      level: 'PRODUCT',
      marketplace: 'US',
      currency: 'USD',
      campaign_name: '杯子',
      ad_group_name: 'G1',
      sku: 'MUG',
      asin: 'B0CHILD001',
      impressions: '1234',
      clicks: '10',
      cost: '6',
      sales_7d: '1059.9',
      purchases_7d: '2',
      units_7d: '3',
      sales_same_sku_7d: '40',
    },
    { marketplace: 'CA', cost: '0.5' },
  ])
  const terms = `日期,货币,广告活动名称,广告组名称,投放,匹配类型,客户搜索词,展示量,点击量,花费,14天总销售额,14天总订单数(#),14天总销售量(#)
2026-09-26,USD,杯子,G1,mug,EXACT,blue mug,400,3,1.50,10.00,2,3
`
  expect(valuesIn(await read(terms, '品牌推广_搜索词_报告.csv'))).toMatchObject([
    {
      ad_type: 'SB',
      level: 'SEARCH_TERM',
      target: 'mug',
      search_term: 'blue mug',
      sales_14d: '10',
      purchases_14d: '2',
      units_14d: '3',
      sales_7d: null,
    },
  ])
  // What kind of ad it is, no heading of brands and display says.
  const campaigns =
    '日期,货币,广告活动名称,费用类型,点击量,花费,14天总销售额\n2026-09-26,USD,杯子,VCPM,3,1.50,10.00\n'
  await expect(read(campaigns, '报告.csv')).rejects.toMatchObject({ code: 'REPORT_NOT_READ' })
  expect(valuesIn(await read(campaigns, '展示型推广_广告活动_报告.csv'))).toMatchObject([
    { ad_type: 'SD', level: 'CAMPAIGN' },
  ])
  const unified = `日期,广告活动类型,货币,广告活动名称,总展示量,总点击量,广告主总成本,销售额,订单量,已售商品数量
2026-09-26,展示型推广,USD,杯子,400,3,1.50,10.00,2,3
`
  expect(valuesIn(await read(unified))).toMatchObject([
    { ad_type: 'SD', cost: '1.5', sales_14d: '10', purchases_14d: '2', units_14d: '3' },
  ])
  const brazilian = `Data,Nome da campanha,SKU anunciado,ASIN anunciado,Impressões,Cliques,Gastos,Total de vendas de 7 dias
"Sep 01, 2026",Canecas,MUG,B0CHILD001,1234,20,15.50,1150.00
`
  expect(valuesIn(await read(brazilian, 'a.csv', 'BR'))).toMatchObject([
    {
      date: '2026-09-01',
      ad_type: 'SP',
      sku: 'MUG',
      currency: 'BRL',
      cost: '15.5',
      sales_7d: '1150',
      purchases_7d: null,
    },
  ])
})

test('a sign that was lost on the way into a file costs no sales', async () => {
  const text = `Date,Campaign Name,Currency,Clicks,Spend,Cost Per Click (CPC),14 Day Total Sales (?),14 Day Total Orders (#)
"Feb 1, 2020",Mugs,INR,13,Rs.201.68,Rs.15.51,Rs.961.62,3
`
  expect(valuesIn(await read(text, 'a.csv', 'IN'))).toMatchObject([{ cost: '201.68', sales_14d: '961.62' }])
})
