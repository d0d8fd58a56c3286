import { expect, test } from 'vitest'
import { hasView, nameProblem, VIEWS_MAX, viewsOf, withView, type SavedView } from './saved-views.ts'

const view = (name: string): SavedView => ({
  name,
  params: { sortBy: 'netProfit' },
  table: 'products',
  columns: null,
})

test('what is no view is dropped, and names have an end', () => {
  expect(viewsOf('x')).toEqual([])
  expect(
    viewsOf([
      null,
      { name: '  ', table: 'products' },
      { name: ' Loss   makers ', params: { sortBy: 'netProfit', page: 3 }, table: 'products', columns: null },
      { name: 'x'.repeat(200), table: 'products', columns: { order: [] } },
    ]),
  ).toEqual([
    view('Loss makers'),
    { name: 'x'.repeat(60), params: {}, table: 'products', columns: { order: [] } },
  ])
  expect(viewsOf(Array.from({ length: 50 }, (_, index) => view(`View ${index}`)))).toHaveLength(VIEWS_MAX)
})

test('a view of a name that exists takes its place; others need room', () => {
  const full = Array.from({ length: VIEWS_MAX }, (_, index) => view(`View ${index}`))
  expect(withView(full, view('One more'))).toBe(null)
  expect(withView(full, view('view 3'))?.map(({ name }) => name)).toContain('view 3')
  expect(hasView(full, ' VIEW 3 ')).toBe(true)
})

test('a name is given, and no other view has it', () => {
  const views = [view('Loss makers'), view('Ads')]
  expect(nameProblem(views, ' ')).toBe('Give the view a name.')
  expect(nameProblem(views, 'ads', 'Loss makers')).toBe('Another view has this name.')
  expect(nameProblem(views, 'loss Makers', 'Loss makers')).toBe(null)
})
