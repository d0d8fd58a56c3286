import { expect, test } from 'vitest'
import { csvOf } from '#web/table/export-table.ts'
import { column } from './pnl-answer.fixture.ts'
import { columnsOf } from './pnl-columns.ts'
import { statementRows } from './pnl-rows.ts'
import { pnlSheet } from './pnl-sheet.ts'
import { pnlTableColumns } from './pnl-table-columns.tsx'
import { viewOf } from './pnl-view.fixture.ts'

test('the file holds what the table shows, unrounded', () => {
  const answer = [
    column('total', ['2026-06-01', '2026-06-30'], {
      netSales: { value: '1234.567891', percentOfNetSales: 1 },
      netProfit: { value: '-12.5', percentOfNetSales: -0.0101 },
    }),
  ]
  const view = viewOf({})
  const lines = statementRows(answer, { emptyLines: false, hasUnits: true }).map((row) => ({ row }))
  const sheet = pnlSheet(pnlTableColumns(answer, columnsOf(answer, view), 'EUR'), lines)
  const text = csvOf(sheet, [['Company', '=Cash, "Ltd"']])
  expect(text.split('\r\n')).toEqual([
    `\uFEFFCompany,"'=Cash, ""Ltd"""`,
    '',
    'Line,Id,Total 2026-06-01 to 2026-06-30,"Total 2026-06-01 to 2026-06-30, share of net sales"',
    'Net sales,netSales,1234.567891,1',
    'Contribution margin 1,contributionMargin1,0,',
    'Contribution margin 2,contributionMargin2,0,',
    'Contribution margin 3,contributionMargin3,0,',
    'Net profit,netProfit,-12.5,-0.0101',
    'Net margin,netMargin,-0.0101,-0.0101',
    '',
  ])
})
