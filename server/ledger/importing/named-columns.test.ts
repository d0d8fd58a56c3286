import { expect, test } from 'vitest'
import { NamedColumns } from './named-columns.ts'

test('an expression has one name, and stands beneath those that name it', () => {
  const columns = new NamedColumns('x')
  const text = columns.of('trimBoth(cell)')
  const day = columns.of(`toDateOrNull(${text})`)
  expect(columns.of('trimBoth(cell)')).toBe(text)
  expect(columns.of('upper(other)')).not.toBe(text)
  expect(columns.over('SELECT cell, other FROM t')).toBe(
    `SELECT *,
  toDateOrNull(${text}) AS ${day}
FROM (SELECT *,
  trimBoth(cell) AS ${text},
  upper(other) AS ${columns.of('upper(other)')}
FROM (SELECT cell, other FROM t))`,
  )
})

test('without a name the rows are those of the query', () => {
  expect(new NamedColumns('x').over('SELECT 1')).toBe('SELECT 1')
})
