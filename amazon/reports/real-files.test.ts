/**
 * Files of real sellers, which lie beside the repository on some machines and are not part of it. Without them these
 * tests show as skipped.
 */
import { createReadStream, existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseDecimal, toText } from '#contract/decimal.ts'
import { describe, expect, test } from 'vitest'
import { openReport } from '../files/open-report.ts'
import { collected, linesIn } from '../testing.ts'
import { lineFacts } from './line-records.ts'
import type { FactRecord, OpenedReport, OpenOptions } from './report-type.ts'

const folder = fileURLToPath(new URL('../../../shared/data', import.meta.url))

const open = (path: string, options: OpenOptions = {}, fileName = basename(path)): Promise<OpenedReport> =>
  openReport(() => createReadStream(join(folder, path)), fileName, options)

type FactRow = Extract<FactRecord, { values: unknown }>

async function factRows(...asked: Parameters<typeof open>): Promise<FactRow[]> {
  const opened = await open(...asked)
  if (opened.kind === 'records') return (await collected(opened.records)).map(accepted)
  const { type } = opened
  if (type.kind !== 'lines') throw new Error(`${type.id} was opened line by line.`)
  const lines = (await linesIn(opened)).split('\n').filter((line) => line !== '')
  return lines.flatMap((line, index) => {
    const cells = line.split('\t')
    expect(cells).toHaveLength(opened.cellCount)
    return lineFacts(
      type,
      opened,
      opened.headings,
    )({ lineNumber: opened.firstLineNumber + index, cells }).map(accepted)
  })
}

function accepted(record: FactRecord): FactRow {
  if (!('values' in record)) throw new Error(JSON.stringify(record))
  return record
}

const sumOf = (rows: FactRow[], column = 'amount'): string =>
  toText(rows.reduce((units, { values }) => units + parseDecimal(values[column] ?? '0'), 0n))

/** Settlement, lines of the wide file, lines of the V2 file, stated total in CAD. */
const CANADIAN = [
  ['23874397121', 16, 16, '-62.31'],
  ['24288684721', 190, 154, '1016.08'],
  ['24391894961', 490, 387, '2539.66'],
  ['24495221541', 730, 576, '4630.23'],
  ['24702193891', 1245, 959, '10015.64'],
] as const

describe.skipIf(!existsSync(folder))('files of real sellers', () => {
  test.each(CANADIAN)(
    'settlement %s adds up to its total in both layouts',
    async (id, wideLines, v2Lines, total) => {
      for (const [path, type, lines] of [
        [`settlement/v1-wide-real/amazon-ca-${id}.txt`, 'settlement_wide', wideLines],
        [`settlement/v2-derived/amazon-ca-${id}.v2.txt`, 'settlement_v2', v2Lines],
      ] as const) {
        expect(await open(path)).toMatchObject({
          type: { id: type },
          kind: 'lines',
          sample: { currencies: ['CAD'] },
        })
        const rows = await factRows(path)
        expect(new Set(rows.map(({ lineNumber }) => lineNumber)).size).toBe(lines)
        const stated = rows.filter(({ table }) => table === 'settlements')
        expect(stated.map(({ values }) => [values['settlement_id'], values['total_amount']])).toEqual([
          [id, total],
        ])
        expect(sumOf(rows.filter(({ table }) => table === 'settlement_lines'))).toBe(total)
      }
    },
  )

  test('an Australian excerpt has dates with points', async () => {
    const path = 'settlement/v2-real/amazon-au-12395580393-excerpt-last.txt'
    expect(await open(path)).toMatchObject({
      type: { id: 'settlement_v2' },
      instants: { posted_at: 'DMY_DOT_UTC' },
    })
    const rows = await factRows(path)
    expect(rows).toHaveLength(84)
    expect(sumOf(rows.slice(1))).toBe('271.74')
  })

  test('a date-range file whose order ids a spreadsheet destroyed', async () => {
    const path = 'date-range-transactions/amazon-us-unified-transactions-2025-06-08.csv'
    const rows = await factRows(path)
    expect((await open(path)).type.id).toBe('date_range')
    expect(new Set(rows.map(({ lineNumber }) => lineNumber)).size).toBe(12)
    expect([sumOf(rows), rows[0]!.values['posted_at']]).toEqual(['105.06', '2025-06-09 05:23:05'])
  })

  test.each([
    ['amazon-in-sale-report-2022-mar31-may31.csv.gz', 91_279, '55164360.87'],
    ['amazon-in-sale-report-apr29-30-with-sku.csv', 1_499, undefined],
    ['amazon-in-orders-apr24-30-cleaned-with-sku.csv', 3_051, undefined],
  ])('%s', async (name, count, sum) => {
    const path = `orders-in/${name}`
    const rows = await factRows(path)
    expect(rows).toHaveLength(count)
    expect(rows[0]!.table).toBe('order_items')
    const amount = rows.reduce((units, { values }) => units + parseDecimal(values['item_price'] ?? '0'), 0n)
    if (sum) expect(toText(amount)).toBe(sum)
  })

  test('rates of the central bank and of months', async () => {
    const daily = await factRows('exchange-rates/eur-daily-2022-2026.csv')
    // 1,093 days of the euro and 14 other currencies.
    expect(daily).toHaveLength(1_093 * 15)
    const monthly = await factRows('exchange-rates/egp-per-usd-monthly.csv')
    expect(monthly.at(-1)!.values).toMatchObject({ rate_date: '2026-08-22', currency: 'EGP' })
  })

  test('sales and traffic by date, and by ASIN for a range that is no day', async () => {
    const path = 'sales-and-traffic/sales-and-traffic-us-2024-02-14.json'
    const opened = await open(path)
    const records = opened.kind === 'records' ? await collected(opened.records) : []
    const days = records.filter((record) => 'values' in record)
    const sum = (column: string) => days.reduce((total, { values }) => total + Number(values[column]), 0)
    expect([opened.type.id, opened.sample.marketplaces, days.length]).toEqual([
      'sales_and_traffic',
      ['US'],
      12,
    ])
    expect([sum('sessions'), sum('page_views'), sum('units_ordered')]).toEqual([39_876, 84_201, 6_684])
    expect(records.filter((record) => 'refused' in record)).toMatchObject([{ lineNumber: 1 }])
  })

  test.each([
    [
      'in-sp-advertised-product-daily-2020-02.xlsx',
      'PRODUCT',
      265,
      '640262 1955 47108.12 71129.81 194 224 0',
    ],
    ['in-sp-targeting-daily-2020-02.xlsx', 'TARGET', 1683, '640262 1955 47108.12 71129.81 194 224 0'],
    ['in-sp-campaign-2020-02.csv', 'CAMPAIGN', 182, '640242 1955 47108.12 71129.81 194 0 273906'],
    ['in-sp-search-term-daily-2020-02.xlsx', 'SEARCH_TERM', 923, '333570 1955 47108.12 70853.92 193 223 0'],
    ['in-sp-performance-over-time-2020-02.xlsx', 'ACCOUNT', 29, '0 1955 47108.12 0 0 0 0'],
    ['gb-sp-search-term-daily-2023-05.xlsx', 'SEARCH_TERM', 2399, '174169 3644 4206.45 13373.85 1673 1959 0'],
  ])('%s', async (name, level, count, sums) => {
    const opened = await openReport(() => createReadStream(join(folder, 'ads-console', name)), name, {
      marketplace: 'IN',
    })
    expect(opened.type.id).toBe('ads_console')
    const rows = opened.kind === 'records' ? (await collected(opened.records)).map(accepted) : []
    expect(rows).toHaveLength(count)
    expect(new Set(rows.map(({ values }) => values['level']))).toEqual(new Set([level]))
    const sum = (...columns: string[]) =>
      toText(
        rows.reduce(
          (total, { values }) =>
            total +
            parseDecimal(columns.map((column) => values[column]).find((value) => value != null) ?? '0'),
          0n,
        ),
      )
    const said = [
      sum('impressions'),
      sum('clicks'),
      sum('cost'),
      sum('sales_7d', 'sales_14d'),
      sum('purchases_7d', 'purchases_14d'),
      sum('units_7d', 'units_14d'),
      sum('campaign_budget'),
    ]
    expect(said.join(' ')).toBe(sums)
  })

  test.each([
    'ads-console/us-sp-search-term-2024-04.xlsx',
    'ads-console/us-unified-search-term-report.csv',
    'synthetic-layouts/en/search-terms.csv',
    'synthetic-layouts/es/terminos-es.csv',
  ])('%s sums days up, and says what to download instead', async (path) => {
    await expect(open(path)).rejects.toMatchObject({
      code: 'REPORT_NOT_READ',
      message: expect.stringContaining('the time unit "Daily"'),
    })
  })

  test('an invented file of all orders', async () => {
    const path = 'synthetic-layouts/en/all-orders.txt'
    expect(await open(path)).toMatchObject({ type: { id: 'all_orders' }, instants: { purchased_at: 'ISO' } })
    expect((await factRows(path)).length).toBeGreaterThan(100)
  })

  test('an American stock of 2020 in Windows-1252: its total has what is only planned to be sent', async () => {
    const path = 'fba-inventory/us-manage-fba-inventory-2020-cp1252.csv'
    const asked = [path, { marketplace: 'US', day: '2020-03-20' }] as const
    expect(await open(path)).toMatchObject({
      type: { id: 'manage_fba_inventory' },
      encoding: 'windows-1252',
      lacksDay: true,
    })
    expect(await open(...asked)).toMatchObject({ lacksDay: false })
    const rows = await factRows(...asked)
    const units = ['available', 'inbound_working', 'unfulfillable', 'afn_total', 'reserved']
    expect(units.map((column) => sumOf(rows, column))).toEqual(['1050', '800', '4', '1874', '20'])
    expect(rows.find(({ values }) => values['sku'] === '0Y-KRAZ-EDMI')!.values).toMatchObject({
      date: '2020-03-20',
      marketplace: 'US',
      available: '0',
      inbound_working: '100',
      afn_total: '100',
    })
  })

  test.each([
    ['en/fba-inventory.txt', 'manage_fba_inventory', true],
    ['es/inventario-es.txt', 'manage_fba_inventory', true],
    ['en/inventory-planning.txt', 'inventory_planning', false],
  ])('an invented stock: %s', async (name, id, lacksDay) => {
    const path = `synthetic-layouts/${name}`
    expect(await open(path)).toMatchObject({ type: { id }, lacksDay })
    const stock = (await factRows(path)).filter(({ table }) => table === 'inventory_snapshots')
    expect(sumOf(stock, 'available')).toBe('2095')
  })

  test('British searches of a month, without the line that names the ASIN', async () => {
    const path = 'sqp/gb-asin-view-month-2025-08.csv'
    await expect(open(path)).rejects.toMatchObject({ code: 'UNKNOWN_HEADER' })
    const asked = [path, { marketplace: 'GB' }, 'B000000001.csv'] as const
    expect(await open(...asked)).toMatchObject({ type: { id: 'search_query_table' } })
    const rows = await factRows(...asked)
    expect(rows).toHaveLength(11)
    expect(rows[0]!.values).toEqual({
      start_date: '2025-08-01',
      end_date: '2025-08-31',
      marketplace: 'GB',
      asin: 'B000000001',
      sku: null,
      search_query: 'rat bait box',
      search_query_score: '24',
      search_query_volume: '4575',
      total_impressions: '123899',
      asin_impressions: '978',
      total_clicks: '2376',
      asin_clicks: '9',
      total_cart_adds: '782',
      asin_cart_adds: '4',
      total_purchases: '502',
      asin_purchases: '2',
      currency: 'GBP',
      total_click_price: '14.99',
      asin_click_price: '18.99',
      total_cart_add_price: '14.95',
      asin_cart_add_price: '18.99',
      total_purchase_price: '14.99',
      asin_purchase_price: '18.99',
    })
  })

  test('an invented fee preview', async () => {
    const path = 'synthetic-layouts/en/fee-preview.txt'
    expect(await open(path)).toMatchObject({ type: { id: 'fee_preview' }, lacksDay: true })
    const rows = await factRows(path, { marketplace: 'ES', day: '2026-08-18' })
    expect(rows[0]!.values).toEqual({
      sku: 'ARS-ROD-01',
      marketplace: 'ES',
      snapshot_date: '2026-08-18',
      currency: 'EUR',
      price: '24.99',
      referral_fee: '3.75',
      fulfillment_fee: '3.2',
      closing_fee: '0',
      size_tier: 'Standard',
      package_length: '20',
      package_width: '15',
      package_height: '8',
      length_unit: 'centimeters',
      package_weight: '450',
      weight_unit: 'grams',
    })
  })

  test('an invented file of customer returns', async () => {
    const path = 'synthetic-layouts/en/returns.txt'
    expect((await open(path)).type.id).toBe('customer_returns')
    const rows = await factRows(path)
    expect([rows.length, rows[0]!.table, rows[0]!.values['disposition']]).toEqual([
      38,
      'returns',
      'CUSTOMER_DAMAGED',
    ])
  })

  test('an American list of removed parcels of 2020', async () => {
    const path = 'fba-inventory/us-removal-shipment-detail-2020.csv'
    expect((await open(path)).type.id).toBe('removal_shipments')
    const rows = await factRows(path)
    expect(rows[0]!.values).toEqual({
      date: '2020-03-10',
      order_id: 'vk399ry472',
      marketplace: null,
      sku: '1-mc-18',
      fnsku: 'B07JJC4NTT',
      disposition: 'Unsellable',
      quantity: '1',
      carrier: 'UPS',
      tracking_number: null,
    })
  })

  test.each([
    ['storage-fees.txt', 'storage_fees', { month: '2026-07-01', marketplace: 'DE', fee: '17.35' }],
    [
      'reimbursements.txt',
      'reimbursements',
      { date: '2026-08-12', reimbursement_id: 'R500000', amount: '24.99', currency: 'EUR' },
    ],
    [
      'vat-transactions.txt',
      'vat_transactions',
      { date: '2026-07-31', marketplace: 'DE', vat_rate: '0.19', vat: '79.8', seller_vat_country: 'ES' },
    ],
  ])('an invented file of fees and tax: %s', async (name, id, first) => {
    const path = `synthetic-layouts/en/${name}`
    expect((await open(path)).type.id).toBe(id)
    expect((await factRows(path))[0]!.values).toMatchObject(first)
  })
})
