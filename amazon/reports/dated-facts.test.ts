import { expect, test } from 'vitest'
import { openReport } from '../files/open-report.ts'
import { collected, separated, sourceOf } from '../testing.ts'
import type { OpenOptions } from './report-type.ts'

async function read(rows: string[][], options: OpenOptions = {}) {
  const opened = await openReport(sourceOf(separated(rows, ',')), 'copy.csv', options)
  const records = opened.kind === 'records' ? await collected(opened.records) : []
  // A row of stock is two of these.
  const shown = records.filter((record) => !('values' in record) || record.table !== 'inventory_planning')
  return shown.map((record) => ('values' in record ? record.values : 'refused' in record && record.refused))
}

/** Types with days, each as the headings and a row of its file, `DAY` where a day stands, and the columns that hold them. */
const FILES: [type: string, headings: string, row: string, columns: string[]][] = [
  [
    'customer_returns',
    'return-date,order-id,sku,quantity,detailed-disposition',
    'DAY,O1,MUG,1,SELLABLE',
    ['return_date'],
  ],
  [
    'reimbursements',
    'approval-date,reimbursement-id,reason,currency-unit,amount-total,quantity-reimbursed-total',
    'DAY,R1,Lost_Warehouse,USD,24.99,1',
    ['date'],
  ],
  [
    'removal_orders',
    'request-date,order-id,order-type,last-updated-date,sku,requested-quantity,removal-fee,currency',
    'DAY,O1,Disposal,DAY,MUG,1,0.50,USD',
    ['date', 'last_updated'],
  ],
  [
    'removal_shipments',
    'shipment-date,order-id,sku,disposition,shipped-quantity,tracking-number',
    'DAY,O1,MUG,Sellable,1,T1',
    ['date'],
  ],
  [
    'aged_fees',
    'snapshot-date,sku,currency,country,amount-charged,surcharge-age-tier',
    'DAY,MUG,USD,US,2.10,271-300 days',
    ['date'],
  ],
  [
    'stranded_inventory',
    'date-stranded,stranded-reason,sku,fulfillable-qty',
    'DAY,Listing closed,MUG,1',
    ['stranded_since'],
  ],
  [
    'inventory_planning',
    'snapshot-date,sku,marketplace,available,inv-age-0-to-90-days',
    'DAY,MUG,US,4,4',
    ['date'],
  ],
]
const tableOf = (headings: string, row: string, ...days: string[]) =>
  [headings, ...days.map((day) => row.replaceAll('DAY', day))].map((line) => line.split(','))

test.each(FILES)('days of a copy of %s that a spreadsheet saved', async (_, headings, row, columns) => {
  const daysOf = async (days: string[], options: OpenOptions = {}) =>
    (await read(tableOf(headings, row, ...days), options)).map((values) =>
      typeof values === 'object' ? columns.map((column) => values[column]) : values,
    )
  const both = (...days: string[]) => days.map((day) => columns.map(() => day))
  // One day above 12 tells how all are written.
  expect(await daysOf(['3/2/2026', '1/15/2026'])).toEqual(both('2026-03-02', '2026-01-15'))
  expect(await daysOf(['03/02/2026', '15/01/2026'])).toEqual(both('2026-02-03', '2026-01-15'))
  expect(await daysOf(['02.03.2026', '2026/3/2', '2026-03-02', '02.03.2026 18:17'])).toEqual(
    both('2026-03-02', '2026-03-02', '2026-03-02', '2026-03-02'),
  )
  // The marketplace says nothing of whoever saved it.
  await expect(daysOf(['3/2/2026'], { marketplace: 'US' })).rejects.toMatchObject({
    code: 'DATE_ORDER_UNKNOWN',
    message: expect.stringContaining(
      'as 3/2/2026. A spreadsheet wrote them: import the file as Amazon made it',
    ),
  })
  expect(await daysOf(['3/2/2026'], { dateOrder: 'DMY' })).toEqual(both('2026-02-03'))
  expect(await daysOf(['soon'])).toEqual([expect.stringMatching(/"soon" is not a date such as 2026-03-31$/)])
})
