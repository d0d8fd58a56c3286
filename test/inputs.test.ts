/** What every input of every procedure keeps to, whoever writes the next one. */
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { PROCEDURES } from '#server/router.ts'
import { INPUT_BYTES_MAX } from '#server/trpc-routes.ts'
import type { Meta } from '#server/trpc.ts'
import { boundsOf, definitionOf } from './support/arbitrary-of.ts'

/** Strips what stores refuse by itself, because a report of a crash should not be lost. */
const CLEANED_LATER = 'observability.crashReport.send'

type Leaf = [path: string, schema: z.ZodType]

function leavesOf(schema: z.ZodType, path: string): Leaf[] {
  const { shape, options = [], element, innerType, in: first, keyType, valueType } = definitionOf(schema)
  const parts: Leaf[] = [
    ...Object.entries(shape ?? {}).map(([name, field]): Leaf => [`${path}.${name}`, field]),
    ...options.map((option, index): Leaf => [`${path}|${index}`, option]),
    ...[element, innerType, first, keyType, valueType].flatMap((part): Leaf[] =>
      part ? [[path, part]] : [],
    ),
  ]
  return [[path, schema], ...parts.flatMap(([name, part]) => leavesOf(part, name))]
}

const inputsOf = (path: string) => (PROCEDURES[path]!._def as unknown as { inputs: z.ZodType[] }).inputs
const leaves = Object.keys(PROCEDURES).flatMap((path) =>
  inputsOf(path).flatMap((input) => leavesOf(input, path)),
)
const ofType = (...types: string[]) =>
  leaves.filter(([, schema]) => types.includes(definitionOf(schema).type))
const taking = (value: unknown, among: Leaf[]) =>
  among.filter(([, schema]) => schema.safeParse(value).success).map(([path]) => path)

/** Statements of banks and lists that are looked at first, which no store keeps, travel with the question. */
const HOLDING_FILES = [
  'bankMatch.preview.content',
  'bankMatch.importStatement.content',
  ...['expenses', 'productMaster'].flatMap((router) => [
    `${router}.previewList.file.content`,
    `${router}.importList.file.content`,
  ]),
]

test('every text is bounded', () => {
  expect(ofType('string').length).toBeGreaterThan(100)
  const texts = ofType('string').filter(([path]) => !HOLDING_FILES.includes(path))
  expect(taking('a'.repeat(20_000), texts)).toEqual([])
  expect(taking('a'.repeat(3_000_000), ofType('string'))).toEqual([])
})

test('nothing goes on that no input knows: further in it would be taken for what the server has found out', () => {
  const known = ofType('object')
  expect(known.length).toBeGreaterThan(100)
  expect(
    known.filter(([, schema]) => definitionOf(schema).catchall !== undefined).map(([path]) => path),
  ).toEqual([])
})

test('no text holds what a store refuses', () => {
  const texts = ofType('string').filter(([path]) => !path.startsWith(CLEANED_LATER))
  for (const unstorable of ['ab\0c', '\0', 'ab\uD800c', 'ab\uDC00'])
    expect(taking(unstorable, texts)).toEqual([])
})

test('every date and moment is one of the calendar', () => {
  for (const far of ['9999-12-31', '0000-01-01', '1969-12-30', '2101-01-03']) {
    expect(
      taking(
        far,
        ofType('string').filter(([, schema]) => definitionOf(schema).format === 'date'),
      ),
    ).toEqual([])
    const moments = ofType('string').filter(([, schema]) => definitionOf(schema).format === 'datetime')
    expect(taking(`${far}T00:00:00Z`, moments)).toEqual([])
    expect(moments.length).toBeGreaterThan(0)
  }
})

test('every list has an end, and every number bounds that integers have', () => {
  expect(
    ofType('array')
      .filter(([, schema]) => boundsOf(schema).max === undefined)
      .map(([path]) => path),
  ).toEqual([])
  for (const number of [Number.NaN, Infinity, 1e300, -1e300])
    expect(taking(number, ofType('number'))).toEqual([])
  // A percentage has parts; its bounds are what it is.
  expect(taking(0.5, ofType('number')).filter((path) => !path.endsWith('contingency'))).toEqual([])
})

test('what a schema takes fits into what may be sent', () => {
  for (const path of Object.keys(PROCEDURES)) {
    const bytes = inputsOf(path).reduce((sum, input) => sum + bytesOf(input), 0)
    const allowed = (PROCEDURES[path]!._def.meta as Meta | undefined)?.inputBytesMax ?? INPUT_BYTES_MAX
    expect([path, bytes <= allowed]).toEqual([path, true])
  }
})

/** At most so many bytes of JSON, in a script of three bytes a character. */
function bytesOf(schema: z.ZodType): number {
  const { type, shape, element, innerType, in: first, options, keyType, valueType } = definitionOf(schema)
  if (type === 'object')
    return Object.entries(shape!).reduce((sum, [name, field]) => sum + name.length + 4 + bytesOf(field), 2)
  if (type === 'array') return 2 + (boundsOf(schema).max ?? Infinity) * (1 + bytesOf(element!))
  if (type === 'union') return Math.max(...options!.map(bytesOf))
  if (type === 'record') return 50 * (bytesOf(keyType!) + bytesOf(valueType!))
  if (type === 'string')
    return 2 + (definitionOf(schema).format === 'base64' ? 1 : 3) * (boundsOf(schema).max ?? 100)
  return innerType || first ? bytesOf((innerType ?? first)!) : 30
}
