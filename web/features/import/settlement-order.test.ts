import { expect, test } from 'vitest'
import type { SettlementResult } from '#contract/imports.ts'
import { inOrderOfConcern, verdictOn } from './settlement-order.ts'

const settlement = (settlementId: string, endDate: string | null, complete: boolean): SettlementResult => ({
  settlementId,
  endDate,
  complete,
  source: 'SETTLEMENT',
  currency: 'EUR',
  startDate: null,
  total: '0',
  sum: '0',
  difference: complete ? '0' : '1',
  state: complete ? 'COMPLETE' : 'INCOMPLETE',
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

test('only settlements that state a total are said not to add up to it', () => {
  const complete = settlement('1', null, true)
  const incomplete = settlement('2', null, false)
  const tooMuch = { ...settlement('3', null, false), state: 'TOO_MUCH' as const }
  const unstated = {
    ...settlement('4', null, false),
    total: null,
    difference: null,
    state: 'NO_TOTAL' as const,
  }
  expect(verdictOn([unstated])).toBe('No file states a total to compare its lines with.')
  expect(verdictOn([complete, unstated])).toBe("The lines of the settlement add up to Amazon's total.")
  expect(verdictOn([complete, incomplete, unstated])).toBe(
    "1 settlement of 2 does not add up to Amazon's total. A part of the file is missing.",
  )
  expect(verdictOn([complete, incomplete, tooMuch, unstated])).toBe(
    "2 settlements of 3 do not add up to Amazon's total. A part of the file is missing. One has too many lines: rows from another file were added.",
  )
  expect(inOrderOfConcern([unstated, complete, tooMuch]).map(({ settlementId }) => settlementId)).toEqual([
    '3',
    '1',
    '4',
  ])
})
