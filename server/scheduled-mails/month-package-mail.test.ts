import { expect, test } from 'vitest'
import { warningsText } from './month-package-mail.ts'

test('a mail names five warnings and counts the others', () => {
  const warnings = (count: number) => Array.from({ length: count }, (_, index) => `Warning ${index}.`)
  expect(warningsText([])).toEqual(['Nothing is missing.'])
  expect(warningsText(warnings(5))).toEqual(warnings(5))
  expect(warningsText(warnings(6)).slice(5)).toEqual(['1 more warning in README.txt in the archive.'])
  expect(warningsText(warnings(1205)).slice(5)).toEqual(['1,200 more warnings in README.txt in the archive.'])
})
