import { expect, test } from 'vitest'
import { openReport } from '../files/open-report.ts'
import { collected, sourceOf, tabbed } from '../testing.ts'
import type { OpenOptions } from './report-type.ts'

const AMERICAN =
  'sku asin amazon-store product-name your-price sales-price currency estimated-fee-total estimated-referral-fee-per-unit estimated-variable-closing-fee expected-fulfillment-fee-per-unit'.split(
    ' ',
  )
const EUROPEAN =
  'sku asin has-local-inventory your-price sales-price currency estimated-fee-total estimated-referral-fee-per-unit estimated-variable-closing-fee expected-domestic-fulfilment-fee-per-unit expected-efn-fulfilment-fee-per-unit-fr'.split(
    ' ',
  )

async function read(rows: string[][], options: OpenOptions = {}, fileName = 'fees.txt') {
  const opened = await openReport(sourceOf(tabbed(rows)), fileName, options)
  expect(opened.type.id).toBe('fee_preview')
  if (opened.kind !== 'records') throw new Error('Fees are read record by record.')
  return { ...opened, records: await collected(opened.records) }
}

test('fees of each store, at the price that holds now; what Amazon does not know is not 0', async () => {
  const { records, lacksDay } = await read(
    [
      AMERICAN,
      ['MUG', 'B01', 'US', 'Mug', '20.00', '18.00', 'USD', '6.20', '2.70', '0.00', '3.50'],
      ['MUG', 'B01', 'UK', 'Mug', '15.00', '', 'gbp', '4.00', '1.50', '--', '2.50'],
      ['CUP', 'B02', 'US', 'Cup', '--', '--', 'USD', '--', '--', '--', '--'],
      ['CAP', 'B03', 'XX', 'Cap', '1', '1', 'USD', '1', '1', '0', '0'],
      ['CAN', 'B04', 'US', 'Can', '1', '1', 'USD', '1', '-1', '0', '0'],
    ],
    { day: '2026-03-05' },
  )
  expect(lacksDay).toBe(false)
  expect(records.map((record) => ('values' in record ? record.values : record))).toMatchObject([
    {
      sku: 'MUG',
      marketplace: 'US',
      snapshot_date: '2026-03-05',
      currency: 'USD',
      price: '18',
      referral_fee: '2.7',
      fulfillment_fee: '3.5',
      closing_fee: '0',
    },
    { marketplace: 'GB', currency: 'GBP', price: '15', closing_fee: null },
    { sku: 'CUP', price: null, referral_fee: null },
    { refused: 'amazon-store: "XX" is not a marketplace such as DE' },
    { refused: 'estimated-referral-fee-per-unit: "-1" is not a fee of 0 or more' },
  ])
})

test('what it measures and the tier by which Amazon charges; what cannot be read is no size', async () => {
  const sized =
    'sku amazon-store your-price currency estimated-fee-total estimated-referral-fee-per-unit longest-side median-side shortest-side unit-of-dimension item-package-weight unit-of-weight product-size-tier'.split(
      ' ',
    )
  const row = (sku: string, ...packed: string[]) => [sku, 'US', '20.00', 'USD', '6.20', '2.70', ...packed]
  const { records } = await read(
    [
      sized,
      row('MUG', '10.5', '8.25', '4.00', 'inches', '1.20', 'pounds', 'Large standard-size'),
      row('CUP', '10.5', '--', '4.00', 'inches', '1.20', '--', '--'),
      row('CAP', 'wide', '8.25', '4.00', 'inches', '1.20', 'pounds', ''),
    ],
    { day: '2026-03-05' },
  )
  expect(records.map((record) => ('values' in record ? record.values : record))).toMatchObject([
    {
      package_length: '10.5',
      package_width: '8.25',
      package_height: '4',
      length_unit: 'inches',
      package_weight: '1.2',
      weight_unit: 'pounds',
      size_tier: 'Large standard-size',
    },
    { package_length: null, length_unit: null, package_weight: null, weight_unit: null, size_tier: '' },
    { referral_fee: '2.7', package_length: null, length_unit: null, package_weight: '1.2', size_tier: '' },
  ])
})

test('how measures are written says nothing of how money is', async () => {
  const row = ['MUG', 'B01', 'Yes', '19,99', '19,99', 'EUR', '6,10', '3,00', '', '3,10', '5,40']
  const measures = ['longest-side', 'median-side', 'shortest-side', 'unit-of-dimension']
  const { records } = await read(
    [
      [...EUROPEAN, ...measures, 'item-package-weight', 'unit-of-weight', 'product-size-weight-band'],
      ...Array.from({ length: 5 }, () => [
        ...row,
        '20.55',
        '15.25',
        '8.75',
        'centimeters',
        '0.45',
        'kilograms',
        'Small parcel',
      ]),
    ],
    { marketplace: 'DE', day: '2026-03-05' },
  )
  expect(records[0]).toMatchObject({
    values: {
      price: '19.99',
      referral_fee: '3',
      package_length: '20.55',
      package_weight: '0.45',
      size_tier: 'Small parcel',
    },
  })
})

test('a European file names no store, has decimal commas, and the day of its name', async () => {
  const { records, sample, lacksDay } = await read(
    [EUROPEAN, ['MUG', 'B01', 'Yes', '19,99', '19,99', 'EUR', '6,10', '3,00', '', '3,10', '5,40']],
    { marketplace: 'DE' },
    'fee preview 2026-03-05.txt',
  )
  expect([sample.marketplaces, lacksDay]).toEqual([['DE'], false])
  expect(records).toMatchObject([
    {
      values: {
        marketplace: 'DE',
        snapshot_date: '2026-03-05',
        price: '19.99',
        referral_fee: '3',
        fulfillment_fee: '3.1',
        closing_fee: null,
      },
    },
  ])
})
