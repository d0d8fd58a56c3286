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

// As github.com/amzn/selling-partner-api-models/issues/3999 and github.com/jlevers/selling-partner-api/issues/525 show them.
test.each([
  [
    'British English',
    'item-name\titem-description\tlisting-id\tseller-sku\tprice\tquantity\topen-date\tDeprecated column\titem-is-marketplace\tproduct-id-type\tDeprecated column\titem-note\titem-condition\tDeprecated column\tDeprecated column\tDeprecated column\tasin1\tDeprecated column\tDeprecated column\twill-ship-internationally\texpedited-shipping\tDeprecated column\tproduct-id\tDeprecated column\tadd-delete\tpending-quantity\tfulfilment-channel\tmerchant-shipping-group\tstatus\tMinimum order quantity\tSell remainder',
  ],
  [
    'Chinese',
    '商品名称\t商品描述\t商品编码\t卖家 SKU\t价格\t数量\t开售日期\t不适用项目\t是否为商城中的商品\t商品编码类型\t不适用项目\t商品备注\t商品状况\t不适用项目\t不适用项目\t不适用项目\tASIN1\t不适用项目\t不适用项目\t国际配送\t加急配送\t不适用项目\t商品编码\t不适用项目\t添加-删除\t等待购买数量\t配送渠道\t卖家配送组\t状态',
  ],
])('headings may be in %s', async (_, headings) => {
  const row = headings.split('\t').map(() => '')
  for (const [index, cell] of [
    [0, 'Mug'],
    [2, 'L1'],
    [3, 'MUG'],
    [4, '12.5'],
    [9, '1'],
    [16, 'B000000001'],
    [22, 'B000000001'],
    [26, 'AMAZON_EU'],
    [28, 'Active'],
  ] as const)
    row[index] = cell
  const opened = await read(tabbed([headings.split('\t'), row]), { marketplace: 'DE', day: '2026-03-05' })
  expect(values(opened)).toMatchObject([
    {
      sku: 'MUG',
      asin: 'B000000001',
      title: 'Mug',
      price: '12.5',
      status: 'Active',
      fulfillment_channel: 'AFN',
    },
  ])
})

test('a file that names no day asks for it', async () => {
  const { lacksDay } = await read(tabbed([ENGLISH, ENGLISH.map(() => '1')]), { marketplace: 'DE' })
  expect(lacksDay).toBe(true)
})
