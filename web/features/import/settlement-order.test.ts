import { expect, test } from 'vitest'
import type { SettlementResult } from '#contract/imports.ts'
import { inOrderOfConcern } from './settlement-order.ts'

const settlement = (settlementId: string, endDate: string | null, complete: boolean): SettlementResult => ({
  settlementId,
  endDate,
  complete,
  source: 'SETTLEMENT',
  currency: 'EUR',
  startDate: null,
  total: '0',
  sum: '0',
  difference: '0',
  active: true,
})

test('what does not add up comes first, then the newest', () => {
  const ordered = inOrderOfConcern([
    settlement('1', '2026-01-31', true),
    settlement('2', '2026-03-31', true),
    settlement('3', '2026-02-28', false),
    settlement('4', null, true),
  ])
  expect(ordered.map(({ settlementId }) => settlementId)).toEqual(['3', '2', '1', '4'])
})
