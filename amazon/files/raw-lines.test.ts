import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sourceOf } from '../testing.ts'
import { readRawLines } from './raw-lines.ts'

const read = async (bytes: Uint8Array | string, lineNumbers: readonly number[], chunkBytes?: number) => {
  const wanted = lineNumbers.map((lineNumber) => ({ table: 'settlement_lines', lineNumber }))
  return (await readRawLines(sourceOf(bytes, chunkBytes), 'report.txt', wanted)).map(
    ({ lineNumber, text }) => [lineNumber, text] as const,
  )
}

/** As a program writes them: the first line is that of the headings. */
const WRITINGS = {
  'UTF-8': (text: string) => Buffer.from(text),
  'UTF-8 with its mark': (text: string) => Buffer.from(`\ufeff${text}`),
  'UTF-16LE': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'windows-1252': (text: string) => Buffer.from(text, 'latin1'),
} as const

test('lines are found in whatever characters, ends of lines and pieces', async () => {
  let cases = 0
  const cells = fc.string({ unit: fc.constantFrom('a', '{', ' ', '\t', '"', 'ü', 'ß', '1'), maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(cells, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...(Object.keys(WRITINGS) as (keyof typeof WRITINGS)[])),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.boolean(),
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
      async (cellsOfLines, writing, lineEnd, endsInLineEnd, chunkBytes, places) => {
        const lines = ['settlement-id\tcurrency für Ämter', ...cellsOfLines.map((cell) => `x${cell}`)]
        const text = lines.join(lineEnd) + (endsInLineEnd ? lineEnd : '')
        const numbers = [...new Set(places.map((place) => (place % lines.length) + 1))].toSorted(
          (a, b) => a - b,
        )
        const found = await read(WRITINGS[writing](text), numbers, chunkBytes)
        expect(found).toEqual(numbers.map((number) => [number, lines[number - 1]]))
        cases++
      },
    ),
    { numRuns: 300 },
  )
  expect(cases).toBe(300)
})

test('a line that is too long is shown by its beginning', async () => {
  const long = 'x'.repeat(30_000)
  for (const rest of ['', 'ü'])
    expect(await read(`a\tb\n${long}${rest}\nc\td\n`, [2, 3], 1_000)).toEqual([
      [2, long.slice(0, 20_000)],
      [3, 'c\td'],
    ])
})

test('rows of JSON are counted by their list, also behind a mark', async () => {
  const text = JSON.stringify({ settlement_lines: [{ amount: '1' }, { amount: '2' }] })
  for (const mark of ['', '\ufeff', '\n  '])
    expect(await read(mark + text, [2])).toEqual([[2, '{"amount":"2"}']])
})

test('lines behind the last one are none', async () => {
  expect(await read('a\nb\n', [2, 3])).toEqual([[2, 'b']])
})
