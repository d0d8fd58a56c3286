import { expect, test } from 'vitest'
import { LICENCES } from '#contract/licences.ts'
import { subscriptionOf } from './subscription-state.ts'

const COMPANY = {
  blockReason: null,
  blockedAt: null,
  licences: [...LICENCES],
  licencesChangedAt: null,
  createdAt: '2026-01-01T00:00:00Z',
}
const CHANGED = '2026-05-01T00:00:00Z'

test('a company has what it began with until somebody switches something', () => {
  expect(subscriptionOf(COMPANY)).toEqual({
    state: 'All licences',
    isBlocked: false,
    since: COMPANY.createdAt,
  })
  expect(subscriptionOf({ ...COMPANY, licences: ['AI'], licencesChangedAt: CHANGED })).toEqual({
    state: '1 of 3 licences',
    isBlocked: false,
    since: CHANGED,
  })
  expect(subscriptionOf({ ...COMPANY, licences: [] }).state).toBe('No licence')
})

test('whoever is shut out has nothing, whatever the licences say', () => {
  expect(
    subscriptionOf({
      ...COMPANY,
      licencesChangedAt: CHANGED,
      blockReason: 'LICENSE_EXPIRED',
      blockedAt: '2026-06-01T00:00:00Z',
    }),
  ).toEqual({ state: 'Licence expired', isBlocked: true, since: '2026-06-01T00:00:00Z' })
})
