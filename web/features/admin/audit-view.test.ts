import { expect, test } from 'vitest'
import { detailsText } from './audit-words.ts'
import { auditAsked, daysAsked } from './audit-view.ts'

test('days last from midnight to midnight where one looks', () => {
  const { from, to } = auditAsked({ from: '2026-03-29', to: '2026-03-29' })
  expect(new Date(from!).getHours()).toBe(0)
  expect(new Date(to!).toDateString()).toBe(new Date(2026, 2, 30).toDateString())
})

test('what an address says wrongly is not asked for', () => {
  expect(auditAsked({ event: 'weather', from: '2026-03-02', to: '2026-03-01' })).toEqual({
    company: '',
    person: '',
  })
  expect(daysAsked({ from: 'yesterday', to: '2026-03-01' })).toBeNull()
  expect(auditAsked({ event: 'team', person: 'ann@' })).toEqual({
    company: '',
    person: 'ann@',
    subject: 'team',
  })
})

test('details are one line', () => {
  expect(detailsText({ reason: 'ADMIN_BLOCKED', note: null, rows: { kept: 7 } })).toBe(
    'reason: ADMIN_BLOCKED, rows: {"kept":7}',
  )
  expect(
    detailsText({
      userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0',
      knownDevice: false,
    }),
  ).toBe('browser: Firefox on Windows, known device: no')
  expect(detailsText(null)).toBe('')
})
