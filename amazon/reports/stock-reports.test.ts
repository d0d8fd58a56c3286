import { expect, test } from 'vitest'
import { openReport } from '../files/open-report.ts'
import { CHARACTER_SETS, collected, separated, sourceOf, tabbed } from '../testing.ts'
import type { OpenOptions } from './report-type.ts'

async function read(file: Uint8Array | string, options: OpenOptions = {}, fileName = 'stock.txt') {
  const opened = await openReport(sourceOf(file), fileName, options)
  if (opened.kind !== 'records') throw new Error('Stock is read record by record.')
  const records = await collected(opened.records)
  return { ...opened, rows: records.map((record) => ('values' in record ? record.values : record)) }
}

const ENGLISH =
  'sku fnsku asin product-name condition your-price mfn-listing-exists mfn-fulfillable-quantity afn-listing-exists afn-warehouse-quantity afn-fulfillable-quantity afn-unsellable-quantity afn-reserved-quantity afn-total-quantity per-unit-volume afn-inbound-working-quantity afn-inbound-shipped-quantity afn-inbound-receiving-quantity afn-researching-quantity'.split(
    ' ',
  )
const MUG = 'MUG,X1,B01,Mug • 12"" blue,New,20,No,,Yes,13,9,1,3,20,0.4,4,2,1,5'
  .replaceAll('""', '"')
  .split(',')
const IN_MARCH: OpenOptions = { marketplace: 'US', day: '2026-03-05' }

test('Manage FBA inventory has the day and the marketplace that a person says', async () => {
  const file = separated(
    [
      ENGLISH,
      MUG,
      'OWN,X2,B02,Sent by us,New,20,Yes,5,No,0,0,0,0,0,0.4,0,0,0,0'.split(','),
      'EMPTY,X3,B03,Sent by us,New,20,Yes,5,,,,,,,,,,,'.split(','),
      'NEW,X4,B04,On its way,New,20,Yes,0,No,0,0,0,0,100,0.4,100,0,0,0'.split(','),
      'ODD,X5,B05,Odd,New,20,No,,Yes,1,-1,0,0,1,0.4,0,0,0,0'.split(','),
    ],
    ',',
  )
  const opened = await read(CHARACTER_SETS['windows-1252']!(file), IN_MARCH)
  expect(opened).toMatchObject({
    type: { id: 'manage_fba_inventory' },
    encoding: 'windows-1252',
    lacksDay: false,
  })
  expect(opened.rows).toEqual([
    {
      date: '2026-03-05',
      marketplace: 'US',
      sku: 'MUG',
      available: '9',
      inbound_working: '4',
      inbound_shipped: '2',
      inbound_receiving: '1',
      // One number for all that is reserved does not say what for.
      reserved_customer_orders: null,
      reserved_fc_transfer: null,
      reserved_fc_processing: null,
      reserved: '3',
      researching: '5',
      unfulfillable: '1',
      afn_total: '20',
    },
    expect.objectContaining({ sku: 'NEW', available: '0', inbound_working: '100', afn_total: '100' }),
    expect.objectContaining({ refused: 'afn-fulfillable-quantity: "-1" is not a number of units' }),
  ])
})

test('headings in Spanish', async () => {
  const spanish = [
    'sku,nombre-del-producto,existe-oferta-gestionada-por-amazon,cantidad-disponible-gestionada-por-amazon,cantidad-no-vendible,cantidad-total-gestionada-por-amazon,cantidad-entrante-enviada',
    'TAZA,Taza,Sí,9,1,12,2',
  ].map((line) => line.split(','))
  const { type, rows } = await read(CHARACTER_SETS['windows-1252']!(tabbed(spanish)), IN_MARCH)
  expect(type.id).toBe('manage_fba_inventory')
  expect(rows).toMatchObject([
    { sku: 'TAZA', available: '9', unfulfillable: '1', inbound_shipped: '2', inbound_working: null },
  ])
})

test.each([
  ['19490346112018329.csv', {}, undefined],
  ['stock.csv', {}, undefined],
  ['stock 2026-02-30.csv', {}, undefined],
  ['stock 2026-03-01 to 2026-03-05.csv', {}, undefined],
  ['stock 2026-03-05 (1).csv', {}, '2026-03-05'],
  ['FBA_20260305.txt', {}, '2026-03-05'],
  ['stock 2026-03-05.csv', { day: '2026-03-06' }, '2026-03-06'],
])('%s with %j is of %s', async (fileName, options, day) => {
  const { lacksDay, rows } = await read(tabbed([ENGLISH, MUG]), { marketplace: 'US', ...options }, fileName)
  expect(lacksDay).toBe(day === undefined)
  expect(rows).toMatchObject([{ date: day ?? null }])
})

test('units that are held for faster delivery, or stand apart between warehouses, are among the reserved ones', async () => {
  const planning = await read(
    [
      'snapshot-date,sku,available,inv-age-0-to-90-days,marketplace,Reserved FC Processing,Reserved Staging,Reserved Customer Order,fc-transfer',
      '2026-09-05,MUG,9,9,US,6,8,7,5',
      '2026-09-05,CUP,9,9,US,6,,7,5',
    ].join('\n'),
  )
  expect(planning.rows.filter((row) => 'reserved' in row)).toMatchObject([
    { sku: 'MUG', reserved: '26', reserved_fc_transfer: '5' },
    { sku: 'CUP', reserved: null },
  ])
  const [stock] = (
    await read(
      tabbed([
        [...ENGLISH, 'afn-fc-transfer-quantity', 'afn-onhand-buyable-quantity', 'store'],
        [...MUG, '12', '21', ''],
      ]),
      IN_MARCH,
    )
  ).rows
  expect(stock).toMatchObject({ sku: 'MUG', available: '9', reserved_fc_transfer: '12', reserved: '15' })
})

test.each(['Reserved FC Transfer', 'fc-transfer'])(
  'the planning report says its day and its marketplace itself, and units in transfer as %s',
  async (transfer) => {
    const headings = `snapshot-date,sku,available,inv-age-0-to-90-days,inv-age-0-to-30-days,marketplace,inbound-working,inbound-shipped,inbound-received,unfulfillable-quantity,${transfer},Reserved FC Processing,Reserved Customer Order`
    const { type, rows, sample, lacksDay } = await read(
      [
        headings,
        '2026-03-05,MUG,9,9,4,Amazon.de,1,2,3,4,5,6,7',
        '2026-03-05,CUP,0,0,0,UK,,,,,,,',
        '2026-03-05,CAP,0,0,0,Atlantis,,,,,,,',
      ].join('\n'),
    )
    expect([type.id, sample.marketplaces, lacksDay]).toEqual(['inventory_planning', ['DE', 'GB'], false])
    expect(rows).toMatchObject([
      {
        date: '2026-03-05',
        marketplace: 'DE',
        available: '9',
        inbound_receiving: '3',
        reserved_customer_orders: '7',
        reserved_fc_transfer: '5',
        reserved_fc_processing: '6',
        reserved: '18',
        unfulfillable: '4',
        afn_total: null,
      },
      {
        marketplace: 'DE',
        sku: 'MUG',
        available: '9',
        age_0_to_90: '9',
        age_91_to_180: null,
        currency: null,
      },
      { marketplace: 'GB', available: '0', reserved: null, unfulfillable: null },
      { marketplace: 'GB', sku: 'CUP', age_0_to_90: '0' },
      { refused: 'marketplace: "Atlantis" is not a marketplace such as DE' },
    ])
  },
)

test('ages do not overlap, and surcharges of all of them are one amount', async () => {
  const headings =
    'snapshot-date,sku,available,inv-age-0-to-90-days,inv-age-91-to-180-days,inv-age-181-to-270-days,inv-age-271-to-365-days,inv-age-181-to-330-days,inv-age-366-to-455-days,inv-age-456-plus-days,currency,your-price,sales-price,days-of-supply,estimated-storage-cost-next-month,estimated-ais-181-210-days,estimated-ais-366-455-days,estimated-ais-456-plus-days'
  const { rows } = await read(
    [
      headings,
      '2026-03-05,MUG,20,9,5,3,2,4,1,2,EUR,20.00,18.00,365+,1.50,0.10,0.20,0.30',
      '2026-03-05,CUP,20,9,,,,,,,EUR,20.00,,12,,,,',
      '2026-03-05,CAP,20,-9,,,,,,,EUR,20.00,,12,,,,',
      '2026-03-05,CAN,20,9,,,,,,,,20.00,,12,,,,',
    ].join('\n'),
    { marketplace: 'DE' },
  )
  expect(rows.filter((row) => !('inbound_working' in row))).toMatchObject([
    {
      age_0_to_90: '9',
      age_91_to_180: '5',
      age_181_to_270: '3',
      age_271_to_365: '2',
      age_over_365: '3',
      currency: 'EUR',
      price: '18',
      // Amazon has no number for it.
      days_of_supply: null,
      storage_next_month: '1.5',
      aged_surcharge_next: '0.6',
    },
    {
      age_over_365: null,
      price: '20',
      days_of_supply: '12',
      storage_next_month: null,
      aged_surcharge_next: null,
    },
    { refused: 'inv-age-0-to-90-days: "-9" is not a number of units' },
    { refused: 'currency: missing' },
  ])
})

test('an inventory ledger by week is told from one by day', async () => {
  const heads =
    'Date|FNSKU|MSKU|Disposition|Starting Warehouse Balance|Found|Lost|Damaged|Disposed|Ending Warehouse Balance|Location'
  const of = (...days: string[]) =>
    read(
      [heads, ...days.map((day) => `${day}|X1|MUG|SELLABLE|10|0|-2|0|0|8|US`)]
        .join('\n')
        .replaceAll('|', '\t'),
    )
  await expect(of('03/21/2026', '03/07/2026', '03/07/2026', '03/14/2026')).rejects.toMatchObject({
    code: 'REPORT_NOT_READ',
  })
  expect((await of('03/07/2026', '03/14/2026')).rows).toHaveLength(2)
  expect((await of('03/07/2026', '03/14/2026', '03/15/2026')).rows).toHaveLength(3)
})

test('of an inventory ledger that was asked for with more days, those are taken that somebody wants', async () => {
  const heads =
    'Date|FNSKU|MSKU|Disposition|Starting Warehouse Balance|Found|Lost|Damaged|Disposed|Ending Warehouse Balance|Location'
  const days = ['03/06/2026', '03/07/2026', '03/08/2026', '03/09/2026']
  const text = [heads, ...days.map((day) => `${day}|X1|MUG|SELLABLE|10|0|-2|0|0|8|US`)].join('\n')
  const { rows } = await read(text.replaceAll('|', '\t'), {
    days: { start: '2026-03-07', end: '2026-03-08' },
  })
  expect(rows).toMatchObject([{ date: '2026-03-07' }, { date: '2026-03-08' }])
})

test('the former report of aged stock has other words, and a misspelt one', async () => {
  const headings =
    'snapshot-date,sku,fnsku,asin,product-name,condition,avaliable-quantity(sellable),qty-with-removals-in-progress,inv-age-0-to-90-days,inv-age-91-to-180-days,inv-age-181-to-270-days,inv-age-271-to-365-days,inv-age-365-plus-days,currency,units-shipped-last-7-days,units-shipped-last-30-days,units-shipped-last-60-days,units-shipped-last-90-days,your-price,sales_price,Recommended action'
  const row = '2019-05-02,MUG,X1,B01,Mug,New,9,0,5,2,1,1,0,USD,3,4,5,6,20.00,18.00,'
  const { rows } = await read(
    separated(
      [headings, row].map((line) => line.split(',')),
      '\t',
    ),
    { marketplace: 'US' },
  )
  expect(rows).toMatchObject([
    { date: '2019-05-02', marketplace: 'US', sku: 'MUG', available: '9' },
    { available: '9', age_0_to_90: '5', units_shipped_7: '3', units_shipped_90: '6', price: '18' },
  ])
})
