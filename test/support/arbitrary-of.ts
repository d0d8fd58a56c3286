/** Inputs as a schema declares them: right in form, extreme in what they say. */
import fc from 'fast-check'
import type { z } from 'zod'

/** Values that mean something to the one who is asked. */
export interface Known {
  ids: readonly string[]
  texts: readonly string[]
}

/** What a schema says of itself (`_zod.def`), as far as it is read here. */
interface Definition {
  type: string
  format?: string
  checks?: { _zod: { def: { check: string; minimum?: number; maximum?: number; value?: number } } }[]
  shape?: Record<string, z.ZodType>
  entries?: Record<string, string>
  values?: readonly unknown[]
  options?: z.ZodType[]
  element?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  keyType?: z.ZodType
  valueType?: z.ZodType
  /** Of what a shape does not name; absent where that is left out. */
  catchall?: z.ZodType
}

export const definitionOf = (schema: z.ZodType): Definition => schema._zod.def as unknown as Definition

/** The strictest of the checks of a schema: of a number, or of a length. */
export function boundsOf(schema: z.ZodType): { min: number | undefined; max: number | undefined } {
  const checks = (definitionOf(schema).checks ?? []).map(({ _zod }) => _zod.def)
  const all = (pick: (check: (typeof checks)[number]) => number | undefined) =>
    checks.map(pick).filter((bound) => bound !== undefined)
  const least = all(({ check, minimum, value }) => (check === 'greater_than' ? value : minimum))
  const most = all(({ check, maximum, value }) => (check === 'less_than' ? value : maximum))
  return {
    min: least.length > 0 ? Math.max(...least) : undefined,
    max: most.length > 0 ? Math.min(...most) : undefined,
  }
}

const DAYS = [
  '1970-01-01',
  '1970-01-02',
  '1999-12-31',
  '2024-02-29',
  '2026-01-31',
  '2026-03-01',
  // A Monday, where weeks are named by theirs.
  '2026-03-02',
  '2100-12-30',
  '2100-12-31',
]
const MOMENTS = [
  '1970-01-01T00:00:00Z',
  '2026-03-31T12:00:00+14:00',
  '2100-12-31T23:59:59.999Z',
  '2026-01-01T00:00:00.123456789Z',
]
const DECIMALS = [
  '0',
  '-0',
  '12.50',
  '9'.repeat(76),
  `-0.${'9'.repeat(76)}`,
  '0.000000000001',
  `${'0'.repeat(70)}1`,
]
const ADDRESSES = [
  'ada@example.com',
  "o'brien+tag@mail.example.co",
  `${'a'.repeat(64)}@${'b'.repeat(60)}.example`,
]
/** What breaks programs that read, compare, quote, fold or print it. */
const TEXTS = [
  '',
  ' ',
  '\t\r\n',
  "'",
  '"',
  '\\',
  '\\N',
  '%',
  '_',
  '%00',
  '{companyId:String}',
  "') OR 1=1 --",
  '$1',
  'null',
  '__proto__',
  'constructor',
  '[]',
  'İıſß',
  '\u202Eabc',
  '\u{1F469}\u200D\u{1F4BB}',
  '\uFFFE\uFFFF',
  '\u{10FFFF}',
  '=1+1',
  '../../etc/passwd',
  '\u0001\u001F\u007F\u0085',
]

/** Valid by the schema, except that a rule between fields may not hold. */
export function arbitraryOf(schema: z.ZodType, known: Known): fc.Arbitrary<unknown> {
  const { type, format, shape, entries, values, options, element, innerType, keyType, valueType, ...rest } =
    definitionOf(schema)
  const { min, max } = boundsOf(schema)
  const inner = (one: z.ZodType) => arbitraryOf(one, known)
  switch (type) {
    case 'object':
      return fc
        .record(Object.fromEntries(Object.entries(shape!).map(([name, field]) => [name, inner(field)])))
        .map(withoutUndefined)
    case 'optional':
      return fc.option(inner(innerType!), { nil: undefined, freq: 3 })
    case 'default':
      return fc.option(inner(innerType!), { nil: undefined, freq: 3 })
    case 'nullable':
      return fc.option(inner(innerType!), { nil: null, freq: 4 })
    case 'union':
      return fc.oneof(...options!.map(inner))
    case 'pipe':
      return inner(rest.in!)
    case 'undefined':
      return fc.constant(undefined)
    case 'boolean':
      return fc.boolean()
    case 'literal':
      return fc.constantFrom(...values!)
    case 'enum':
      return fc.constantFrom(...Object.values(entries!))
    case 'record':
      return fc
        .array(fc.tuple(inner(keyType!), inner(valueType!)), { maxLength: 30 })
        .map((pairs) => Object.fromEntries(pairs) as unknown)
    case 'array':
      return listOf(inner(element!), min ?? 0, max ?? 1)
    case 'number': {
      const numbers = [
        min,
        max,
        0,
        1,
        -1,
        2,
        2 ** 31,
        2 ** 32,
        Number.MAX_SAFE_INTEGER,
        Number.MIN_SAFE_INTEGER,
        0.5,
        1e300,
      ]
      return allowed(
        schema,
        numbers.filter((number) => number !== undefined),
      )
    }
    case 'string': {
      if (format === 'date')
        return fc.oneof(allowed(schema, DAYS), allowed(schema, [...DAYS, ...known.texts]))
      if (format === 'datetime') return allowed(schema, MOMENTS)
      if (format === 'email') return allowed(schema, ADDRESSES)
      const length = max ?? 100
      const long = ['x', 'é', '\u20AC', '\\', '"'].map((sign) => sign.repeat(length))
      return allowed(
        schema,
        [...known.ids, ...known.texts, ...TEXTS, ...DECIMALS, ...ADDRESSES, ...FORMS, 'DE', 'EUR', ...long],
        max,
      )
    }
    default:
      throw new Error(`No inputs are drawn for a schema of the type ${type} yet: add it here.`)
  }
}

/** Months, days of a year, digests, rows of a bank, bytes of a file and time zones. */
const FORMS = ['2026-03', '04-01', 'a'.repeat(64), `${'a'.repeat(64)}.1`, 'QUJD', 'Europe/Berlin']

/** Empty, short, and now and then as long as it may be. */
const listOf = (item: fc.Arbitrary<unknown>, min: number, max: number): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.array(item, { minLength: min, maxLength: Math.min(max, min + 4) }) },
    {
      weight: 1,
      arbitrary: fc
        .array(item, { minLength: 1, maxLength: 4 })
        .map((items) => Array.from({ length: max }, (_, index) => items[index % items.length])),
    },
  )

function allowed(schema: z.ZodType, values: readonly unknown[], lengthMax?: number): fc.Arbitrary<unknown> {
  const right = values.filter((value) => schema.safeParse(value).success)
  if (right.length === 0) throw new Error('None of the values is right for this schema: add one here.')
  const fixed = fc.constantFrom(...right)
  if (lengthMax === undefined) return fixed
  const free = fc
    .string({ unit: 'binary', maxLength: Math.min(lengthMax, 20) })
    .filter((text) => schema.safeParse(text).success)
  // A schema that wants a form would refuse nearly all of these.
  return schema.safeParse('a \u20AC %').success ? fc.oneof(fixed, free) : fixed
}

const withoutUndefined = (record: Record<string, unknown>): unknown =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
