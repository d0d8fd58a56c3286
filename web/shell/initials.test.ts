import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test('first and last word give the initials', () => {
  expect(initialsOf('Your name')).toBe('YN')
  expect(initialsOf('Ana de la Vega')).toBe('AV')
  expect(initialsOf('élan')).toBe('É')
  expect(initialsOf(' ')).toBe('')
})
