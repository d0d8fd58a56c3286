import { expect, test } from 'vitest'
import { delimitedNotation } from './delimited-notation.ts'

test.each([
  ['en-GB', '.', ','],
  ['en-US', '.', ','],
  ['en-IN', '.', ','],
  ['de-DE', ',', ';'],
  ['de-CH', '.', ';'],
  ['fr-FR', ',', ';'],
  ['tr', ',', ';'],
  ['ja-JP', '.', ','],
  ['ar-EG', '.', ','],
])('%s writes %s and ends fields with %s', (locale, decimal, delimiter) => {
  expect(delimitedNotation(locale)).toEqual({ decimal, delimiter })
})
