import { expect, test } from 'vitest'
import type { PnlRow } from '#contract/profit-and-loss.ts'
import recorded from '#web/recorded-answers/statement.json' with { type: 'json' }
import { csvPieces } from '#web/table/csv.ts'
import type { Facts, Sheet } from '#web/table/sheet.ts'
import { basis, column } from './pnl.fixture.ts'
import { columnsOf } from './pnl-columns.ts'
import { statementRows } from './pnl-rows.ts'
import { missingFacts, pnlSheet, pnlValuesSheet } from './pnl-sheet.ts'
import { pnlTableColumns } from './pnl-table-columns.tsx'
import { viewOf } from './pnl.fixture.ts'

const csvOf = (sheet: Sheet, facts: Facts) =>
  [...csvPieces(sheet, facts, { decimal: '.', delimiter: ',' })].join('')

test('the file holds what the table shows, unrounded', () => {
  const answer = [
    column('total', ['2026-06-01', '2026-06-30'], {
      netSales: { value: '1234.567891', percentOfNetSales: 1 },
      netProfit: { value: '-12.5', percentOfNetSales: -0.0101 },
    }),
  ]
  const view = viewOf({})
  const lines = statementRows(answer, { basis, emptyLines: false, hasUnits: true })
  const sheet = pnlSheet(pnlTableColumns(basis, answer, columnsOf(answer, view), 'EUR'), lines, answer, 'EUR')
  const text = csvOf(sheet, [['Company', '=Cash, "Ltd"']])
  expect(text.split('\r\n')).toEqual([
    `\uFEFFCompany,"'=Cash, ""Ltd"""`,
    '',
    'Line,Id,Total 2026-06,"Total 2026-06, share of net sales",Missing',
    'Net sales,netSales,1234.567891,1,',
    'Contribution margin 1,contributionMargin1,0,,',
    'Contribution margin 2,contributionMargin2,0,,',
    'Contribution margin 3,contributionMargin3,0,,',
    'Net profit,netProfit,-12.5,-0.0101,',
    'Net margin,netMargin,-0.0101,-0.0101,',
    '',
  ])
})

test('what is missing is empty in the file, which says why', () => {
  const answer = [
    {
      ...column('bucket', ['2026-06-01', '2026-06-30'], {
        netSales: {
          value: null,
          lacks: ['DAYS', 'RATES'],
          unconverted: [{ currency: 'AUD', amount: '402.05' }],
        },
        netProfit: { lacks: ['COSTS', 'EXPENSES'] },
      }),
      coverage: {
        share: 0.5,
        startDate: '2026-06-16',
        endDate: '2026-06-30',
        missing: [{ account: 'Europe', currency: 'EUR', startDate: '2026-06-01', endDate: '2026-06-15' }],
        moreMissing: 0,
      },
    },
  ]
  const lines = statementRows(answer, { basis, emptyLines: false, hasUnits: true })
  const columns = pnlTableColumns(basis, answer, columnsOf(answer, viewOf({ show: 'amount' })), 'EUR')
  const rows = csvOf(pnlSheet(columns, lines, answer, 'EUR'), missingFacts(answer)).split('\r\n')
  expect(rows).toEqual(
    expect.arrayContaining([
      '\uFEFFData missing,"1 Jun to 15 Jun 2026: Europe, EUR"',
      'Net sales,netSales,,no exchange rate (2026-06-01 to 2026-06-30: 402.05 AUD); days without a file',
      'Net profit,netProfit,0,before cost of goods for some units and operating expenses',
    ]),
  )
  // Of very many stretches the answer names the first.
  const [june] = answer
  const cut = { ...june!, coverage: { ...june!.coverage, moreMissing: 2 } }
  expect(missingFacts([cut])).toEqual([
    ['Data missing', '1 Jun to 15 Jun 2026: Europe, EUR; and in 2 more date ranges'],
  ])
})

test('a file leaves open what the page does: what nobody said, and growth of a loss', () => {
  const answer = [
    {
      ...column('total', ['2026-06-01', '2026-06-30'], {
        netSales: { value: '100', percentOfNetSales: 1, growth: 0.25, previous: '80' },
        operatingExpenses: {
          value: '0',
          percentOfNetSales: 0,
          growth: -1,
          previous: '-200',
          lacks: ['EXPENSES'],
        },
        // The parts that it has are a result.
        contributionMargin3: { value: '0', percentOfNetSales: 0, lacks: ['ADVERTISING'] },
        netProfit: { value: '50', percentOfNetSales: 0.5, growth: 1.5, previous: '-100' },
      }),
      comparisonStart: '2026-05-01',
      comparisonEnd: '2026-05-31',
    },
  ]
  const columns = columnsOf(answer, viewOf({ growthType: 'MONTH_ON_MONTH', summaries: 'total' }))
  const lines = statementRows(answer, { basis, emptyLines: true, hasUnits: true })
  const parts = ['previous' as const, ...columns[0]!.parts, 'difference' as const]
  const table = pnlTableColumns(basis, answer, [{ ...columns[0]!, parts }], 'EUR')
  const rows = csvOf(pnlSheet(table, lines, answer, 'EUR'), []).split('\r\n')
  const before = 'before operating expenses'
  expect(rows).toEqual(
    expect.arrayContaining([
      'Net sales,netSales,80,100,1,0.25,20,',
      `Operating expenses,operatingExpenses,-200,,,,,${before}`,
      'Contribution margin 3,contributionMargin3,,0,0,,,before advertising',
      'Net profit,netProfit,-100,50,0.5,,150,',
    ]),
  )
  expect(csvOf(pnlValuesSheet(columns, lines, answer, 'EUR'), [])).toContain(
    `Operating expenses,operatingExpenses,Total 2026-06,2026-06-01,2026-06-30,EUR,,${before}`,
  )
})

test('what the server answers is in the file line by line', () => {
  const answer = recorded as PnlRow[]
  const lines = statementRows(answer, { basis, emptyLines: false, hasUnits: true })
  const columns = pnlTableColumns(
    basis,
    answer,
    columnsOf(answer, viewOf({ show: 'amount', growthType: 'none' })),
    'EUR',
  )
  const rows = csvOf(pnlSheet(columns, lines, answer, 'EUR'), missingFacts(answer)).split('\r\n')
  // Two mugs for 23.80 and a cup for 11.90, VAT of 19 % included, the cup returned; 6.00 a mug, and the cup has no cost.
  expect(rows).toEqual(
    expect.arrayContaining([
      'Product sales,productSales,59.5,',
      'VAT in sales,salesVat,-7.6,',
      'Net sales,netSales,40,',
      'Referral fees,referralFees,-8.93,',
      'Contribution margin 1,contributionMargin1,28,before cost of goods for some units',
      'Net profit,netProfit,13.17,"before cost of goods for some units, operating expenses, advertising and lost and damaged stock"',
    ]),
  )
})

test('for programs the statement is a row for each value, with its currency and what it lacks', () => {
  const lines = {
    netSales: { value: '1234.567891', percentOfNetSales: 1 },
    netProfit: { value: '-12.5', percentOfNetSales: -0.0101, lacks: ['COSTS' as const] },
    unitsSold: { value: '7' },
  }
  const answer = [
    column('bucket', ['2026-06-01', '2026-06-30'], lines),
    column('total', ['2026-06-01', '2026-06-30'], { ...lines, netSales: { value: null, lacks: ['DAYS'] } }),
  ]
  const rows = statementRows(answer, { basis, emptyLines: false, hasUnits: true })
  const sheet = pnlValuesSheet(columnsOf(answer, viewOf({})), rows, answer, 'EUR')
  const text = csvOf(sheet, []).split('\r\n')
  expect(text[0]).toBe('\uFEFFLine,Id,Column,From,To,Currency,Value,Missing')
  expect(text).toHaveLength(2 + 2 * rows.length)
  const days = '2026-06-01,2026-06-30'
  expect(text).toEqual(
    expect.arrayContaining([
      `Net sales,netSales,2026-06,${days},EUR,1234.567891,`,
      `Net profit,netProfit,2026-06,${days},EUR,-12.5,before cost of goods for some units`,
      `Net margin,netMargin,2026-06,${days},,-0.0101,before cost of goods for some units`,
      `Units sold,unitsSold,2026-06,${days},,7,`,
      `Net sales,netSales,Total 2026-06,${days},EUR,,days without a file`,
    ]),
  )
})

test('the sheet knows which lines each result and group adds up', () => {
  const answer = recorded as PnlRow[]
  const rows = statementRows(answer, { basis, emptyLines: true, hasUnits: true })
  const columns = pnlTableColumns(basis, answer, columnsOf(answer, viewOf({ show: 'amount' })), 'EUR')
  const { sums } = pnlSheet(columns, rows, answer, 'EUR')
  const partsOf = (id: string) =>
    sums![rows.findIndex((row) => row.id === id)]!.map((place) => rows[place]!.id)
  expect(partsOf('netSales')).toEqual(['grossSales', 'promotions', 'refunds', 'salesVat'])
  expect(partsOf('netProfit')).toEqual(['contributionMargin3', 'accountLevel', 'operatingExpenses'])
  expect(partsOf('sellingFees')).toContain('referralFees')
  const named = answer.map((one) => ({
    ...one,
    expenses: ['Rooms', 'Travel'].map((category) => ({ ...one.lines.operatingExpenses, category })),
  }))
  const withCategories = statementRows(named, { basis, emptyLines: true, hasUnits: true })
  const place = (id: string) => withCategories.findIndex((row) => row.id === id)
  const ofExpenses = pnlSheet(columns, withCategories, named, 'EUR').sums!
  expect(ofExpenses[place('operatingExpenses')]).toEqual([
    place('operatingExpenses~Rooms'),
    place('operatingExpenses~Travel'),
  ])
  expect(ofExpenses[place('operatingExpenses~Rooms')]).toEqual([])
  expect([partsOf('netMargin'), partsOf('referralFees'), partsOf('unitsSold')]).toEqual([[], [], []])
})
