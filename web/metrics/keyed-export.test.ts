import { expect, test } from 'vitest'
import type { UnitEconomics, UnitEconomicsRow } from '#contract/unit-economics.ts'
import recorded from '#web/recorded-answers/unit-economics.json' with { type: 'json' }
import type { TableModel } from '#web/table/use-table.ts'
import { keyColumn } from './key-column.tsx'
import { keyedExport } from './keyed-export.ts'
import { notAllocatedIn, tableRow, type TableRow } from './keyed-rows.ts'
import { metricColumn } from './metric-columns.tsx'

const answer = recorded as UnitEconomics
type Line = TableRow<UnitEconomicsRow>
const columns = [
  keyColumn<UnitEconomicsRow>('SKU'),
  metricColumn<Line>({
    metric: 'netProfit',
    currencyCode: 'EUR',
    cell: ({ row }) => row?.businessMetrics.netProfit,
  }),
  metricColumn<Line>({
    metric: 'unitManufacturing',
    currencyCode: 'EUR',
    cell: ({ row }) => row?.unitEconomics.unitManufacturing,
  }),
]

test.each(['shown', 'all'] as const)(
  'a file of %s rows says of each what its numbers are without',
  async (rows) => {
    const lines = [...answer.rows.map(tableRow), ...notAllocatedIn(answer)].map((row) => ({ row }))
    const { sheet } = await keyedExport<UnitEconomicsRow>({
      table: { columns, lines } as unknown as TableModel<Line>,
      rows,
      rowCount: answer.rowCount,
      currencyCode: 'EUR',
      isNarrowed: false,
      // A page for each row.
      read: async ({ pageNumber }) => ({
        ...answer,
        rows: [answer.rows[pageNumber - 1]!],
        pageCount: answer.rows.length,
      }),
    })
    expect(sheet.heads).toEqual(['Product', 'SKU', 'ASIN', 'Net profit', 'Manufacturing per unit', 'Missing'])
    expect(sheet.rows.map(([, sku, , ...cells]) => [sku, ...cells])).toEqual(
      [
        [
          '',
          '16.283',
          '4',
          'days without a file; before cost of goods for some units, operating expenses and advertising',
        ],
        ['MUG', '16.86', '6', 'days without a file; before operating expenses, advertising and storage fees'],
        [
          'CUP',
          '-0.355',
          '0',
          'days without a file; before cost of goods for some units, operating expenses, advertising and storage fees',
        ],
        ['', '-0.222', null, 'days without a file; before operating expenses and advertising'],
      ].slice(rows === 'all' ? 0 : 1),
    )
  },
)
