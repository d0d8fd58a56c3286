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
