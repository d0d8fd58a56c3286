import { expect, test } from 'vitest'
import type { Move } from '#contract/line-mappings.ts'
import { effectText } from './placed-effect.ts'

const move = (more: Partial<Move>): Move => ({
  month: '2026-03-01',
  currency: 'EUR',
  from: 'otherAmazonFees',
  to: 'adjustments',
  amount: '-12.4',
  rows: 1,
  ...more,
})

test('between lines of net profit nothing of it changes', () => {
  expect(effectText([move({})])).toBe('Changes 1 month: no change to net profit')
})

test('what leaves net profit and what enters it is told by currency, over all months', () => {
  const moves = [
    move({ to: 'memoLoans' }),
    move({ month: '2026-04-01', to: 'memoLoans', amount: '-0.1' }),
    move({ month: '2026-04-01', from: 'memoReserves', currency: 'USD', amount: '-3' }),
  ]
  expect(effectText(moves)).toBe('Changes 2 months: +12.50 EUR, −3.00 USD net profit')
})
