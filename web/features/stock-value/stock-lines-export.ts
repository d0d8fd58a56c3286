import {
  MOVEMENT_LABELS,
  STOCK_LINES_MAX,
  STOCK_MOVEMENTS,
  type StockLine,
  type StockLines,
  type StockRow,
} from '#contract/stock-value.ts'
import { pastFacts } from '#web/dashboard/as-of.ts'
import { cutAt, readLines } from '#web/explain/told-apart-export.ts'
import type { Exported } from '#web/table/ExportMenu.tsx'
import { sheetFrom, type FileColumnOf } from '#web/table/sheet.ts'

/** All rows of the inventory ledger that the stock of one product is the sum of. */
export async function exportedStockLines(
  { identity, account, marketplace }: StockRow,
  { startDate, endDate, asOf }: { startDate: string; endDate: string; asOf?: string },
  read: (page: { limit: number; offset: number }) => Promise<StockLines>,
): Promise<Exported> {
  const { rows, rowCount } = await readLines(STOCK_LINES_MAX, read)
  return {
    sheet: sheetFrom<StockLine>(rows, [
      ['Day', 'day', ({ day }) => day],
      ['Location', 'text', ({ location }) => location],
      ['Disposition', 'text', ({ disposition }) => disposition],
      ['FNSKU', 'text', ({ fnsku }) => fnsku],
      ['Opening stock', 'count', ({ opening }) => opening],
      ...STOCK_MOVEMENTS.map((movement): FileColumnOf<StockLine> => [
        MOVEMENT_LABELS[movement],
        'count',
        ({ moved }) => moved[movement],
      ]),
      ['Closing stock', 'count', ({ closing }) => closing],
      ['File', 'text', ({ fileName }) => fileName],
      ['Line', 'number', ({ lineNumber }) => lineNumber],
    ]),
    isReadNow: true,
    facts: [
      ['Dates', `${startDate} to ${endDate}`],
      ...pastFacts(asOf),
      ['SKU', identity.sku],
      ['Account', account],
      ['Marketplace', marketplace || 'several or not known'],
      ...cutAt(rows.length, rowCount, 'lines'),
    ],
  }
}
