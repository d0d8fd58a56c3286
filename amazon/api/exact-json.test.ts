import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseExactJson } from './exact-json.ts'

test('numbers beyond what a double holds keep their digits, as text', () => {
  expect(
    parseExactJson(
      '[{"profileId":9223372036854775807,"budget":12.5,"n":-1234567890123456789},9007199254740993, 1e400,0.1234567890123456]',
    ),
  ).toEqual([
    { profileId: '9223372036854775807', budget: 12.5, n: '-1234567890123456789' },
    '9007199254740993',
    '1e400',
    '0.1234567890123456',
  ])
})

test('text that looks like a number, a quote or an escape stays as it is', () => {
  const value = {
    'a:9223372036854775807': 'says "9223372036854775807", \\',
    'b\\': [123, -0.5, true, null, 1e-7],
  }
  expect(parseExactJson(JSON.stringify(value, null, 1))).toEqual(value)
})

test('whatever texts are around them, numbers keep their digits and texts stay as they are', () => {
  const value = fc.oneof(fc.string({ unit: 'binary' }), fc.bigInt(-(1n << 80n), 1n << 80n))
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), value)), (pairs) => {
      const text = pairs.map(([name, of]) =>
        [JSON.stringify(name), typeof of === 'string' ? JSON.stringify(of) : `${of}`].join(': '),
      )
      const parsed = parseExactJson(`[{${text.join('}, {')}}]`) as object[]
      expect(parsed.flatMap((object) => Object.values(object).map(String))).toEqual(
        pairs.map(([, of]) => `${of}`),
      )
    }),
    { numRuns: 100 },
  )
})

test('what is no JSON is a syntax error', () => {
  for (const text of ['', '{', '{"a": 12345678901234567', '"1234567890123456 open', '[1234567890123456,]'])
    expect(() => parseExactJson(text)).toThrow(SyntaxError)
})
