import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openReport } from '../files/open-report.ts'
import { sourceOf } from '../testing.ts'
import { UNREAD_REPORTS } from './unread-reports.ts'

const open = (bytes: Uint8Array | string, fileName = 'report.txt') => openReport(sourceOf(bytes), fileName)
const named = async (...file: Parameters<typeof open>): Promise<string> =>
  open(...file).then(
    ({ type }) => type.id,
    (error: { code: string; message: string }) => `${error.code} ${/"(.+?)"/.exec(error.message)?.[1]}`,
  )

const headingsOf = (report: (typeof UNREAD_REPORTS)[number]) =>
  report.headings.map((heading) => (typeof heading === 'string' ? heading : heading[0]!))

test.each(UNREAD_REPORTS.filter(({ keys }) => !keys))(
  '$label is named, with tabs and commas, and with more columns where it may have them',
  async (report) => {
    const headings = headingsOf(report)
    const cells = headings.map((_, index) => `cell ${index}`)
    for (const separator of ['\t', ',', ';']) {
      const lines = report.isAlone
        ? [headings, cells]
        : [
            ['row', ...headings, 'note'],
            ['1', ...cells, ''],
          ]
      const text = lines.map((line) => line.join(separator)).join('\r\n')
      expect(await named(text)).toBe(`REPORT_NOT_READ ${report.label}`)
    }
  },
)

test.each([
  [
    'Bulk operations file of the advertising console',
    'Product,Entity,Operation,Campaign ID,Campaign Name,Start Date,End Date,Impressions,Clicks,Spend,Sales\nSponsored Products,Campaign,,1,Mugs,20260101,,400,3,1.50,10.00\n',
  ],
  [
    'Search Query Performance report, brand view',
    'Search Query,Search Query Volume,Impressions: Total Count,Impressions: Brand Count\nmug,10,10,1\n',
  ],
  [
    'Search Query Performance report in another language',
    '"Marke=[""Tassen""],Berichtszeitraum=[""Monatlich""]"\n"Suchabfrage","Volumen der Suchabfrage","Eindrücke: Gesamtanzahl","Eindrücke: Markenanzahl"\n"tasse","10","10","1"\n',
  ],
  [
    'Search Query Performance report in another language',
    '品牌=["杯子"],报告范围=["每周"]\n搜索查询,搜索查询量,曝光：曝光总量,点击量：总次数,购买：下单总数,报告日期\nmug,1,1,1,1,2026-03-07\n',
  ],
  [
    'Top search terms of brand analytics',
    'Reporting Range=["Weekly"]\nSearch Frequency Rank,Search Term,Top Clicked Brand #1,Top Clicked Product #1: ASIN\n1,mug,Mugs,B0CHILD001\n',
  ],
  [
    'SKU economics report',
    'Amazon store,Start date,End date,Parent ASIN,ASIN,FNSKU,MSKU,Currency code,Units sold,Net units sold,Sales,Net sales,Cost of goods sold per unit,Net proceeds total\nUS,07/01/2026,07/31/2026,B0PARENT01,B0CHILD001,,MUG,USD,2,2,20.00,20.00,3.00,9.00\n',
  ],
  [
    'Merchant tax report of India (MTR)',
    'Seller Gstin,Invoice Number,Invoice Date,Transaction Type,Order Id,Shipment Id,Shipment Date,Order Date,Shipment Item Id,Quantity,Item Description,Asin,Hsn/sac,Sku,Invoice Amount,Tax Exclusive Gross,Total Tax Amount\n27AAAAA0000A1Z5,INV-1,15/08/2026,Shipment,402-1,S-1,16/08/2026,15/08/2026,I-1,1,Mug,B0CHILD001,6912,MUG,118.00,100.00,18.00\n',
  ],
  [
    'Transaction list of the payments page',
    'Data;Stato della transazione;Tipo di transazione;Numero di ordine;Dettagli prodotto;Totale costo prodotti;Totale sconti;Commissioni Amazon;(totale) (EUR)\n20/07/2026;Rilasciata;Pagamento ordine;A;Tazza;19,90;0;-3,00;16,90\n',
  ],
])('a file of the report “%s” is named', async (label, text) => {
  expect(await named(text, 'file.csv')).toBe(`REPORT_NOT_READ ${label}`)
})

test('a heading less is nobody’s report', async () => {
  for (const report of UNREAD_REPORTS.filter(({ headings }) => headings.length > 1)) {
    const [, ...rest] = headingsOf(report)
    expect(await named(`${rest.join('\t')}\n${rest.map(() => '1').join('\t')}\n`)).not.toContain(report.label)
  }
})

test.each([
  [
    'Purchased product report (JSON)',
    [{ date: '2026-01-01', campaignId: 1, purchasedAsin: 'B0', sales7d: 2.5 }],
  ],
  [
    'Search Catalog Performance report (JSON)',
    {
      reportSpecification: { reportOptions: { reportPeriod: 'WEEK' } },
      dataByAsin: [{ asin: 'B0', impressionData: { impressionCount: 10 }, clickData: { clickCount: 1 } }],
    },
  ],
  [
    'Search Terms report (JSON)',
    { dataByDepartmentAndSearchTerm: [{ searchTerm: 'mug', searchFrequencyRank: 1, clickedAsin: 'B0' }] },
  ],
  [
    'Repeat Purchase report (JSON)',
    { dataByAsin: [{ asin: 'B0', orders: 2, uniqueCustomers: 1, repeatCustomersPctTotal: 1 }] },
  ],
  [
    'Market Basket report (JSON)',
    { dataByAsin: [{ asin: 'B0', purchasedWithAsin: 'B1', purchasedWithRank: 1, combinationPct: 0.2 }] },
  ],
])('%s is named', async (label, content) => {
  expect(await named(JSON.stringify(content))).toBe(`REPORT_NOT_READ ${label}`)
})

test.each([
  ['<!DOCTYPE html><html><body>Sign in</body></html>', /web page, mostly the sign-in page/],
  [
    '<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code><Message>Expired</Message></Error>',
    /error message \(AccessDenied\) .* Download the report again/,
  ],
  [
    '<?xml version="1.0"?><AmazonEnvelope><Message><SettlementReport/></Message></AmazonEnvelope>',
    /XML file of Amazon\. Download the same settlement as flat file V2/,
  ],
  ['<?xml version="1.0"?><feed/>', /This file is XML/],
  [
    'return-date|order-id|sku|asin|quantity|reason\n2026-03-05|1|MUG|B0|1|BAD',
    /separated by "\|"\. Save it with/,
  ],
])('%s is told for what it is', async (text, message) => {
  await expect(open(text)).rejects.toMatchObject({
    code: 'NO_REPORT',
    message: expect.stringMatching(message),
  })
})

test('a locked workbook and one of the old kind are told apart', async () => {
  const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1_024)])
  await expect(open(old)).rejects.toMatchObject({ message: expect.stringContaining('(.xls)') })
  const names = ['EncryptionInfo', 'EncryptedPackage'].map((name) => Buffer.from(name, 'utf16le'))
  await expect(open(Buffer.concat([old, ...names]))).rejects.toMatchObject({
    message: expect.stringContaining('locked with a password'),
  })
})

const shared = fileURLToPath(new URL('../../../shared/data', import.meta.url))
const FOLDERS = [
  'ads-console',
  'business-report',
  'fba-inventory',
  'sales-and-traffic',
  'sqp',
  'synthetic-layouts',
]

describe.skipIf(!existsSync(shared))('files of others', () => {
  const files = existsSync(shared)
    ? FOLDERS.flatMap((folder) =>
        readdirSync(join(shared, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
          join(folder, name),
        ),
      ).filter((name) => /\.(txt|csv|xlsx|json)$/.test(name))
    : []

  test.each(files)('%s is read or named', async (name) => {
    // The line above the headings of searches was cut off where they were published.
    const fileName = name.startsWith('sqp') ? 'B000000001.csv' : name
    expect(await named(readFileSync(join(shared, name)), fileName)).toMatch(
      /^REPORT_NOT_READ|^(all_orders|settlement_wide|customer_returns|business_report_by_product|sales_and_traffic|ads_console|manage_fba_inventory|inventory_planning|fee_preview|search_query_table|storage_fees|reimbursements|removal_shipments|vat_transactions)$/,
    )
  })
})
