import { expect, test } from 'vitest'
import type { ReconcileRow } from '#contract/imports.ts'
import { currenciesOf, isOpen, missingDays, settlementRows, totalRow } from './settlement-rows.ts'

const settlement = (
  settlementId: string,
  startDate: string,
  endDate: string,
  more: Partial<ReconcileRow> = {},
) =>
  ({
    settlementId,
    source: 'V2',
    account: 'Shop',
    currency: 'EUR',
    startDate,
    endDate,
    total: '100.00',
    sum: '100.00',
    difference: '0',
    complete: true,
    state: 'COMPLETE',
    active: true,
    profitAndLoss: '90.00',
    memo: '10.00',
    unmapped: '0',
    rows: 3,
    ledgerDifference: '0',
    ...more,
  }) satisfies ReconcileRow

const YEAR = { start: '2026-01-01', end: '2026-12-31' }
const inEuros = (settlements: ReconcileRow[], range = YEAR) =>
  settlementRows(settlements, { currency: 'EUR', range })

test('days between two settlements of an account stand at their place, the newest first', () => {
  const rows = inEuros([
    settlement('1', '2026-08-01', '2026-08-15'),
    settlement('3', '2026-09-10', '2026-09-24'),
    settlement('2', '2026-08-15', '2026-08-27'),
  ])
  expect(rows.map(({ kind, startDate, endDate }) => [kind, startDate, endDate])).toEqual([
    ['SETTLEMENT', '2026-09-10', '2026-09-24'],
    ['MISSING', '2026-08-28', '2026-09-09'],
    ['SETTLEMENT', '2026-08-15', '2026-08-27'],
    ['SETTLEMENT', '2026-08-01', '2026-08-15'],
  ])
  expect(rows.map(isOpen)).toEqual([true, true, false, false])
  expect(missingDays(rows)).toBe(13)
})

test('an account fills no gap of another, and a long settlement covers a short one in it', () => {
  const rows = inEuros([
    settlement('1', '2026-08-01', '2026-08-31'),
    settlement('2', '2026-08-05', '2026-08-10'),
    settlement('3', '2026-09-01', '2026-09-15'),
    settlement('4', '2026-10-01', '2026-10-15'),
    settlement('5', '2026-09-15', '2026-10-01', { account: 'Other shop' }),
  ])
  expect(
    rows.filter(({ kind }) => kind === 'MISSING').map(({ account, startDate }) => [account, startDate]),
  ).toEqual([['Shop', '2026-09-16']])
})

test('the sum is that of one currency and of the range, without those that state no total in the deposits', () => {
  const rows = inEuros(
    [
      settlement('1', '2026-08-01', '2026-08-15', { total: '0.10', sum: '0.10' }),
      settlement('2', '2026-08-15', '2026-08-29', {
        total: '0.20',
        sum: '0.15',
        difference: '0.05',
        state: 'INCOMPLETE',
      }),
      settlement('3', '2026-08-29', '2026-09-12', {
        total: null,
        sum: '5',
        difference: null,
        state: 'NO_TOTAL',
      }),
      settlement('4', '2026-08-29', '2026-09-12', { currency: 'USD' }),
      settlement('5', '2025-08-29', '2025-09-12'),
    ],
    { start: '2026-08-10', end: '2026-12-31' },
  )
  expect(rows.map(({ settlementId }) => settlementId).filter(Boolean)).toEqual(['3', '2', '1'])
  expect(totalRow(rows)).toMatchObject({ deposit: '0.3', sum: '5.25', difference: '0.05', lines: 9 })
})

test('the currency of most settlements comes first', () => {
  expect(currenciesOf([{ currency: 'SEK' }, { currency: 'EUR' }, { currency: 'EUR' }])).toEqual([
    'EUR',
    'SEK',
  ])
})
