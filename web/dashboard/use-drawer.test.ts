import { expect, test } from 'vitest'
import type { ExplainedCell } from '#web/explain/explained-cell.ts'
import { trailTo } from './use-drawer.ts'

const cell = (metric: ExplainedCell['metric']): ExplainedCell => ({
  metric,
  start: '2026-06-01',
  end: '2026-06-30',
})

test('the way grows with each part that is gone into, and a step of it leads back', () => {
  const [profit, fees, referral] = [cell('netProfit'), cell('sellingFees'), cell('referralFees')]
  const once = trailTo([], profit, fees)
  expect(once).toEqual([profit])
  const twice = trailTo(once, fees, referral)
  expect(twice).toEqual([profit, fees])
  expect(trailTo(twice, referral, fees)).toEqual([profit])
  expect(trailTo(twice, referral, profit)).toEqual([])
})

test('a product is a step as numbers are: a number of it leads back, and so does one that it was opened over', () => {
  const [sales, profit, mug] = [cell('orderedProductSales'), cell('netProfit'), { product: 'MUG' }]
  const opened = trailTo([], sales, mug)
  expect(opened).toEqual([sales])
  const within = trailTo(opened, mug, profit)
  expect(within).toEqual([sales, mug])
  expect(trailTo(within, profit, mug)).toEqual([sales])
  // A product that is called as a number is would be another step.
  expect(trailTo([{ product: 'netProfit.2026-06-01.2026-06-30' }], mug, profit)).toHaveLength(2)
})
