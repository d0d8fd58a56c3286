import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AppError, ERRORS } from './errors.ts'

test('docs/errors.md lists every error, and no other', () => {
  const text = readFileSync(new URL('../docs/errors.md', import.meta.url), 'utf8')
  const listed = [...text.matchAll(/^\| `([A-Z_]+)` \| ([A-Z_]+) \| (.*) \|$/gm)].map(
    ([, code, http, words]) => [code, { http, text: words }],
  )
  expect(Object.fromEntries(listed)).toEqual(ERRORS)
  expect(listed).toHaveLength(Object.keys(ERRORS).length)
})

test('the words of an error are filled in', () => {
  expect(new AppError('DATE_RANGE_TOO_LONG', { days: 3660 }).message).toBe(
    'Max days exceeded. Showing last 3660 days.',
  )
})
