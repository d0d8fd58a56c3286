import { expect, test } from 'vitest'
import { openReport } from '../files/open-report.ts'
import { CHARACTER_SETS, collected, sourceOf, tabbed } from '../testing.ts'
import type { OpenOptions } from './report-type.ts'

const ENGLISH =
  'item-name item-description listing-id seller-sku price quantity open-date product-id-type asin1 product-id fulfillment-channel status'.split(
    ' ',
  )
const JAPANESE = [
  '商品名',
  '出品ID',
  '出品者SKU',
  '価格',
  '商品IDタイプ',
  '商品ID',
  'フルフィルメント・チャンネル',
  'ステータス',
]

async function read(bytes: Uint8Array | string, options: OpenOptions, fileName = 'listings.txt') {
  const opened = await openReport(sourceOf(bytes), fileName, options)
  expect(opened.type.id).toBe('all_listings')
  if (opened.kind !== 'records') throw new Error('Listings are read record by record.')
  return { ...opened, records: await collected(opened.records) }
}
const values = ({ records }: Awaited<ReturnType<typeof read>>) =>
  records.map((record) => ('values' in record ? record.values : record))

test.each(['UTF-8', 'windows-1252'])(
  'names and prices in %s, with quotes and lines as Amazon writes them',
  async (set) => {
    const text = tabbed([
      ENGLISH,
      [
        'Crème brûlée 12" „Größe L“',
        '',
        'L1',
        'MUG',
        '12,50',
        '3',
        '',
        '1',
        'B000000001',
        'B000000001',
        'AMAZON_EU',
        'Active',
      ],
      ['Ohne ASIN', '', 'L2', 'CUP', '', '', '', '4', '', '4006381333931', 'DEFAULT', 'Inactive'],
      ['Rückgabe', '', 'L3', 'CAP', '-1', '', '', '1', '', 'B000000003', 'DEFAULT', 'Active'],
      ['Keine', '', 'L4', '', '1', '', '', '1', '', 'B000000004', 'DEFAULT', 'Active'],
    ])
    const opened = await read(CHARACTER_SETS[set]!(text), { marketplace: 'DE', day: '2026-03-05' })
    expect(values(opened)).toMatchObject([
      {
        snapshot_date: '2026-03-05',
        marketplace: 'DE',
        sku: 'MUG',
        asin: 'B000000001',
        title: 'Crème brûlée 12" „Größe L“',
        price: '12.5',
        currency: 'EUR',
        status: 'Active',
        fulfillment_channel: 'AFN',
      },
      // The number of another kind is no ASIN, and no price is not a price of 0.
      { sku: 'CUP', asin: null, price: null, currency: null, fulfillment_channel: 'MFN' },
      { refused: 'price: "-1" is not a price of 0 or more', lineNumber: 4 },
      { refused: 'seller-sku: missing', lineNumber: 5 },
    ])
  },
)

test('a Japanese file has Japanese headings', async () => {
  const text = tabbed([
    JAPANESE,
    ['マグカップ、青', 'L1', 'MUG', '1,980', '1', 'B000000001', 'AMAZON_JP', 'Active'],
  ])
  const opened = await read(
    CHARACTER_SETS['Shift_JIS']!(text),
    { marketplace: 'JP' },
    'listings 20260305.txt',
  )
  expect(values(opened)).toMatchObject([
    {
      snapshot_date: '2026-03-05',
      title: 'マグカップ、青',
      asin: 'B000000001',
      price: '1980',
      currency: 'JPY',
      fulfillment_channel: 'AFN',
    },
  ])
})

test('a file that names no day asks for it', async () => {
  const { lacksDay } = await read(tabbed([ENGLISH, ENGLISH.map(() => '1')]), { marketplace: 'DE' })
  expect(lacksDay).toBe(true)
})
