import { expect, test } from 'vitest'
import { cardState, remainingText, warningText } from './card-state.ts'

const region = (
  status: 'ACTIVE' | 'BROKEN' | null,
  shouldRequestRefresh = false,
  reconnectionRequiredBy: string | null = null,
) => ({ status, refreshInformation: { shouldRequestRefresh, reconnectionRequiredBy } })

test.each([
  [region(null), 'none'],
  [region('ACTIVE'), 'connected'],
  // The day is known long before anything has to be done.
  [region('ACTIVE', false, '2027-03-01'), 'connected'],
  [region('ACTIVE', true, '2026-12-02'), 'expiring'],
  [region('ACTIVE', true), 'broken'],
  [region('BROKEN'), 'broken'],
  [region('BROKEN', true, '2026-12-02'), 'expiring'],
])('%j is shown as %s', (status, state) => expect(cardState(status)).toBe(state))

test('the warning names the day, where there is one', () => {
  const { refreshInformation } = region('ACTIVE', true, '2026-12-02')
  expect(warningText(refreshInformation)).toBe('Please reconnect. Connection expires on 2 Dec 2026.')
  expect(warningText(region('BROKEN').refreshInformation)).toBe('Connection broken. Please reconnect.')
})

test.each([
  [null, null],
  [20, 'less than a minute'],
  [61, 'about 1 minute'],
  [8 * 60, 'about 8 minutes'],
  [19 * 60, 'about 20 minutes'],
  [3 * 3_600, 'about 3 hours'],
  [50 * 3_600, 'about 2 days'],
])('%s seconds are %s', (seconds, text) => expect(remainingText(seconds)).toBe(text))
