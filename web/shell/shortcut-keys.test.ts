import { expect, test } from 'vitest'
import { candidates, isSingleKey, keyName, shownKeys } from './shortcut-keys.ts'

const press = (key: string, modifiers = {}) =>
  keyName({ key, ctrlKey: false, metaKey: false, altKey: false, ...modifiers })

test('Ctrl and ⌘ are one modifier, and a modifier alone is no key', () => {
  expect(press('k', { ctrlKey: true })).toBe('Mod+k')
  expect(press('K', { metaKey: true })).toBe('Mod+k')
  expect(press('Shift')).toBeNull()
  expect(press('d', { altKey: true })).toBeNull()
  expect(press('?')).toBe('?')
})

test('a key completes the sequence of the one before it, or stands alone', () => {
  expect(candidates('p', 'g')).toEqual(['g p', 'p'])
  expect(candidates('p', null)).toEqual(['p'])
})

test('what would be a letter in a text is a single key', () => {
  expect(isSingleKey('g p')).toBe(true)
  expect(isSingleKey('?')).toBe(true)
  expect(isSingleKey('Mod+k')).toBe(false)
})

test('keys are shown as they are printed on the keyboard', () => {
  expect(shownKeys('Mod+k', true)).toEqual(['⌘', 'K'])
  expect(shownKeys('Mod+k', false)).toEqual(['Ctrl', 'K'])
  expect(shownKeys('g p', false)).toEqual(['g', 'p'])
})
