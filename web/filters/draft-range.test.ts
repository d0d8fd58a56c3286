import { expect, test } from 'vitest'
import { draftOf, draftText, fullRange, isSameRange } from './draft-range.ts'

const may = { start: '2026-05-01', end: '2026-05-31' }

test('a range has both ends', () => {
  expect(fullRange(draftOf(null))).toBe(null)
  expect(fullRange({ start: '2026-05-01', end: null })).toBe(null)
  expect(fullRange({ start: '2026-06-01', end: '2026-05-31' })).toBe(null)
  expect(fullRange(draftOf(may))).toEqual(may)
})

test('a draft says how long it is, or what it lacks', () => {
  expect(draftText(draftOf(null), 730)).toEqual({ strong: '', rest: 'Full date range not provided' })
  expect(draftText(may, 730)).toEqual({ strong: '31 days', rest: 'of 730 at most' })
  expect(draftText({ start: '2026-05-01', end: '2026-05-01' }, undefined)).toEqual({
    strong: '1 day',
    rest: '',
  })
})

test('ranges are compared by their days', () => {
  expect(isSameRange(may, { ...may })).toBe(true)
  expect(isSameRange(may, null)).toBe(false)
  expect(isSameRange(null, null)).toBe(true)
})
