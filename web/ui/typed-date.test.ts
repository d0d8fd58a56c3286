import { expect, test } from 'vitest'
import { dateOrder, readTypedDate } from './typed-date.ts'

const read = (text: string, language = 'en-GB') =>
  readTypedDate(text, { min: '2025-01-15', max: '2026-12-31', order: dateOrder(language) })

test.each([
  ['2026-11-22', 'en-US'],
  [' 2026/11/22 ', 'en-GB'],
  ['2026.11.22', 'de-DE'],
  ['22/11/2026', 'en-GB'],
  ['11/22/2026', 'en-US'],
  ['22.11.2026', 'de-DE'],
  ['22 Nov 2026', 'en-US'],
  ['November 22, 2026', 'en-GB'],
  ['22 november 2026', 'ja-JP'],
])('%s means a day to a reader of %s', (text, language) => {
  expect(read(text, language)).toEqual({ date: '2026-11-22' })
})

test('the same figures are another day elsewhere', () => {
  expect(read('03/04/2026', 'en-GB')).toEqual({ date: '2026-04-03' })
  expect(read('03/04/2026', 'en-US')).toEqual({ date: '2026-03-04' })
})

test.each(['', '2026', '2026-11', 'yesterday', '22 11 26', '22 Foo 2026', '2026-11-22-01', 'x-y-z'])(
  'of "%s" nothing is guessed',
  (text) => expect(read(text)).toEqual({ problem: 'Type a date like 2026-11-22.' }),
)

test('a day that does not exist, or cannot be chosen, says so', () => {
  expect(read('2026-02-30')).toEqual({ problem: 'There is no such day: 2026-02-30.' })
  expect(read('22/13/2026')).toEqual({ problem: 'There is no month 13. Type a date like 2026-11-22.' })
  expect(read('2025-01-14')).toEqual({ problem: 'The first day to choose is 15 Jan 2025.' })
  expect(read('2027-01-01')).toEqual({ problem: 'The last day to choose is 31 Dec 2026.' })
})
