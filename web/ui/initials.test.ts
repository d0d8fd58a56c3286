import { expect, test } from 'vitest'
import { initials } from './initials.ts'

test.each([
  ['Your name', 'YN'],
  ['Ada de Vries', 'AV'],
  ['  spaced   out  ', 'SO'],
  ['Company', 'CO'],
  ['ab', 'AB'],
  ['a', '?'],
  ['', '?'],
  ['  ', '?'],
  ['a b', 'AB'],
  ['Ōsaka', 'ŌS'],
  ['🐙 octopus', '🐙O'],
  ['Harbour & Hearth (demo)', 'HH'],
  ['(demo)', '(D'],
])('the initials of "%s" are %s', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
