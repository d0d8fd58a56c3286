import { expect, test } from 'vitest'
import { heldFact, problemsSheet, unknownSheet } from './list-problems.ts'

test('wrong rows of a list in a file: which, where, why, and as they stand', () => {
  const { heads, rows } = problemsSheet([
    { lineNumber: 7, column: 'amount', text: 'missing', rowText: 'Rent;;GBP' },
    { lineNumber: 9, column: '', text: 'line 7 says the same', rowText: '=1+1;2;GBP' },
  ])
  expect([heads, ...rows]).toEqual([
    ['Row', 'Column', 'What is wrong', 'The row'],
    [7, 'amount', 'missing', 'Rent;;GBP'],
    [9, '', 'line 7 says the same', '=1+1;2;GBP'],
  ])
  expect(unknownSheet([{ lineNumber: 2, name: '007' }]).rows).toEqual([[2, '007']])
})

test.each([
  [3, 3, 'all 3'],
  [1_000, 1_500, '1000 of 1500, the first'],
  [1_000, 1_000, 'the first 1000, there may be more'],
])('%d of %d errors are %s', (held, all, said) => {
  expect(heldFact(held, all)).toEqual(['Rows', said])
})
