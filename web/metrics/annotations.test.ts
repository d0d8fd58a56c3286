import { expect, test } from 'vitest'
import { annotated, weekAnnotation } from './annotations.ts'

test('a period has what happened on its days, and nothing of others', () => {
  const weeks = [
    { start: '2026-06-01', end: '2026-06-07' },
    { start: '2026-06-08', end: '2026-06-14' },
  ]
  const annotations = [
    { date: '2026-06-07', text: 'Price cut' },
    { date: '2026-06-01', text: 'Out of stock' },
  ]
  expect(annotated(weeks, annotations)).toEqual([{ ...weeks[0], note: 'Price cut; Out of stock' }, weeks[1]])
})

test('the note of a week is its first line, named by its week, and no longer than a mark has room', () => {
  expect(weekAnnotation({ week: '2026-06-08', text: 'A deal ran.\nMore of it.' }, '2026-06-01')).toEqual({
    date: '2026-06-08',
    text: 'Week 24: A deal ran.',
  })
  expect(weekAnnotation({ week: '2026-06-08', text: 'x'.repeat(100) }, '2026-06-01')!.text).toBe(
    `Week 24: ${'x'.repeat(79)}…`,
  )
  // Nothing deletes a note but having none.
  expect(weekAnnotation({ week: '2026-06-08', text: '' }, '2026-06-01')).toBeNull()
})

test('of a week that is cut, the note is on the first day that is shown', () => {
  const annotation = weekAnnotation({ week: '2026-06-08', text: 'A deal ran.' }, '2026-06-10')!
  expect(annotated([{ start: '2026-06-10', end: '2026-06-14' }], [annotation])[0]!.note).toBe(
    'Week 24: A deal ran.',
  )
})
