import { expect, test } from 'vitest'
import type { LandedPart } from '#contract/dashboards/product-master.ts'
import type { HeldCost, ProductMasterRow } from '#contract/product-master.ts'
import { EditStore } from '#web/table/edit-store.ts'
import { sheetOf } from '#web/table/sheet.ts'
import { productColumns } from './product-columns.tsx'

const columnsOf = (display: 'basicInformation' | 'costOfGoods' | 'dimensions') =>
  productColumns({
    store: new EditStore(),
    currencyCode: 'EUR',
    displays: [display],
    categories: [],
    isFixed: true,
    onCosts: () => undefined,
  })
const landed = (amount: string, parts: Partial<Record<LandedPart, string>> = {}) => ({
  manufacturing: amount,
  freight: '0',
  duty: '0',
  other: '0',
  ...parts,
  landed: amount,
})
const product = (sku: string, costs: Partial<HeldCost>[], lacking: string[] = []) =>
  ({ sku, asin: '', name: sku, costs, lacking }) as unknown as ProductMasterRow

test('a file has costs as they were entered, of which marketplaces they are, and where there are none', () => {
  const { heads, rows } = sheetOf(columnsOf('costOfGoods'), [
    product('NONE', [], ['DE']),
    product('RATELESS', [{ marketplace: '', ...landed('5'), currency: 'TRY', converted: null }]),
    product(
      'OF-FR',
      [
        { marketplace: 'FR', ...landed('2.5'), currency: 'EUR', converted: landed('2.5') },
        { marketplace: 'IT', ...landed('3'), currency: 'USD', converted: landed('2.7') },
      ],
      ['DE', 'ES'],
    ),
  ])
  const column = (head: string) => rows.map((row) => row[heads.indexOf(head)])
  expect(column('Cost of goods, EUR: Landed')).toEqual([null, null, '2.5'])
  expect(column('Cost as entered')).toEqual([undefined, '5', '2.5'])
  expect(column('Currency of the cost')).toEqual(['', 'TRY', 'EUR'])
  expect(column('Marketplace of the cost')).toEqual([undefined, 'All', 'FR'])
  expect(column('Costs of other marketplaces')).toEqual(['', '', 'IT 3 USD'])
  expect(column('Marketplaces without a cost')).toEqual(['DE', '', 'DE ES'])
})

test('a file has the parts of a cost, in its own currency too, and when a cost was last changed', () => {
  const parts = { manufacturing: '3.10', freight: '0.4', duty: '0.25', other: '0.05' }
  const { heads, rows } = sheetOf(columnsOf('costOfGoods'), [
    product('NONE', []),
    product('BOTH', [
      {
        marketplace: '',
        validFrom: '2026-01-01',
        currency: 'USD',
        ...landed('3.80', parts),
        converted: landed('3.42', { ...parts, manufacturing: '2.79' }),
        changedAt: '2026-02-03T12:00:00.000Z',
      },
      { marketplace: 'GB', ...landed('4'), changedAt: '2026-04-01T12:00:00.000Z' },
    ]),
    product('AS-IT-WAS', [{ marketplace: '', ...landed('1'), converted: null, changedAt: null }]),
  ])
  const column = (head: string) => rows.map((row) => row[heads.indexOf(head)])
  expect(column('Cost of goods, EUR: Manufacturing')).toEqual([null, '2.79', null])
  expect(column('Manufacturing as entered')).toEqual([undefined, '3.10', '1'])
  expect(['Freight', 'Duty', 'Other'].map((title) => column(`${title} as entered`)[1])).toEqual([
    '0.4',
    '0.25',
    '0.05',
  ])
  // Once, whether it is shown as a column or comes with what was entered.
  expect(heads.filter((head) => head === 'Currency of the cost')).toHaveLength(1)
  expect(column('Cost of goods, EUR: Last change')).toEqual(['', '2026-04-01', ''])
})

test('parts of a cost and the channel are hidden until somebody chooses them', () => {
  const hidden = (display: 'basicInformation' | 'costOfGoods') =>
    columnsOf(display)
      .filter(({ group, isHiddenAtFirst }) => group && isHiddenAtFirst)
      .map(({ title }) => title)
  expect(hidden('costOfGoods')).toEqual([
    'Manufacturing',
    'Freight',
    'Duty',
    'Other',
    'Entered in',
    'Last change',
  ])
  expect(hidden('basicInformation')).toEqual(['Channel'])
})

test('a channel is said once, in the words of sellers, and one that nobody knows as its file says it', () => {
  const channel = columnsOf('basicInformation').find(({ id }) => id === 'channel')!
  const sold = (...channels: string[]) =>
    ({
      listings: channels.map((own, index) => ({ marketplace: ['DE', 'FR', 'IT'][index], channel: own })),
    }) as unknown as ProductMasterRow
  expect([sold(), sold('AFN', 'AFN'), sold('MFN'), sold('')].map(channel.value)).toEqual([
    '',
    'FBA',
    'FBM',
    '',
  ])
  expect(channel.value(sold('AFN', 'MFN', 'Warehouse'))).toBe('FBA, FBM, Warehouse')
  expect(channel.cellHint!(sold('AFN', 'MFN', ''))).toBe('DE FBA, FR FBM')
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
