import { expect, test } from 'vitest'
import type { MetricCell } from '#contract/answer.ts'
import { PRODUCT_REORDERING, PRODUCT_STOCK } from '#contract/dashboards/product-drawer.ts'
import { typeAt, type Sheet } from '#web/table/sheet.ts'
import { stockFigure, stockSheet } from './stock-figures.ts'

type Product = Parameters<typeof stockFigure>[0]
const NOTHING: MetricCell = { value: null, growth: null, previous: null }
const SAID: Partial<Record<string, Partial<MetricCell>>> = {
  available: { value: '12' },
  dailyVelocity: { value: '0.4', lacks: ['DAYS'] },
  daysOfCover: { hasNoEnd: true },
  stockoutDate: { value: '41' },
  reorderInDays: { value: '6' },
  inStockRate: { value: '0.93' },
}
const product = {
  stock: Object.fromEntries(PRODUCT_STOCK.map((id) => [id, { ...NOTHING, ...SAID[id] }])),
  reordering: Object.fromEntries(PRODUCT_REORDERING.map((id) => [id, { ...NOTHING, ...SAID[id] }])),
  stockStatus: 'HEALTHY',
  snapshotDay: '2026-06-30',
} as Product

const cellsOf = (sheet: Sheet) =>
  sheet.rows.map(([what, value, missing], row) => [what, typeAt(sheet, row, 1), value, missing])

test('a file has the numbers of the drawer: days as days, shares as shares, and what has no end', () => {
  expect(cellsOf(stockSheet(product, PRODUCT_STOCK))).toEqual(
    expect.arrayContaining([
      ['Available', 'count', '12', ''],
      ['Daily velocity', 'number', '0.4', 'days without a file'],
      ['Days of cover', 'number', '∞', ''],
      ['Days of cover incl. pipeline', 'number', null, ''],
    ]),
  )
  expect(cellsOf(stockSheet(product, PRODUCT_REORDERING))).toEqual(
    expect.arrayContaining([
      // 41 days after the snapshot.
      ['Stock-out date', 'day', '2026-08-10', ''],
      ['Reorder in', 'number', '6', ''],
      ['In-stock rate', 'share', '0.93', ''],
    ]),
  )
})

test('without a snapshot nothing runs out on a day', () => {
  expect(stockFigure({ ...product, snapshotDay: null }, 'stockoutDate').value).toBeNull()
})
