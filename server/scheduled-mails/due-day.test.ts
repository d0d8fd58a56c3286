import { expect, test } from 'vitest'
import { MAIL_KINDS } from '#contract/scheduled-mails.ts'
import { dueDay, sentBefore } from './due-day.ts'

const at = (moment: string) => new Date(moment)

test('a mail comes due at seven where its reader is', () => {
  const daily = (timeZone: string, moment: string) => dueDay({ kind: 'DAILY_DIGEST', timeZone }, at(moment))
  expect(daily('Europe/Berlin', '2026-07-15T04:59:00Z')).toBe('2026-07-14')
  expect(daily('Europe/Berlin', '2026-07-15T05:00:00Z')).toBe('2026-07-15')
  // In winter an hour later by the clock of the world, and the same by theirs.
  expect(daily('Europe/Berlin', '2026-01-15T05:59:00Z')).toBe('2026-01-14')
  expect(daily('Europe/Berlin', '2026-01-15T06:00:00Z')).toBe('2026-01-15')
  // Where it is the next day already, that day has to begin here first: until then the one before it is not over.
  expect(daily('Asia/Tokyo', '2026-07-14T22:00:00Z')).toBe('2026-07-14')
  expect(daily('Asia/Tokyo', '2026-07-15T00:00:00Z')).toBe('2026-07-15')
  expect(daily('America/Los_Angeles', '2026-07-15T13:59:00Z')).toBe('2026-07-14')
})

test('a weekly one is that of the Monday before', () => {
  const weekly = (moment: string) => dueDay({ kind: 'WEEKLY_REVIEW', timeZone: 'UTC' }, at(moment))
  expect(weekly('2026-07-13T06:59:00Z')).toBe('2026-07-06')
  expect(weekly('2026-07-13T07:00:00Z')).toBe('2026-07-13')
  expect(weekly('2026-07-19T23:00:00Z')).toBe('2026-07-13')
  const tokyo = (moment: string) => dueDay({ kind: 'WEEKLY_REVIEW', timeZone: 'Asia/Tokyo' }, at(moment))
  expect(tokyo('2026-07-12T22:00:00Z')).toBe('2026-07-06')
  expect(tokyo('2026-07-13T00:00:00Z')).toBe('2026-07-13')
})

test('the package of a month comes on the tenth', () => {
  const monthly = (moment: string) => dueDay({ kind: 'MONTH_PACKAGE', timeZone: 'UTC' }, at(moment))
  expect(monthly('2026-07-10T06:59:00Z')).toBe('2026-06-10')
  expect(monthly('2026-07-10T07:00:00Z')).toBe('2026-07-10')
  expect(monthly('2026-07-31T23:00:00Z')).toBe('2026-07-10')
  expect(monthly('2027-01-09T23:00:00Z')).toBe('2026-12-10')
})

test('what is looked for holds everything that may be due anywhere', () => {
  for (const moment of [
    '2026-07-10T03:00:00Z',
    '2026-07-12T17:30:00Z',
    '2026-07-13T00:00:00Z',
    '2026-07-13T23:59:00Z',
  ])
    for (const kind of MAIL_KINDS)
      for (const timeZone of ['Pacific/Kiritimati', 'UTC', 'Pacific/Niue'])
        expect(dueDay({ kind, timeZone }, at(moment)) <= sentBefore(at(moment))[kind]).toBe(true)
})
