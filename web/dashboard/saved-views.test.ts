import { expect, test } from 'vitest'
import { VIEWS_MAX } from '#contract/dashboards/saved-views.ts'
import { hasView, nameProblem, storedViewOf, viewsOf, viewText, type SavedView } from './saved-views.ts'

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

test('what the server keeps is read back, and what is no view is nothing', () => {
  const saved = { ...view('Loss makers'), columns: { order: ['name'] } }
  expect(storedViewOf({ name: saved.name, view: viewText(saved) })).toEqual([saved])
  for (const wrong of ['', '{', 'null', '[]', '"text"', '{"params":{}}'])
    expect(storedViewOf({ name: 'Wrong', view: wrong })).toEqual([])
  expect(hasView([saved], ' LOSS makers ')).toBe(true)
})

test('a name is given, and no other view has it', () => {
  const views = [view('Loss makers'), view('Ads')]
  expect(nameProblem(views, ' ')).toBe('Enter a name for the view.')
  expect(nameProblem(views, 'ads', 'Loss makers')).toBe('Another view has this name.')
  expect(nameProblem(views, 'loss Makers', 'Loss makers')).toBe(null)
})
