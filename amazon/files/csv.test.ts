import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collected, separated } from '../testing.ts'
import { csvRows } from './csv.ts'

async function* chunked(text: string, size: number): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size)
}

const read = (text: string, { delimiter = ',' as const, quoted = true, size = 65_536, skip = 0 } = {}) =>
  collected(csvRows(chunked(text, size), delimiter, quoted, skip))

const cell = fc.string({ unit: fc.constantFrom('a', 'ß', '"', ',', '\n', ' ', '商') })
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 })

test('what a spreadsheet writes is read back, in any chunks, as csv-parse reads it', async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 20 }), async (rows, size) => {
      const text = separated(rows, ',')
      const found = (await read(text, { size })).map((row) => 'cells' in row && row.cells)
      expect(found).toEqual(rows)
      expect(parse(text, { relax_column_count: true, record_delimiter: '\n' })).toEqual(rows)
    }),
  )
})

test('rows know the line they begin in', async () => {
  const rows = await read('a,b\r\n\r\n"c\nd",e\nf,g')
  expect(rows.map(({ lineNumber }) => lineNumber)).toEqual([1, 2, 3, 5])
  expect(await read('"x\n"y\na,b\n', { skip: 2 })).toEqual([{ lineNumber: 3, cells: ['a', 'b'] }])
})

test('quotes that stand where none belong are characters', async () => {
  expect(await read('12" pan,"a"b\n')).toEqual([{ lineNumber: 1, cells: ['12" pan', 'ab'] }])
  expect(await read('"a"\t12"\n', { delimiter: '\t' as never, quoted: false })).toEqual([
    { lineNumber: 1, cells: ['"a"', '12"'] },
  ])
})

test('what a spreadsheet quotes among tabs is what stood in the cell', async () => {
  const text = '"12"" pan"\t"pan, blue"\t"a""\t"a"b"\t""\t""""\t"""a"""\r\n'
  expect(await read(text, { delimiter: '\t' as never, quoted: false })).toEqual([
    { lineNumber: 1, cells: ['12" pan', 'pan, blue', '"a""', '"a"b"', '""', '"', '"a"'] },
  ])
})

test('a quote that never closes costs one row', async () => {
  const rows = await read(`a,b\n"c,d\n${'e,f\n'.repeat(1000)}`)
  expect(rows[1]).toEqual({ lineNumber: 2, problem: 'A quote is opened and never closed', text: '"c,d' })
  expect(rows).toHaveLength(1002)
  expect(rows.at(-1)).toEqual({ lineNumber: 1002, cells: ['e', 'f'] })
  expect(await read('"a\n"b"\nc')).toMatchObject([
    { lineNumber: 1, problem: expect.any(String) },
    { cells: ['b'] },
    { cells: ['c'] },
  ])
})

test('a line of megabytes costs one row and little memory', async () => {
  const rows = await read(`a,b\n${'x'.repeat(10 * 2 ** 20)},1\nc,d\n`)
  expect(rows).toMatchObject([
    { cells: ['a', 'b'] },
    { lineNumber: 2, problem: expect.stringContaining('longer') },
    { cells: ['c', 'd'] },
  ])
  expect('text' in rows[1]! && rows[1].text.length).toBeLessThan(2 ** 21)
})

test('a line that is too long takes no other with it', async () => {
  const rows = await read(`"a\n${'x'.repeat(2 * 2 ** 20)}\nb`)
  expect(rows).toMatchObject([
    { lineNumber: 1, problem: expect.stringContaining('never closed') },
    { lineNumber: 2, problem: expect.stringContaining('1,048,576') },
    { lineNumber: 3, cells: ['b'] },
  ])
})

test('a record of many long lines is given up before it is large', async () => {
  const rows = await read(`"a\n${`${'x'.repeat(2 ** 19)}\n`.repeat(8)}`)
  expect(rows).toHaveLength(9)
  expect(rows[0]).toMatchObject({ problem: expect.stringContaining('never closed') })
})

/** Each line opens a quote that the next one breaks. Reading all open lines anew for each would take hours. */
test('lines that all open a quote are each given up once', async () => {
  const rows = await read('"a,b,c\n'.repeat(100_000))
  expect(rows).toHaveLength(100_000)
  expect(rows.every((row) => 'problem' in row)).toBe(true)
})
