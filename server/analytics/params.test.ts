import { expect, test } from 'vitest'
import { fitted } from './params.ts'

test('a list that is too long for one parameter becomes several, in its order', () => {
  const skus = Array.from({ length: 2_500 }, (_, index) => `${index}`.padEnd(100, 'x'))
  const { query, params } = fitted(
    'SELECT 1 WHERE sku IN {skus:Array(String)} AND day IN {days:Array(Date)}',
    {
      skus,
      days: ['2026-01-01'],
    },
  )
  expect(query).toBe(
    'SELECT 1 WHERE sku IN arrayConcat({skus_0:Array(String)}, {skus_1:Array(String)}, {skus_2:Array(String)}) AND day IN {days:Array(Date)}',
  )
  expect(['skus_0', 'skus_1', 'skus_2'].flatMap((name) => params[name])).toEqual(skus)
  expect(Object.keys(params).toSorted()).toEqual(['days', 'skus_0', 'skus_1', 'skus_2'])
})

test('what fits stays as it is, and one item that does not fit stays whole', () => {
  const short = { skus: ['a'], note: 'x'.repeat(200_000), none: [] }
  expect(fitted('{skus:Array(String)}', short)).toEqual({ query: '{skus:Array(String)}', params: short })
  const long = 'x'.repeat(200_000)
  expect(fitted('{skus:Array(String)}', { skus: [long, 'a'] }).params).toEqual({
    skus_0: [long],
    skus_1: ['a'],
  })
})
