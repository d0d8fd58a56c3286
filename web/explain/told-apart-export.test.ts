import { expect, test } from 'vitest'
import type { ExplainRow, FlaggedGroup } from '#contract/explain.ts'
import { copiedWords, exportedLines, subjectFacts } from './told-apart-export.ts'

const ROW: ExplainRow = {
  metricId: 'productSales',
  line: 'productSales',
  day: '2026-03-05',
  marketplace: 'DE',
  sku: 'MUG',
  orderId: '302-1',
  settlementId: '1',
  kind: 'AMOUNT',
  rate: null,
  amount: '12.5',
  currency: 'GBP',
  converted: '14.75',
  exchangeRate: '1.18',
  share: null,
  transactionType: 'Order',
  amountType: 'ItemPrice',
  amountDescription: 'Principal',
  unmapped: false,
  importId: 1,
  fileName: 'march.txt',
  lineNumber: 2,
  rawLine: null,
  costEntry: null,
}
/** As the server answers them: what is counted needs no rate. */
const UNITS: ExplainRow = {
  ...ROW,
  metricId: 'unitsSold',
  line: 'unitsSold',
  kind: 'COUNT',
  amount: '3',
  currency: '',
  converted: '3',
  exchangeRate: null,
}

test('what is counted stands in no column of money', async () => {
  const rows = [ROW, UNITS]
  const { sheet, facts } = await exportedLines([], 'EUR', () => Promise.resolve({ rows, rowCount: 2 }))
  const column = (head: string) => sheet.rows.map((row) => row[sheet.heads.indexOf(head)])
  expect(column('Amount')).toEqual(['12.5', '3'])
  expect(column('Currency')).toEqual(['GBP', ''])
  expect(column('Amount in EUR')).toEqual(['14.75', null])
  expect(facts).toEqual([])
})

test('a file of what belongs to no product says so', () => {
  const subject = {
    scope: { companyId: 'c1', currencyCode: 'EUR' as const, skus: [''] },
    metric: 'netProfit' as const,
    term: 'netProfit' as const,
    start: '2026-03-01',
    end: '2026-03-31',
    parts: [],
  }
  expect(subjectFacts(subject)).toEqual([
    ['Number', 'Net profit'],
    ['Dates', '2026-03-01 to 2026-03-31'],
    ['Currency', 'EUR'],
    ['Marketplaces', 'all'],
    ['Products', '(no product)'],
    ['Basis', 'transactions'],
  ])
  const all = subjectFacts({ ...subject, scope: { companyId: 'c1', currencyCode: 'EUR' } })
  expect(all).toContainEqual(['Products', 'all'])
})

test('copied terms run nothing in a spreadsheet, which reads their amounts', () => {
  const group: FlaggedGroup = {
    sku: '',
    transactionType: 'other-transaction',
    amountType: '=HYPERLINK("http://example.com")',
    amountDescription: 'New\tfee',
    line: null,
    amount: '-12.5',
    currency: 'EUR',
    rowCount: 2,
  }
  const words = `other-transaction\t'=HYPERLINK("http://example.com")\tNew fee\t2`
  expect(copiedWords([group], { decimal: ',', delimiter: ';' })).toBe(`${words}\t-12,5\tEUR`)
  expect(copiedWords([group], { decimal: '.', delimiter: ',' })).toBe(`${words}\t-12.5\tEUR`)
})
