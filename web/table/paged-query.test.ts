import { expect, test } from 'vitest'
import { changedQuery, pageBounds } from './paged-query.ts'

const query = { page: 4, sort: null, search: 'steel' }

test('another order or search begins at its first page', () => {
  const sort = { column: 'sales', isDescending: true }
  expect(changedQuery(query, { sort })).toEqual({ page: 0, sort, search: 'steel' })
  expect(changedQuery(query, { search: '' })).toEqual({ page: 0, sort: null, search: '' })
})

test('a page has its rows, the last one what is left', () => {
  expect(pageBounds(0, 50, 120)).toEqual({ page: 0, pages: 3, first: 0, end: 50 })
  expect(pageBounds(2, 50, 120)).toEqual({ page: 2, pages: 3, first: 100, end: 120 })
  expect(pageBounds(1, 50, 100)).toEqual({ page: 1, pages: 2, first: 50, end: 100 })
})

test('a page beyond the last is the last, and nothing is one empty page', () => {
  expect(pageBounds(9, 50, 60)).toMatchObject({ page: 1, first: 50, end: 60 })
  expect(pageBounds(3, 50, 0)).toEqual({ page: 0, pages: 1, first: 0, end: 0 })
  expect(pageBounds(-1, 50, 60)).toMatchObject({ page: 0 })
})
