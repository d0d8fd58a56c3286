import { expect, test } from 'vitest'
import { stockNotes } from './stock-notes.ts'

const WHOLE = {
  days: [{ account: 'Europe', startDate: '2026-03-01', endDate: '2026-03-31', count: 31 }],
  dayCount: 31,
  untold: [],
  withoutValue: 0,
  notExplained: 0,
  beganLate: 0,
  endedEarly: 0,
  isCut: false,
}
const textsOf = (more: Partial<typeof WHOLE> | object) =>
  stockNotes({ ...WHOLE, ...more }).map(({ text }) => text)

test('a ledger of all days, costs of all products and balances that are explained need no word', () => {
  expect(textsOf({})).toEqual([])
})

test('what sums are without is said, the gravest first', () => {
  expect(
    textsOf({
      isCut: true,
      withoutValue: 1,
      untold: ['America'],
      days: [{ ...WHOLE.days[0], startDate: '2026-03-02', count: 30 }],
      beganLate: 2,
      endedEarly: 1,
      notExplained: 3,
    }),
  ).toEqual([
    'There is more than can be read at once: sums have no value',
    'Not in any value because a cost, rate or balance is missing: 1 row',
    'No inventory ledger of America on these days: its stock is not included here',
    'The inventory ledger covers 30 of 31 days, 2 Mar to 31 Mar 2026',
    'Opening stock from a later day than the first: 2 rows',
    'Closing stock from an earlier day than the last: 1 row',
    'Closing stock does not match opening stock and movements: 3 rows',
  ])
})
