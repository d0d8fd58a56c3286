import { expect, test } from 'vitest'
import { closedSiblings, linesOf } from './table-line.ts'

interface Node {
  id: string
  parts?: Node[]
}
const nodes: Node[] = [
  {
    id: 'fees',
    parts: [
      { id: 'referral' },
      { id: 'storage', parts: [{ id: 'aged' }] },
      { id: 'ads', parts: [{ id: 'clicks' }] },
    ],
  },
  { id: 'rent' },
  { id: 'other', parts: [{ id: 'post' }] },
]
const lines = (open: string[], order = (rows: readonly Node[]) => rows) =>
  linesOf(nodes, {
    rowId: ({ id }) => id,
    childrenOf: ({ parts }) => parts,
    isOpen: (id) => open.includes(id),
    order,
  })

test('a closed row hides everything below it, also what is open there', () => {
  expect(lines(['storage']).map(({ id }) => id)).toEqual(['fees', 'rent', 'other'])
})

test('lines know their depth, their siblings and whether they fold', () => {
  expect(
    lines(['fees']).map(({ id, level, isOpen, place, siblings }) => [
      id,
      level,
      isOpen,
      `${place}/${siblings}`,
    ]),
  ).toEqual([
    ['fees', 1, true, '1/3'],
    ['referral', 2, null, '1/3'],
    ['storage', 2, false, '2/3'],
    ['ads', 2, false, '3/3'],
    ['rent', 1, null, '2/3'],
    ['other', 1, false, '3/3'],
  ])
})

test('a row with a detail folds though it has no rows below it', () => {
  const detailed = linesOf(nodes, {
    rowId: ({ id }) => id,
    hasDetail: ({ id }) => id !== 'other',
    isOpen: (id) => id === 'rent',
    order: (rows) => rows,
  })
  expect(detailed.map(({ id, isOpen }) => [id, isOpen])).toEqual([
    ['fees', false],
    ['rent', true],
    ['other', null],
  ])
})

test('siblings are put in order below their own parent', () => {
  expect(lines(['fees'], (rows) => rows.toReversed()).map(({ id }) => id)).toEqual([
    'other',
    'rent',
    'fees',
    'ads',
    'storage',
    'referral',
  ])
})

test('closed siblings are those below the same parent', () => {
  const shown = lines(['fees'])
  expect(closedSiblings(shown, 1)).toEqual(['storage', 'ads'])
  expect(closedSiblings(shown, 0)).toEqual(['other'])
})
