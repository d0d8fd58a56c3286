import { expect, test } from 'vitest'
import { columnsOf } from './pnl-columns.ts'
import { statementRows } from './pnl-rows.ts'
import { explainedCellAt, neighboursOf } from './pnl-table-columns.tsx'
import { basis, column, viewOf } from './pnl.fixture.ts'

const share = { percentOfNetSales: null, growth: null, previous: null }
const march = ['2026-03-01', '2026-03-31'] as [string, string]
const answer = {
  ...column('bucket', march, { operatingExpenses: { value: '-30' }, netProfit: { value: '-30' } }),
  expenses: ['Rooms', 'Travel', null].map((category) => ({ category, value: '-10', ...share })),
}
const shown = statementRows([answer], { basis, emptyLines: false, hasUnits: false }).map((row) => ({ row }))
const columns = columnsOf(
  [answer],
  viewOf({ startDate: march[0], endDate: march[1], summaries: 'none', show: 'amount' }),
)
const AMOUNT = `${columns[0]!.key}.amount`
const lineOf = (label: string) => shown.find(({ row }) => row.label === label)!.row
const cellOf = (label: string) => explainedCellAt(columns, lineOf(label), AMOUNT)

test('categories are explained by themselves, and the smaller ones together are not', () => {
  expect(cellOf('Rooms')).toEqual({
    metric: 'statementOperatingExpenses',
    of: { by: 'expense', key: 'Rooms' },
    start: march[0],
    end: march[1],
  })
  const others = shown.find(({ row }) => row.expense === 2)!.row
  expect(explainedCellAt(columns, others, AMOUNT)).toBeNull()
})

test('who goes through the lines steps over what is not explained', () => {
  const travel = neighboursOf(columns, cellOf('Travel')!, shown)!
  expect([travel.previous?.of?.key, travel.next?.metric]).toEqual(['Rooms', 'netProfit'])
  const netProfit = neighboursOf(columns, travel.next!, shown)!
  expect(netProfit.previous).toEqual(cellOf('Travel'))
  expect(netProfit.place).toMatch(new RegExp(` of ${shown.length - 1}$`))
})
