import { expect, test } from 'vitest'
import type { PnlCell } from '#contract/profit-and-loss.ts'
import { basis, column } from './pnl.fixture.ts'
import {
  differenceOf,
  isEmptyAnswer,
  memoRows,
  netMarginOf,
  numberOf,
  priorOf,
  shareOf,
  statementRows,
  totalOf,
} from './pnl-rows.ts'

const june = column('bucket', ['2026-06-01', '2026-06-30'], {
  unitsSold: { value: '10' },
  grossSales: { value: '120' },
  productSales: { value: '119.50' },
  netSales: { value: '100' },
  netProfit: { value: '-12.5', percentOfNetSales: -0.125 },
  memo: { value: '-80' },
  memoTransfers: { value: '-80' },
  deferredNetProceeds: { value: '3.10' },
})
const july = column('bucket', ['2026-07-01', '2026-07-31'], { deferredNetProceeds: { value: '0.05' } })
const answer = [june, july]
const open = { basis, emptyLines: false, hasUnits: true }

test('lines that are zero in every column are left out, results never', () => {
  expect(statementRows(answer, open).map(({ id, look, level }) => `${id} ${look} ${level}`)).toEqual([
    'grossSales group 1',
    'productSales line 2',
    'netSales result 1',
    'contributionMargin1 result 1',
    'contributionMargin2 result 1',
    'contributionMargin3 result 1',
    'netProfit net 1',
    'netMargin margin 1',
    'unitsSold count 1',
  ])
})

test('lines know the group that folds them away', () => {
  const rows = statementRows(answer, open)
  expect(rows.find(({ id }) => id === 'productSales')?.parent).toBe('grossSales')
  expect(rows.find(({ id }) => id === 'netSales')?.parent).toBeNull()
})

const expense = (category: string | null, value: string, previous: string | null = null) => ({
  category,
  value,
  percentOfNetSales: -0.1,
  growth: previous === null ? null : 1,
  previous,
})
const withExpenses = [
  {
    ...june,
    lines: { ...june.lines, operatingExpenses: { ...june.lines.operatingExpenses, value: '-30' } },
    expenses: [expense('Rooms', '-20', '-10'), expense('', '-10'), expense('Fair', '0'), expense(null, '0')],
  },
  { ...july, expenses: [expense('Rooms', '0'), expense('', '0'), expense('Fair', '0'), expense(null, '0')] },
]

test('operating expenses fold away what people called them, each category with its own numbers', () => {
  const rows = statementRows(withExpenses, open)
  const parts = rows.filter(({ parent }) => parent === 'operatingExpenses')
  expect(parts.map(({ id, label, level, category }) => [id, label, level, category])).toEqual([
    ['operatingExpenses~Rooms', 'Rooms', 2, 'Rooms'],
    ['operatingExpenses~', 'Uncategorised', 2, ''],
  ])
  expect(parts.map((row) => numberOf(withExpenses, 0, row, 'amount'))).toEqual(['-20', '-10'])
  expect(numberOf(withExpenses, 0, parts[0]!, 'difference')).toBe('-10')
  expect(numberOf(withExpenses, 1, parts[0]!, 'amount')).toBe('0')
  const all = statementRows(withExpenses, { ...open, emptyLines: true })
  expect(all.filter(({ parent }) => parent === 'operatingExpenses').map(({ label }) => label)).toEqual([
    'Rooms',
    'Uncategorised',
    'Fair',
    'Other categories',
  ])
  const june1 = { metric: 'statementOperatingExpenses', start: '2026-06-01', end: '2026-06-30' } as const
  expect(shareOf(withExpenses, { ...june1, of: { by: 'expense', key: 'Rooms' } })).toBe(-0.1)
  expect(shareOf(withExpenses, { ...june1, of: { by: 'expense', key: 'Nothing' } })).toBeNull()
})

test('what is not profit stands apart', () => {
  expect(memoRows(answer, open).map(({ id }) => id)).toEqual(['memo', 'memoTransfers'])
  expect(
    statementRows(answer, { ...open, emptyLines: true }).some(({ id }) => id === 'deferredNetProceeds'),
  ).toBe(false)
})

test('shares of sales leave units out', () => {
  expect(statementRows(answer, { ...open, hasUnits: false }).some(({ id }) => id === 'unitsSold')).toBe(false)
})

test('a range is summed to the cent, or taken from its total', () => {
  expect(totalOf(answer, 'deferredNetProceeds')).toEqual({ value: '3.15' })
  const total = column('total', ['2026-06-01', '2026-07-31'], { deferredNetProceeds: { value: '3.150001' } })
  expect(totalOf([...answer, total], 'deferredNetProceeds')).toMatchObject({ value: '3.150001' })
  expect(totalOf([], 'deferredNetProceeds')).toEqual({ value: null })
})

test('a range is empty when its periods are, whatever its summaries hold', () => {
  const total = column('lastTwelveMonths', ['2025-06-01', '2026-05-31'], { netSales: { value: '1' } })
  expect(isEmptyAnswer([column('bucket', ['2026-06-01', '2026-06-30']), total])).toBe(true)
  expect(isEmptyAnswer(answer)).toBe(false)
  expect(isEmptyAnswer([])).toBe(false)
})

test('net margin is the share of net profit', () => {
  const margin = statementRows(answer, open).find(({ id }) => id === 'netMargin')!
  expect(numberOf(answer, 0, margin, 'amount')).toBe(-0.125)
  expect(shareOf(answer, { metric: 'netProfit', start: '2026-06-01', end: '2026-06-30' })).toBe(-0.125)
  expect(shareOf(answer, { metric: 'netProfit', start: '2026-06-02', end: '2026-06-30' })).toBeNull()
})

test('units come after the money, folded under those sold', () => {
  const refunded = column('bucket', ['2026-06-01', '2026-06-30'], { unitsRefunded: { value: '1' } })
  const rows = statementRows([refunded], open).filter(({ unit }) => unit !== 'money')
  expect(rows.map(({ id, parent, level }) => `${id} ${parent} ${level}`)).toEqual([
    'unitsSold null 1',
    'unitsRefunded unitsSold 2',
  ])
})

test('net margin is compared by points, and with nothing where net profit is', () => {
  const of = (netProfit: Partial<PnlCell>) =>
    column('bucket', ['2026-06-01', '2026-06-30'], {
      netSales: { value: '200', previous: '100' },
      netProfit: { value: '30', percentOfNetSales: 0.15, ...netProfit },
    })
  const compared = of({ previous: '10', growth: 2 })
  expect(netMarginOf(compared)).toEqual({ value: '0.150000', prior: '0.100000' })
  const margin = statementRows([compared], open).find(({ id }) => id === 'netMargin')!
  expect(numberOf([compared], 0, margin, 'growth')).toBe(0.05)
  // What is incomplete is compared with nothing.
  expect(netMarginOf(of({ previous: '10', growth: null })).prior).toBeNull()
  expect(priorOf(of({ previous: '0', growth: null }).lines.netProfit)).toBe('0')
  const { netProfit } = of({ previous: '10', growth: 2 }).lines
  expect(differenceOf(netProfit)).toBe('20')
  expect(differenceOf({ ...netProfit, growth: null })).toBeNull()
})

test('a line that orders do not have is there where transactions have it', () => {
  const orders = {
    ...basis,
    id: 'ORDER',
    leavesOut: ['salesVat', 'adjustments'],
    estimated: ['referralFees'],
  } as const
  const august = column('bucket', ['2026-08-01', '2026-08-31'], {
    referralFees: { value: '-6' },
    sellingFees: { value: '-6' },
    salesVat: { transactions: { value: '-4', difference: '4' } },
    adjustments: { transactions: { value: '0', difference: '0' } },
  })
  const rows = statementRows([august], { ...open, basis: orders, emptyLines: true })
  expect(rows.map(({ id }) => id)).toContain('salesVat')
  expect(rows.map(({ id }) => id)).not.toContain('adjustments')
  // A group of estimates is one.
  expect(rows.filter(({ isEstimated }) => isEstimated).map(({ id }) => id)).toEqual([
    'sellingFees',
    'referralFees',
  ])
})
