import { expect, test } from 'vitest'
import { missingSearch } from '#web/file-urls.ts'
import { endedText, hasEnded, missingIn } from './missing-search.ts'

const KNOWN = { accounts: ['Europe', 'Europe, old'], currencies: ['EUR', 'SEK'] }
const days = { startDate: '2026-05-01', endDate: '2026-11-27' }

test.each([
  ['Europe', 'SEK', { account: 'Europe', currencies: ['SEK'] }],
  ['Europe', 'EUR, SEK', { account: 'Europe', currencies: ['EUR', 'SEK'] }],
  ['Europe', '', { account: 'Europe', currencies: [] }],
  ['', 'SEK', { account: '', currencies: ['SEK'] }],
  ['Elsewhere', 'SEK', null],
  ['Europe', 'SEK, <b>', null],
  ['', '', null],
])('an address of %s and %s is understood where the company has them', (account, currency, of) => {
  const search = missingSearch({ ...days, account, currency })
  expect(missingIn(search, KNOWN)).toEqual({ days: { start: days.startDate, end: days.endDate }, of })
})

test('the name of an account may hold a comma', () => {
  const names = { ...KNOWN, accounts: ['Europe, old'] }
  expect(missingIn({ missing: '2026-05-01.2026-05-02', of: 'Europe, old, SEK' }, names)!.of).toEqual({
    account: 'Europe, old',
    currencies: ['SEK'],
  })
})

test.each([undefined, '', '2026-05-01', '2026-13-01.2026-05-02', 'x'])('%s is no days', (missing) => {
  expect(missingIn({ ...(missing !== undefined && { missing }), of: 'Europe' }, KNOWN)).toBeNull()
})

test.each([
  ['2026-04-30', '2026-04-30', true, 'nothing sold after 30 Apr 2026'],
  [
    '2026-05-02',
    '2026-04-30',
    false,
    'sales continued until 2 May 2026, so the end on 30 Apr 2026 no longer applies',
  ],
  [null, '2026-04-30', false, 'but no file for it is in use'],
])('sold to %s and said to end on %s counts: %s', (lastDay, saidToEnd, counts, text) => {
  const sales = { account: 'Europe', currency: 'SEK', lastDay, saidToEnd }
  expect(hasEnded(sales)).toBe(counts)
  expect(endedText(sales)).toContain(text)
})
