import type { z } from 'zod'

/** A piece of SQL that a programmer wrote. Only `sql` makes one, so no value from outside becomes one. */
export class Sql {
  /** Private, so that the compiler refuses an object that merely has a `text`. */
  readonly #text: string
  private constructor(text: string) {
    this.#text = text
  }

  static written(text: string): Sql {
    return new Sql(text)
  }

  static is(value: unknown): value is Sql {
    return typeof value === 'object' && value !== null && #text in value
  }

  get text(): string {
    return this.#text
  }

  toString(): string {
    return this.text
  }
}

/**
 * SQL as text, with other fragments in its slots and nothing else: values travel beside the statement, through
 * `{name:Type}` placeholders.
 */
export function sql(texts: TemplateStringsArray, ...slots: readonly Sql[]): Sql {
  let text = texts[0] ?? ''
  for (const [index, slot] of slots.entries()) text += onlySql(slot) + (texts[index + 1] ?? '')
  return Sql.written(text)
}

/** Fragments one after another, as for a list of columns. */
sql.join = (fragments: readonly Sql[], separator: Sql = Sql.written(', ')): Sql =>
  Sql.written(fragments.map(onlySql).join(onlySql(separator)))

/** A whole number of a program's own, such as a place in a list. */
sql.integer = (value: number): Sql => {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is not a whole number.`)
  return Sql.written(String(value))
}

/**
 * What the program's own functions put together as text, as they do for the derivation. Values still travel beside it. A test
 * names the files that may: none of them does so with anything that it is asked.
 */
sql.composed = (text: string): Sql => Sql.written(text)

function onlySql(slot: unknown): string {
  if (Sql.is(slot)) return slot.text
  throw new TypeError(
    `A slot of sql\`…\` takes only another sql\`…\`; pass the ${typeof slot} as a {name:Type} parameter.`,
  )
}

/** One statement with its inputs and outputs, made by `defineQuery` and given to `Analytics.run`. */
export interface AnalyticsQuery<P, R> {
  readonly name: string
  readonly params: z.ZodType<unknown, P>
  readonly row: z.ZodType<R>
  readonly text: string
  readonly placeholders: ReadonlyMap<string, string>
}

/**
 * Ties a statement to the schemas of its parameters and rows, and refuses it when they disagree. `companyId` is bound by
 * `run` from the company itself, so every statement uses it and no schema declares it.
 */
export function defineQuery<Shape extends z.ZodRawShape, Row extends z.ZodType>(definition: {
  name: string
  params: z.ZodObject<Shape>
  row: Row
  sql: Sql
}): AnalyticsQuery<z.input<z.ZodObject<Shape>>, z.output<Row>> {
  const { name, params, row } = definition
  const text = onlySql(definition.sql)
  const refuse = (why: string): never => {
    throw new Error(`Query ${name}: ${why}`)
  }
  if (!/^[a-z][a-z0-9_]*$/.test(name))
    refuse('a name is snake_case, because it appears in the engine beside SQL.')
  const placeholders = placeholdersOf(text, refuse)
  const declared = Object.keys(params.shape)
  if (declared.includes('companyId')) refuse('run binds companyId; leave it out of params.')
  if (placeholders.get('companyId') !== 'String') refuse('the statement must use {companyId:String}.')
  for (const used of placeholders.keys()) {
    if (used !== 'companyId' && !declared.includes(used))
      refuse(`{${used}} is used but not declared in params.`)
  }
  for (const key of declared) if (!placeholders.has(key)) refuse(`${key} is declared in params but not used.`)
  // z.input<ZodObject<Shape>> is the input type of `params` by definition, but the compiler does not unfold it here.
  return { name, params, row, text, placeholders } as AnalyticsQuery<
    z.input<z.ZodObject<Shape>>,
    z.output<Row>
  >
}

/** What is not SQL to read: strings, quoted names and comments, in which `{a:B}` means nothing. */
const QUOTED = /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|`(?:[^`\\]|\\.|``)*`|--[^\n]*|\/\*[\s\S]*?\*\//g

function placeholdersOf(text: string, refuse: (why: string) => never): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', type = ''] of text
    .replace(QUOTED, ' ')
    .matchAll(/\{\s*(\w+)\s*:\s*([^{}]*?)\s*\}/g)) {
    if (!/^[a-z][A-Za-z0-9]*$/.test(name)) refuse(`{${name}} must be camelCase.`)
    const before = found.get(name)
    if (before !== undefined && before !== type) refuse(`{${name}} is both ${before} and ${type}.`)
    found.set(name, type)
  }
  return found
}
