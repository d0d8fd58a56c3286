import { expect, test } from 'vitest'
import {
  highlighted,
  knownByNow,
  limitText,
  searchTextOf,
  selectedAfter,
  selectedCount,
} from './selection.ts'

const entity = (id: string) => ({ id, name: id })
const ids = (entities: readonly { id: string }[]) => entities.map(({ id }) => id).join(' ')

test('a search is trimmed at the start and cut at 150 characters', () => {
  expect(searchTextOf('  mug ')).toBe('mug ')
  expect(searchTextOf('x'.repeat(151))).toHaveLength(150)
  expect(searchTextOf(`  ${'x'.repeat(150)}`)).toHaveLength(150)
})

test('what is selected elsewhere stays, and the order is that of choosing', () => {
  const selected = [entity('a'), entity('b')]
  const shown = [entity('b'), entity('c'), entity('d')]
  expect(ids(selectedAfter(selected, shown, new Set(['b', 'd'])))).toBe('a b d')
  expect(ids(selectedAfter(selected, shown, new Set()))).toBe('a')
  expect(ids(selectedAfter(selected, shown, 'all'))).toBe('a b c d')
})

test('a name that is learnt after the selector was opened is shown', () => {
  const selected = [{ id: 'CUP', name: 'CUP' }, entity('chosen since')]
  expect(knownByNow(selected, [{ id: 'CUP', name: 'Blue cup' }])).toEqual([
    { id: 'CUP', name: 'Blue cup' },
    entity('chosen since'),
  ])
})

test('a product selector refuses what is over its limit', () => {
  const limit = { max: 100, atMax: 'REFUSE' as const }
  expect(limitText(100, limit)).toBe(null)
  expect(limitText(101, limit)).toBe(
    'The selected filters cover over 100 products. Please choose fewer products.',
  )
  expect(limitText(26, { ...limit, max: 25 })).toBe(
    'The selected filters cover over 25 products. Please choose fewer products.',
  )
})

test('a market or query selector stops at its limit', () => {
  const limit = { max: 50, atMax: 'STOP' as const }
  expect(limitText(49, limit)).toBe(null)
  expect(limitText(50, limit)).toBe('Maximum number of products selected.')
})

test('how many are selected', () => {
  expect(selectedCount({ products: [entity('a'), entity('b')], tags: [entity('c')] })).toBe(3)
})

test('only searches longer than three characters are marked', () => {
  expect(highlighted('steel bottle', 'ste')).toEqual([{ text: 'steel bottle', isMatch: false }])
  expect(highlighted('Steel bottle steel', 'steel')).toEqual([
    { text: 'Steel', isMatch: true },
    { text: ' bottle ', isMatch: false },
    { text: 'steel', isMatch: true },
  ])
  expect(highlighted('İ steel', 'steel')).toEqual([{ text: 'İ steel', isMatch: false }])
})
