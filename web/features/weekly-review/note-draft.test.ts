import { expect, test } from 'vitest'
import { drafted, isChanged, isConflict, kept } from './note-draft.ts'

const first = { text: 'Price up.', updatedAt: '2026-11-16T09:00:00.000Z' }
const theirs = { text: 'Price down.', updatedAt: '2026-11-16T09:05:00.000Z' }

test('a note that somebody else saved meanwhile is not replaced unseen', () => {
  const draft = drafted('Price up. Watch it.', null, first)
  expect([isChanged(draft, first), isConflict(draft, first)]).toEqual([true, false])
  // Theirs is read while mine stands in the field, and I type on.
  const later = drafted('Price up. Watch it!', draft, theirs)
  expect(later.updatedAt).toBe(first.updatedAt)
  expect(isConflict(later, theirs)).toBe(true)
  expect(kept(later, theirs)).toEqual({ text: 'Price up. Watch it!', updatedAt: theirs.updatedAt })
  expect(isConflict(kept(later, theirs), theirs)).toBe(false)
})

test('a note that was new, or is deleted, is one too', () => {
  const fresh = drafted('Mine.', null, undefined)
  expect(fresh.updatedAt).toBeNull()
  expect([isConflict(fresh, undefined), isConflict(fresh, theirs)]).toEqual([false, true])
  expect(isConflict(drafted('Mine.', null, first), undefined)).toBe(true)
})

test('what says the same is no change, and what is typed after it begins anew', () => {
  const saved = { text: 'Mine.', updatedAt: theirs.updatedAt }
  const draft = drafted(' Mine. ', null, first)
  expect([isChanged(draft, saved), isConflict(draft, saved)]).toEqual([false, false])
  expect(drafted('Mine. More.', draft, saved).updatedAt).toBe(saved.updatedAt)
})
