import { expect, test } from 'vitest'
import { dayOfMoment } from '#web/ui/dates.ts'
import { asOfIn, justBefore, momentOf, pastText } from './as-of.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')

test('an address asks for a moment that is over, and for nothing else', () => {
  expect(asOfIn('2026-03-03T14:05:00Z', NOW)).toBe('2026-03-03T14:05:00.000Z')
  expect(asOfIn('2026-03-03T14:05:12.345+01:00', NOW)).toBe('2026-03-03T13:05:12.345Z')
  for (const text of [
    undefined,
    '',
    'yesterday',
    '2026-03-03',
    '17',
    '2026-02-31T14:05:00Z'.replace('02-31', '13-01'),
    '2026-11-20T12:00:00Z',
    '0001-01-01T00:00:00Z',
    '2026-03-03T14:05:00',
  ])
    expect(asOfIn(text, NOW), text).toBeUndefined()
})

test('a day and a time that are typed are a moment of the reader', () => {
  const moment = momentOf('2026-03-03', '14:05')!
  expect(dayOfMoment(new Date(moment))).toBe('2026-03-03')
  expect(pastText(moment)).toContain('3 March 2026')
  expect(pastText(moment)).toContain('14:05')
  expect(momentOf('2026-03-03', '9')).toBe(momentOf('2026-03-03', '09:00'))
  expect(momentOf('2026-03-03', '1405')).toBe(moment)
  for (const time of ['', '24:00', '12:60', 'noon', '123:4']) expect(momentOf('2026-03-03', time)).toBeNull()
})

test('what was before a change shows its seconds', () => {
  const before = justBefore(momentOf('2026-03-03', '14:05')!)
  expect(pastText(before)).toContain('14:04:59')
})
