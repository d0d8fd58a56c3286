import { expect, test } from 'vitest'
import type { SettlementResult } from '#contract/imports.ts'
import { settlementNotes } from './settlement-notes.ts'

const settlement = (
  state: SettlementResult['state'],
  startDate: string,
  endDate: string,
): SettlementResult => ({
  settlementId: '24288684721',
  source: 'SETTLEMENT_V2',
  currency: 'CAD',
  startDate,
  endDate,
  total: '1016.08',
  sum: '2484.26',
  difference: '-1468.18',
  complete: false,
  state,
  active: true,
})

test('settlements of the range that have too much, or too little, are named', () => {
  const august = { start: '2025-08-01', end: '2025-08-31' }
  const all = [
    settlement('TOO_MUCH', '2025-07-31', '2025-08-14'),
    settlement('INCOMPLETE', '2025-08-14', '2025-08-28'),
    settlement('INCOMPLETE', '2025-08-28', '2025-09-11'),
    settlement('INCOMPLETE', '2025-09-11', '2025-09-25'),
    settlement('COMPLETE', '2025-08-14', '2025-08-28'),
  ]
  expect(settlementNotes(all, august).map(({ text }) => text)).toEqual([
    "Settlement 24288684721 has too much: its lines differ from Amazon's total by −1,468.18 CAD",
    '2 settlements are incomplete',
  ])
  expect(settlementNotes(all, { start: '2025-10-01', end: '2025-10-31' })).toEqual([])
})
