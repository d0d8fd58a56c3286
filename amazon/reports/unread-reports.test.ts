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
