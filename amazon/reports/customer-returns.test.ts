import { expect, test } from 'vitest'
import { openReport } from '../files/open-report.ts'
import { CHARACTER_SETS, collected, sourceOf, tabbed } from '../testing.ts'

const HEADINGS =
  'return-date order-id sku asin fnsku product-name quantity fulfillment-center-id detailed-disposition reason status license-plate-number customer-comments'.split(
    ' ',
  )
const RETURNED = [
  '2026-03-08T23:30:00-08:00',
  'O-1',
  'MUG-1',
  'B000000001',
  'X0001',
  'Größe 12"',
  '1',
  'LEJ1',
]

const read = async (file: Uint8Array | string) => {
  const opened = await openReport(sourceOf(file), 'returns.txt')
  expect(opened.type.id).toBe('customer_returns')
  return opened.kind === 'records' ? collected(opened.records) : []
}

test('a returned unit has the day that is written, and a row that says too little is refused alone', async () => {
  const file = tabbed([
    HEADINGS,
    [...RETURNED, 'SELLABLE', 'UNWANTED_ITEM', 'Unit returned to inventory', 'LPN1', 'it said "blue"\u0085'],
    ['', ...RETURNED.slice(1), 'DEFECTIVE', '', '', 'LPN2', ''],
    [...RETURNED.slice(0, 6), 'x', 'LEJ1', 'DEFECTIVE', '', '', 'LPN3', ''],
    [...RETURNED, '', '', '', 'LPN4', ''],
  ])
  const records = await read(CHARACTER_SETS['windows-1252']!(file))
  expect(records).toMatchObject([
    {
      table: 'returns',
      lineNumber: 2,
      values: {
        return_date: '2026-03-08',
        order_id: 'O-1',
        sku: 'MUG-1',
        asin: 'B000000001',
        fnsku: 'X0001',
        // Amazon does not say it; the order does.
        marketplace: null,
        quantity: '1',
        disposition: 'SELLABLE',
        reason: 'UNWANTED_ITEM',
        status: 'Unit returned to inventory',
        license_plate_number: 'LPN1',
      },
    },
    { refused: 'return-date: missing', lineNumber: 3, table: 'returns' },
    { refused: 'quantity: "x" is not a whole number', lineNumber: 4 },
    { refused: 'detailed-disposition: missing', lineNumber: 5 },
  ])
})

test('older files lack columns', async () => {
  const columns = ['return-date', 'order-id', 'sku', 'quantity', 'detailed-disposition']
  expect(await read(tabbed([columns, ['2026-03-08', 'O-1', 'MUG-1', '2', 'EXPIRED']]))).toMatchObject([
    { values: { quantity: '2', disposition: 'EXPIRED', reason: null, license_plate_number: null } },
  ])
})
