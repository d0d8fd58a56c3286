import { expect, test } from 'vitest'
import { parseDecimal, toText } from '#contract/decimal.ts'
import { dayNumber } from '../segments.ts'
import { differenceOfOrder } from './order-differences.ts'

const JUNE = { start: '2026-06-01', end: '2026-06-30' }
/** A euro is a third of what is asked for, and not known at the end of June. */
const factorOf = (currency: string, rateDay: number) => {
  if (currency !== 'EUR') return 10n ** 18n
  return rateDay === dayNumber('2026-06-30') ? 0n : 333_333_333_333_333_333n
}
const row = (basis: 'ORDER' | 'TRANSACTION', date: string, amount: string, money = 'USD') => ({
  orderId: '1-0',
  basis,
  dayNumber: dayNumber(date),
  rateDay: dayNumber(date),
  money,
  amount: parseDecimal(amount),
})

test('an order comes to what its rows of the period do, and was ordered and posted on all of its days', () => {
  const rows = [
    row('ORDER', '2026-05-31', '7'),
    row('ORDER', '2026-06-01', '20.50'),
    row('TRANSACTION', '2026-06-30', '3'),
    row('TRANSACTION', '2026-07-01', '17.50'),
  ]
  expect(differenceOfOrder(rows, JUNE, factorOf)).toEqual({
    byOrder: parseDecimal('20.5'),
    byTransaction: parseDecimal('3'),
    lacksRates: false,
    ordered: { start: '2026-05-31', end: '2026-06-01' },
    posted: { start: '2026-06-30', end: '2026-07-01' },
  })
  expect(differenceOfOrder(rows.slice(0, 2), JUNE, factorOf).posted).toBeNull()
})

test('what is converted is added up before it is cut', () => {
  const rows = Array.from({ length: 4 }, () => row('ORDER', '2026-06-02', '1000', 'EUR'))
  expect(toText(differenceOfOrder(rows, JUNE, factorOf).byOrder, 12)).toBe('1333.333333333333')
})

test('a day of the period without a rate leaves an order without a value, one of another day does not', () => {
  const lacksRates = (date: string, amount: string) =>
    differenceOfOrder([row('ORDER', date, amount, 'EUR')], { ...JUNE, end: date }, factorOf).lacksRates
  expect(lacksRates('2026-06-30', '5')).toBe(true)
  expect(lacksRates('2026-06-30', '0')).toBe(false)
  const outside = [row('ORDER', '2026-06-30', '5', 'EUR')]
  expect(differenceOfOrder(outside, { ...JUNE, end: '2026-06-29' }, factorOf).lacksRates).toBe(false)
})
