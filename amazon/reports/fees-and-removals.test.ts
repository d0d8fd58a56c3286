import { expect, test } from 'vitest'
import { openReport } from '../files/open-report.ts'
import { collected, sourceOf, tabbed } from '../testing.ts'
import type { OpenOptions } from './report-type.ts'

async function read(id: string, file: string | object, options: OpenOptions = {}) {
  const bytes = typeof file === 'string' ? file : JSON.stringify(file)
  const opened = await openReport(sourceOf(bytes), 'report.txt', options)
  expect(opened.type.id).toBe(id)
  if (opened.kind !== 'records') throw new Error('These are read record by record.')
  const records = await collected(opened.records)
  return records.map((record) => ('values' in record ? record.values : 'refused' in record && record.refused))
}

const table = (headings: string, ...rows: string[]) =>
  tabbed([headings.split(' '), ...rows.map((row) => row.split('|'))])

test('storage of a month is of a product in a country; what it is for stands in a month', async () => {
  const file = table(
    'asin fnsku fulfillment_center country_code item_volume volume_units average_quantity_on_hand month_of_charge currency estimated_monthly_storage_fee',
    'B01|X1|LTN1|UK|0,0015|cubic meters|420,5|2026-07|GBP|1.234,5',
    'B01|X1|LTN1|UK|0,0015|cubic meters|420,5|2026-13|GBP|1,5',
    'B01|X1|LTN1|XX|0,0015|cubic meters|420,5|2026-07|GBP|1,5',
    'B01|X1|LTN1|DE|0,0015|cubic meters|420,5|2026-07|EUR|',
  )
  expect(await read('storage_fees', file)).toEqual([
    {
      month: '2026-07-01',
      marketplace: 'GB',
      asin: 'B01',
      fnsku: 'X1',
      fulfillment_center: 'LTN1',
      average_quantity: '420.5',
      item_volume: '0.0015',
      volume_unit: 'cubic meters',
      currency: 'GBP',
      fee: '1234.5',
    },
    'month_of_charge: "2026-13" is not a month such as 2026-03',
    expect.objectContaining({ marketplace: null, fee: '1.5' }),
    'estimated_monthly_storage_fee: missing',
  ])
})

test('the month of storage as spreadsheets write it', async () => {
  const months = [
    '2024-05',
    'May-24',
    'Mai 2024',
    'mai-24',
    '2024/05',
    '2024-05-01',
    '24-May',
    '13/2024',
    '2024-05-17',
  ]
  const file = table(
    'asin fnsku fulfillment_center country_code month_of_charge currency estimated_monthly_storage_fee',
    ...months.map((month) => `B01|X1|LTN1|UK|${month}|GBP|1.20`),
  )
  const rows = await read('storage_fees', file)
  expect(rows.map((row) => (typeof row === 'object' ? row['month'] : row))).toEqual([
    ...Array<string>(6).fill('2024-05-01'),
    'month_of_charge: "24-May" is not a month such as 2026-03',
    'month_of_charge: "13/2024" is not a month such as 2026-03',
    'month_of_charge: "2024-05-17" is not a month such as 2026-03',
  ])
})

test('a warehouse where Amazon has no shop is of the marketplace that was said, or of none', async () => {
  const storage = table(
    'asin fnsku fulfillment_center country_code month_of_charge currency estimated_monthly_storage_fee',
    'B01|X1|PRG2|CZ|2026-07|EUR|1.20',
    'B01|X1|BTS2|SK|2026-07|EUR|0.80',
    'B01|X1|WRO5|PL|2026-07|PLN|3.00',
  )
  const placesIn = async (id: string, file: string, options?: OpenOptions) =>
    (await read(id, file, options)).map((row) => typeof row === 'object' && row['marketplace'])
  expect(await placesIn('storage_fees', storage)).toEqual([null, null, 'PL'])
  expect(await placesIn('storage_fees', storage, { marketplace: 'DE' })).toEqual(['DE', 'DE', 'PL'])
  const aged = table(
    'snapshot-date sku fnsku asin currency country qty-charged amount-charged surcharge-age-tier',
    '2026-03-15|MUG|X1|B01|EUR|CZ|4|2.10|271-300 days',
    '2026-03-15|MUG|X1|B01|EUR|FR|1|0.50|456+ days',
  )
  expect(await placesIn('aged_fees', aged)).toEqual([null, 'FR'])
  expect(await placesIn('aged_fees', aged, { marketplace: 'DE' })).toEqual(['DE', 'FR'])
})

test('surcharges for aged stock are of the country, else of the marketplace that a person says', async () => {
  const file = table(
    'snapshot-date sku fnsku asin currency country qty-charged amount-charged surcharge-age-tier',
    '2026-03-15T00:00:00+00:00|MUG|X1|B01|EUR|DE|4|2.10|271-300 days',
    '2026-03-15T00:00:00+00:00|MUG|X1|B01|EUR||1|0.50|456+ days',
  )
  expect(await read('aged_fees', file, { marketplace: 'FR' })).toMatchObject([
    { date: '2026-03-15', marketplace: 'DE', quantity: '4', amount: '2.1', tier: '271-300 days' },
    { marketplace: 'FR', tier: '456+ days' },
  ])
})

test('long-term storage before 2023 is charged by how long stock lay', async () => {
  const file = table(
    'snapshot-date sku fnsku asin product-name condition qty-charged-12-mo-long-term-storage-fee per-unit-volume currency 12-mo-long-terms-storage-fee qty-charged-6-mo-long-term-storage-fee 6-mo-long-terms-storage-fee volume-unit country enrolled-in-small-and-light',
    '2022-03-15T00:00:00+00:00|MUG|X1|B01|Mug|Sellable|4|0.1|USD|2.10|3|0.90|cubic feet|US|No',
    '2022-03-15T00:00:00+00:00|CUP|X2|B02|Cup|Sellable|1|0.1|USD|0.15|0|0.00|cubic feet|US|No',
    '2022-03-15T00:00:00+00:00|JAR|X3|B03|Jar|Sellable|0|0.1|USD|0.00|||cubic feet|US|No',
    '2022-03-15T00:00:00+00:00|POT|X4|B04|Pot|Sellable|1|0.1|USD|||0.00|cubic feet|US|No',
  )
  expect(await read('aged_fees', file)).toMatchObject([
    { sku: 'MUG', date: '2022-03-15', marketplace: 'US', tier: '12 months', quantity: '4', amount: '2.1' },
    { sku: 'MUG', tier: '6 months', quantity: '3', amount: '0.9' },
    { sku: 'CUP', tier: '12 months', amount: '0.15' },
    { sku: 'JAR', tier: '12 months', quantity: '0', amount: '0' },
    { sku: 'POT', tier: '6 months', amount: '0' },
  ])
  const without6 = table(
    'snapshot-date sku fnsku asin qty-charged-12-mo-long-term-storage-fee currency 12-mo-long-terms-storage-fee country',
    '2022-03-15|MUG|X1|B01|4|USD|2.10|US',
    '2022-03-15|MUG|X1|B01|4|USD||US',
  )
  expect(await read('aged_fees', without6)).toMatchObject([
    { tier: '12 months', amount: '2.1' },
    '12-mo-long-terms-storage-fee: missing',
  ])
})

test('reimbursements in stock have no money, and what is taken back is negative', async () => {
  const file = table(
    'approval-date reimbursement-id amazon-order-id reason sku currency-unit amount-total quantity-reimbursed-cash quantity-reimbursed-inventory quantity-reimbursed-total original-reimbursement-id',
    '2026-03-12 PDT|R1||Lost_Warehouse|MUG|USD|24.99|1|0|1|',
    '2026-03-13 PDT|R2||Reversal|MUG|USD|-24.99|-1|0|-1|R1',
    '2026-03-14 PDT|R3||Damaged_Warehouse|MUG|||0|2|2|',
    '2026-03-14 PDT|||Damaged_Warehouse|MUG|USD|1|1|0|1|',
  )
  expect(await read('reimbursements', file)).toMatchObject([
    { date: '2026-03-12', reimbursement_id: 'R1', amount: '24.99', currency: 'USD', quantity_cash: '1' },
    { amount: '-24.99', original_reimbursement_id: 'R1' },
    { amount: null, currency: null, quantity_inventory: '2' },
    'reimbursement-id: missing',
  ])
})

test('removals are what was asked for, with its fee, and what was sent', async () => {
  const orders = table(
    'request-date order-id order-type order-status last-updated-date sku fnsku disposition requested-quantity cancelled-quantity disposed-quantity shipped-quantity in-process-quantity removal-fee currency',
    '2026-03-02T09:27:39+00:00|O1|Disposal|Completed|2026-03-09T09:27:39+00:00|MUG|X1|Unsellable|5|1|4|0|0|2.40|USD',
    '2026-03-02T09:27:39+00:00|O2|Return|Pending||MUG|X1|Sellable|5|||||| ',
  )
  expect(await read('removal_orders', orders)).toMatchObject([
    {
      date: '2026-03-02',
      last_updated: '2026-03-09',
      requested: '5',
      disposed: '4',
      fee: '2.4',
      currency: 'USD',
    },
    { order_id: 'O2', requested: '5', disposed: null, fee: null, currency: null },
  ])
  const parcels = table(
    'request-date order-id shipment-date sku fnsku disposition shipped-quantity carrier tracking-number',
    '2026-03-02T09:27:39+00:00|O2|2026-03-10T18:17:07+00:00|MUG|X1|Sellable|3|UPS|',
    '2026-03-02T09:27:39+00:00|O2|soon|MUG|X1|Sellable|3|UPS|',
  )
  expect(await read('removal_shipments', parcels)).toMatchObject([
    { date: '2026-03-10', quantity: '3', tracking_number: null },
    expect.stringContaining('shipment-date: "soon"'),
  ])
})

test('stranded stock is what lies in warehouses, on the day that a person says', async () => {
  const file = table(
    'date-stranded stranded-reason asin sku fulfillable-qty unfulfillable-qty reserved-quantity inbound-shipped-qty',
    '2026-02-01|Listing closed|B01|MUG|5|1|2|9',
    '2026-02-01|Listing closed|B02|CUP|-1|0|0|0',
  )
  expect(await read('stranded_inventory', file, { marketplace: 'DE', day: '2026-03-05' })).toEqual([
    {
      date: '2026-03-05',
      marketplace: 'DE',
      sku: 'MUG',
      asin: 'B01',
      reason: 'Listing closed',
      stranded_since: '2026-02-01',
      units: '8',
    },
    'fulfillable-qty: "-1" is not a number of units',
  ])
})

test('deals are told by product, coupons with all of theirs', async () => {
  const deal = {
    promotionId: '16913551269',
    promotionName: 'Save',
    unitsSold: 121,
    revenue: 32917.01,
    revenueCurrencyCode: 'USD',
    startDateTime: '2026-03-01T12:34:56Z',
    endDateTime: '2026-03-08T12:34:56Z',
    type: 'BEST_DEAL',
    status: 'APPROVED',
    marketplaceId: 'ATVPDKIKX0DER',
    includedProducts: [
      {
        asin: 'B01',
        productGlanceViews: 380,
        productUnitsSold: 20,
        productRevenue: 1.5,
        productRevenueCurrencyCode: 'USD',
      },
      { asin: 'B02', productUnitsSold: 'many' },
    ],
  }
  expect(
    await read('promotions', {
      promotions: [
        deal,
        { ...deal, includedProducts: [deal.includedProducts[0]] },
        { ...deal, includedProducts: [] },
      ],
    }),
  ).toMatchObject([
    'productUnitsSold: "many" is not a whole number',
    {
      promotion_id: '16913551269',
      marketplace: 'US',
      asin: 'B01',
      units_sold: '20',
      revenue: '1.5',
      currency: 'USD',
    },
    { asin: null, units_sold: '121', revenue: '32917.01', type: 'BEST_DEAL' },
  ])
  const coupon = {
    couponId: 'A2NW32V27GZS2T',
    marketplaceId: 'A1PA6795UKMFR9',
    currencyCode: 'EUR',
    clips: 13,
    redemptions: 1,
    budgetSpent: 42.29,
    asins: [{ asin: 'B01' }, { asin: 'B02' }],
  }
  expect(await read('coupons', { coupons: [coupon, { ...coupon, couponId: null }, 7] })).toMatchObject([
    {
      coupon_id: 'A2NW32V27GZS2T',
      marketplace: 'DE',
      asins: 'B01 B02',
      clips: '13',
      budget_spent: '42.29',
      budget: null,
    },
    'couponId: missing',
    'An object in { } is expected',
  ])
})

test('transactions for value-added tax have a rate, whether it is written as percent or as a fraction', async () => {
  const headings =
    'UNIQUE_ACCOUNT_IDENTIFIER MARKETPLACE TRANSACTION_COMPLETE_DATE TRANSACTION_DEPART_DATE TRANSACTION_TYPE SELLER_SKU QTY TRANSACTION_SELLER_VAT_NUMBER_COUNTRY PRICE_OF_ITEMS_VAT_RATE_PERCENT TRANSACTION_CURRENCY_CODE TOTAL_ACTIVITY_VALUE_VAT_AMT DEPARTURE_COUNTRY ARRIVAL_COUNTRY BUYER_VAT_NUMBER_COUNTRY'
  const rows = [
    'A|Amazon.de|31-03-2026||SALE|MUG|1|DE|0.19|EUR|79.80|PL|DE|AT',
    'A|||30-03-2026|FC_TRANSFER|MUG|7|PL||||PL|DE|',
    'A|Amazon.de|31-02-2026||SALE|MUG|1|DE|19|EUR|1|PL|DE|',
    'A|Amazon.de|31-03-2026||SALE|MUG|1|DE|190|EUR|1|PL|DE|',
    'A|Amazon.de|31-03-2026||SALE|MUG|1|DE|19%|EUR|1|PL|DE|',
  ]
  expect(await read('vat_transactions', table(headings, ...rows))).toMatchObject([
    {
      date: '2026-03-31',
      marketplace: 'DE',
      vat_rate: '0.19',
      vat: '79.8',
      arrival_country: 'DE',
      buyer_type: 'BUSINESS',
    },
    {
      date: '2026-03-30',
      marketplace: null,
      transaction_type: 'FC_TRANSFER',
      quantity: '7',
      vat: null,
      buyer_type: 'CONSUMER',
    },
    expect.stringContaining('"31-02-2026" is not a date such as 31-03-2026'),
    expect.stringContaining('"190" is not a rate from 0 to 100'),
    // As a workbook shows it that was told to.
    { vat_rate: '0.19' },
  ])
})

test('sales have their own countries, and stock that is moved others, in one file', async () => {
  const headings =
    'UNIQUE_ACCOUNT_IDENTIFIER TRANSACTION_COMPLETE_DATE TRANSACTION_TYPE QTY TRANSACTION_SELLER_VAT_NUMBER_COUNTRY DEPARTURE_COUNTRY ARRIVAL_COUNTRY SALE_DEPART_COUNTRY SALE_ARRIVAL_COUNTRY'
  const rows = ['A|31-03-2026|SALE|1|DE|CZ|AT|PL|DE', 'A|30-03-2026|FC_TRANSFER|7|PL|PL|CZ||']
  expect(await read('vat_transactions', table(headings, ...rows))).toMatchObject([
    { transaction_type: 'SALE', depart_country: 'PL', arrival_country: 'DE' },
    { transaction_type: 'FC_TRANSFER', depart_country: 'PL', arrival_country: 'CZ' },
  ])
})
