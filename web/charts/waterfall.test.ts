import { expect, test } from 'vitest'
import { waterfall, type LedgerStep } from './waterfall.ts'

const steps = (...amounts: (string | null)[]): LedgerStep[] =>
  amounts.map((amount, index) => ({ id: `${index}`, label: `${index}`, amount, tone: 'fees' }))

test('each step hangs where the last one ended', () => {
  const { rows, result, zero } = waterfall(steps('25.00', '-5.00', '-10.00'))
  expect(rows).toEqual([
    { from: 0, to: 1, share: 1 },
    { from: 1, to: 0.8, share: -0.2 },
    { from: 0.8, to: 0.4, share: -0.4 },
  ])
  expect(result).toEqual({ amount: '10', row: { from: 0, to: 0.4, share: 0.4 } })
  expect(zero).toBe(0)
})

test('a loss reaches to the other side of zero', () => {
  const { result, zero } = waterfall(steps('10', '-15'))
  expect(result.amount).toBe('-5')
  expect(zero).toBeCloseTo(1 / 3)
  expect(result.row).toEqual({ from: expect.closeTo(1 / 3), to: 0, share: -0.5 })
})

test('shares are of what is named, and of nothing that is not above zero', () => {
  const shares = (...of: [string | null]) => {
    const { rows, result } = waterfall(steps('25', '-5', '-10'), ...of)
    return [...rows, result.row].map(({ share }) => share)
  }
  expect(shares('20')).toEqual([1.25, -0.25, -0.5, 0.5])
  expect(shares('-20')).toEqual([null, null, null, null])
  expect(shares(null)).toEqual([null, null, null, null])
})

test('an unknown step leaves no result', () => {
  const { rows, result } = waterfall(steps('10', null, '-2'))
  expect(rows[1]).toEqual({ from: null, to: null, share: null })
  expect(rows[2]).toEqual({ from: 1, to: 0.8, share: -0.2 })
  expect(result.amount).toBeNull()
})

test('cents are exact', () => {
  expect(waterfall(steps('0.30', '-0.10', '-0.10')).result.amount).toBe('0.1')
})

test('nothing at all is no error', () => {
  expect(waterfall([]).result.amount).toBe('0')
  expect(waterfall(steps('0')).rows[0]).toEqual({ from: 0, to: 0, share: null })
})
