import { expect, test } from 'vitest'
import type { HeldCost, ProductMasterRow } from '#contract/product-master.ts'
import { EditStore } from '#web/table/edit-store.ts'
import { sheetOf } from '#web/table/sheet.ts'
import { productColumns } from './product-columns.tsx'

const columnsOf = (display: 'costOfGoods' | 'dimensions') =>
  productColumns({
    store: new EditStore(),
    currencyCode: 'EUR',
    displays: [display],
    categories: [],
    isFixed: true,
    onCosts: () => undefined,
  })
const product = (sku: string, costs: Partial<HeldCost>[], lacking: string[] = []) =>
  ({ sku, asin: '', name: sku, costs, lacking }) as unknown as ProductMasterRow

test('a file has costs as they were entered, of which marketplaces they are, and where there are none', () => {
  const { heads, rows } = sheetOf(columnsOf('costOfGoods'), [
    product('NONE', [], ['DE']),
    product('RATELESS', [{ marketplace: '', landed: '5', currency: 'TRY', converted: null }]),
    product(
      'OF-FR',
      [
        { marketplace: 'FR', landed: '2.5', currency: 'EUR', converted: '2.5' },
        { marketplace: 'IT', landed: '3', currency: 'USD', converted: '2.7' },
      ],
      ['DE', 'ES'],
    ),
  ])
  const column = (head: string) => rows.map((row) => row[heads.indexOf(head)])
  expect(column('Cost of goods, EUR: Landed')).toEqual([null, null, '2.5'])
  expect(column('Cost as entered')).toEqual([undefined, '5', '2.5'])
  expect(column('Currency of the cost')).toEqual([undefined, 'TRY', 'EUR'])
  expect(column('Marketplace of the cost')).toEqual([undefined, 'All', 'FR'])
  expect(column('Costs of other marketplaces')).toEqual(['', '', 'IT 3 USD'])
  expect(column('Marketplaces without a cost')).toEqual(['DE', '', 'DE ES'])
})

test('a file has what products measure under the headings that a list is read by, and whose measures they are', () => {
  const size = { length: '12.7', width: '10.16', height: '5.08', volume: '655.48256' }
  const rows = [
    {
      sku: 'TYPED',
      size: { ...size, source: 'USER' },
      weight: { value: '0.41', source: 'AMAZON' },
      sizeTier: 'Standard parcel',
    },
    { sku: 'AMAZON', size: { ...size, source: 'AMAZON' }, weight: null, sizeTier: '' },
    { sku: 'NONE', size: null, weight: null, sizeTier: '' },
  ] as unknown as ProductMasterRow[]
  const sheet = sheetOf(columnsOf('dimensions'), rows)
  const first = sheet.heads.indexOf('Dimensions, cm and kg: Length')
  expect([sheet.heads, ...sheet.rows].map((row) => row.slice(first))).toEqual([
    ['Length', 'Width', 'Height', 'Weight', 'Volume, cm³', 'Size tier', 'Source'].map(
      (title) => `Dimensions, cm and kg: ${title}`,
    ),
    ['12.7', '10.16', '5.08', '0.41', '655.48256', 'Standard parcel', 'Typed, Amazon'],
    ['12.7', '10.16', '5.08', null, '655.48256', '', 'Amazon'],
    [null, null, null, null, null, '', ''],
  ])
})
