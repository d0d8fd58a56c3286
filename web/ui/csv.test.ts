import { expect, test } from 'vitest'
import { csvText } from './csv.ts'

test('commas, quotes and line breaks are quoted', () => {
  expect(csvText([['a,b', 'say "no"', 'two\nlines']])).toBe('\uFEFF"a,b","say ""no""","two\nlines"\r\n')
})

test('what a spreadsheet would run is made text, numbers stay numbers', () => {
  expect(csvText([['=1+1', '@SUM(A1)', '-cmd', '-12.50', 0.2, null]])).toBe(
    "\uFEFF'=1+1,'@SUM(A1),'-cmd,-12.50,0.2,\r\n",
  )
})
