import { expect, test } from 'vitest'
import { absenceText, cellNotes, missingTexts } from './lacks.ts'
import { metricAbsence, metricNotes } from './metric-reports.ts'

test('a whole number has nothing said of it', () => {
  expect(cellNotes({ value: '0' })).toEqual([])
})

test('a missing number says why, with the money that could not be converted', () => {
  expect(
    cellNotes({
      value: null,
      lacks: ['DAYS', 'RATES'],
      unconverted: [
        { currency: 'AUD', amount: '-402.05' },
        { currency: 'JPY', amount: '1200' },
      ],
    }),
  ).toEqual(['No exchange rate.', 'Without a rate: −402.05 AUD, 1,200 JPY.'])
  expect(absenceText({ value: null, lacks: ['DAYS'] })).toBe('no file for these days')
  expect(absenceText({ value: null, lacks: ['DAYS', 'BUDGETS'] })).toBe('no daily budget for some campaigns')
})

test('a part says that it is one, and a result what it is before', () => {
  expect(cellNotes({ value: '5', lacks: ['DAYS', 'COSTS', 'EXPENSES', 'STOCK_LOSSES'] })).toEqual([
    'Some days have no file.',
    'Before cost of goods for some units, operating expenses and lost and damaged stock.',
  ])
})

test('stretches without a file are named up to a number, and all others counted', () => {
  const missing = ['02', '04'].map((month) => ({
    account: 'Europe',
    currency: 'EUR',
    startDate: `2026-${month}-03`,
    endDate: `2026-${month}-04`,
  }))
  const coverage = { share: 0.5, startDate: '2026-01-01', endDate: '2026-05-31', missing }
  const first = 'Data missing 3 Feb to 4 Feb 2026: Europe, EUR.'
  const second = 'Data missing 3 Apr to 4 Apr 2026: Europe, EUR.'
  expect(missingTexts({ ...coverage, moreMissing: 0 }, 2)).toEqual([first, second])
  expect(missingTexts({ ...coverage, moreMissing: 0 }, 1)).toEqual([
    first,
    'Data missing in 1 more date range.',
  ])
  expect(missingTexts({ ...coverage, moreMissing: 7 }, 2)).toEqual([
    first,
    second,
    'Data missing in 7 more date ranges.',
  ])
})

test('a metric where money counts by order names its report: files of other reports may be there', () => {
  const absent = { value: null, lacks: ['DAYS' as const] }
  expect(metricAbsence(absent, 'netProfit')).toBe('no order report for these days')
  expect(metricAbsence(absent, 'tacos')).toBe('no advertising or sales and traffic report for these days')
  expect(metricNotes({ ...absent, value: '5' }, 'sessions')).toEqual([
    'Some days have no sales and traffic report.',
  ])
})
