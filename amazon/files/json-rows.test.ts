import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collected } from '../testing.ts'
import { jsonParts } from './json-rows.ts'

async function* chunked(text: string, size: number): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size)
}

const read = (text: string, size = 65_536) => collected(jsonParts(chunked(text, size)))

const row = fc.jsonValue({ maxDepth: 2 })
const file = fc.dictionary(
  fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
  fc.oneof(fc.array(row), fc.record({ a: row })),
)

test('the rows are those that a whole parse gives, however the text is cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      file,
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom(0, 2),
      async (tables, size, indent) => {
        const parts = await read(JSON.stringify(tables, null, indent), size)
        const expected = Object.entries<unknown>(tables).flatMap(([key, value]) =>
          Array.isArray(value)
            ? value.map((item, index) => ({
                key,
                index: (index + 1) as number | null,
                value: item as unknown,
              }))
            : [{ key, index: null as number | null, value }],
        )
        const found = parts.map(({ key, index, text }) => ({
          key,
          index,
          value: JSON.parse(text) as unknown,
        }))
        expect(found).toEqual(JSON.parse(JSON.stringify(expected)))
      },
    ),
  )
})

test('a file that breaks off gives what stands before, and says so', async () => {
  const text = '{"a": [{"x": "1, \\"2\\""}, {"x": 2}], "b": {"y": 3}, "c": []}'
  for (let length = 0; length < text.length; length++) {
    const parts = await read(text.slice(0, length), 5)
    expect(parts.at(-1)?.problem).toMatch(/breaks off|begin/)
    expect(parts.length).toBeLessThan(5)
  }
})

test('a row of megabytes is one row that is not kept', async () => {
  const parts = await read(`{"a": [{"x": "${'y'.repeat(3 * 2 ** 20)}"}, {"x": 2}]}`)
  expect(parts).toMatchObject([
    { index: 1, problem: expect.stringContaining('longer') },
    { index: 2, text: '{"x": 2}' },
  ])
})

test('a row that is nested by the thousands is one row that is not read', async () => {
  const nested = '['.repeat(200_000) + ']'.repeat(200_000)
  expect(await read(`{"a": ${nested.slice(1, -1)}, "b": {"x": ${nested}}, "c": [{"x": 2}]}`)).toMatchObject([
    { key: 'a', index: 1, problem: expect.stringContaining('more than 64 lists') },
    { key: 'b', problem: expect.stringContaining('more than 64 lists') },
    { key: 'c', index: 1, text: '{"x": 2}' },
  ])
})

test('a file may be a list, whose rows have no name before them', async () => {
  expect(await read('[{"x": 1}, {"x": [2]}]', 3)).toEqual([
    { key: '', index: 1, text: '{"x": 1}' },
    { key: '', index: 2, text: '{"x": [2]}' },
  ])
})

test.each(['[1', '[1}', 'x', '{x: 1}', '{"a" 1}', '{"a": [1}]', '{"a": 1]'])(
  '%s ends with a problem',
  async (text) => {
    expect((await read(text)).at(-1)?.problem).toBeDefined()
  },
)
