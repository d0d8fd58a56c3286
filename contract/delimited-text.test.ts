import { expect, test } from 'vitest'
import { csvLines, csvTable, harmlessText, tsvText, withoutApostrophes } from './delimited-text.ts'

test('commas, quotes and line breaks are quoted', () => {
  expect(csvLines([['a,b', 'say "no"', 'two\nlines']])).toBe('"a,b","say ""no""","two\nlines"\r\n')
})

test('what a spreadsheet would run is made text, numbers stay numbers', () => {
  expect(csvLines([['=1+1', '@SUM(A1)', '-cmd', '-12.50', 0.2, null]])).toBe(
    "'=1+1,'@SUM(A1),'-cmd,-12.50,0.2,\r\n",
  )
})

test.each(['=1', '+1', '-a', '@a', '\ta', '\r=1', '-1+cmd', '+49 30 1', '-1.2.3'])(
  '%j is made harmless',
  (text) => {
    expect(harmlessText(text)).toBe(`'${text}`)
  },
)

test.each(['-1', '-1.5', '0.000001', '-1e-7', 'a=1', ' =1', ''])('%j stays as it is', (text) => {
  expect(harmlessText(text)).toBe(text)
})

test.each(['1,-2', 'mug;=cmd()', 'a,@b;+c', 'Lamp, -20 %', "'=1", "a;''-b", '=1', '-1', 'x\t=1', '\t=1'])(
  '%j begins no formula in any place, and is read back as it was',
  (text) => {
    const written = harmlessText(text)
    const fields = written === '-1' ? [] : written.split(/[;,\t]/)
    expect(fields.filter((field) => /^[=+\-@]/.test(field))).toEqual([])
    expect(withoutApostrophes(written)).toBe(text)
  },
)

test('the clipboard has one line for each row and one field for each cell', () => {
  expect(
    tsvText([
      ['Name', 'Units'],
      ['a\tb\r\nc', '=1'],
      [null, -2.5],
    ]),
  ).toBe("Name\tUnits\na b c\t'=1\n\t-2.5")
})

test('decimals and delimiter are those of a place, in numbers alone', () => {
  const notation = { decimal: ',', delimiter: ';' } as const
  const isNumber = (_: number, column: number) => column > 0
  expect(csvLines([['1.5', '-1.5', 'a,b', 'a;b', '1.2.3']], { notation, isNumber })).toBe(
    '1.5;-1,5;a,b;"a;b";1.2.3\r\n',
  )
  expect(tsvText([['1.5', 0.25]], { notation, isNumber })).toBe('1.5\t0,25')
})

test('a table for people says that it is UTF-8, and writes the numbers of its columns of numbers as their place does', () => {
  const rows = [['1.5', '1.5', null]]
  expect(csvTable(['Name', 'Net, EUR', 'VAT'], ['Net, EUR'], rows, { decimal: ',', delimiter: ';' })).toBe(
    '\uFEFFName;Net, EUR;VAT\r\n1.5;1,5;\r\n',
  )
})
