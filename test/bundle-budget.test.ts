import { expect, test } from 'vitest'
// Plain Node, because the build runs it before there are packages.
// @ts-expect-error it has no types
import { budgetText, measureBudgets } from '#scripts/bundle-budget.mjs'

const MANIFEST = {
  'index.html': { file: 'entry.js', imports: ['_shared.js'] },
  'Page.tsx': { file: 'page.js', imports: ['_shared.js', '_chart.js'] },
  '_shared.js': { file: 'shared.js', imports: [] },
  '_chart.js': { file: 'chart.js', name: 'TimeChart' },
}
const SIZES: Record<string, number> = {
  'entry.js': 60_000,
  'shared.js': 40_000,
  'page.js': 10_000,
  'chart.js': 5_000,
}
const measure = (limitKb: number, entries: string[]) =>
  measureBudgets(MANIFEST, (file: string) => SIZES[file], [{ name: 'a page', limitKb, entries }])[0]

test('an entry weighs what it imports statically, each file once', () => {
  expect(measure(150, ['index.html'])).toMatchObject({ bytes: 100_000, isOver: false })
  expect(measure(150, ['index.html', 'Page.tsx'])).toMatchObject({ bytes: 115_000 })
})

test('a build that is too heavy names what weighs most', () => {
  const budget = measure(100, ['index.html', 'Page.tsx'])
  expect(budget.isOver).toBe(true)
  expect(budgetText(budget)).toBe(
    [
      'JavaScript of a page: 115.0 of 100 kB: too much. Load what is rarely used with import(). The largest:',
      '  60.0 kB  index.html (entry.js)',
      '  40.0 kB  _shared.js (shared.js)',
      '  10.0 kB  Page.tsx (page.js)',
      '  5.0 kB  TimeChart (chart.js)',
    ].join('\n'),
  )
})

test('a page that the build does not have is an error and not a light page', () => {
  expect(() => measure(100, ['Gone.tsx'])).toThrow('no "Gone.tsx"')
})
