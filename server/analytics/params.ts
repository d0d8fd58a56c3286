import { randomUUID } from 'node:crypto'

export const CONTENT_TYPE = 'Content-Type'

/** Proxies and servers bound the length of an address at about 8 kB; the client's own limit for reads is this one. */
const ADDRESS_CHARS_MAX = 4_096

/**
 * A request body that carries the statement's parameters, when they are too long for the address; otherwise nothing.
 * The client does this for reads by itself, but not for commands.
 */
export function longParams(
  params: Record<string, unknown> | undefined,
): { body: string; contentType: string } | undefined {
  const entries: [string, string][] = Object.entries(params ?? {}).map(([name, value]) => [
    `param_${name}`,
    paramText(value),
  ])
  if (new URLSearchParams(entries).toString().length <= ADDRESS_CHARS_MAX) return undefined
  const boundary = `----sextant-${randomUUID()}`
  const parts = entries.map(
    ([name, text]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  )
  return {
    body: `${parts.join('')}--${boundary}--\r\n`,
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}

/** Servers refuse a longer parameter (`http_max_field_value_size`, 128 kB), and only their own configuration says otherwise. */
const FIELD_BYTES_MAX = 100_000

/** The same statement, with lists that are too long for one parameter in several. */
export function fitted(
  statement: string,
  params: Record<string, unknown>,
): { query: string; params: Record<string, unknown> } {
  const fitting: Record<string, unknown> = {}
  const parts = new Map<string, string[]>()
  for (const [name, value] of Object.entries(params)) {
    const pieces = Array.isArray(value) ? piecesOf(value) : [value]
    const names = pieces.length === 1 ? [name] : pieces.map((_, index) => `${name}_${index}`)
    if (pieces.length > 1) parts.set(name, names)
    for (const [index, piece] of pieces.entries()) fitting[names[index]!] = piece
  }
  if (parts.size === 0) return { query: statement, params }
  const query = statement.replace(
    /\{(\w+):(Array\([^{}]*\))\}/g,
    (placeholder, name: string, type: string) => {
      const names = parts.get(name)?.map((part) => `{${part}:${type}}`)
      return names ? `arrayConcat(${names.join(', ')})` : placeholder
    },
  )
  return { query, params: fitting }
}

/** A statement with its values in it, as it runs where no parameters can be given. */
export const copyable = (statement: string, params: Record<string, unknown>): string =>
  statement.replace(/\{(\w+):([^{}]+)\}/g, (placeholder, name: string, type: string) =>
    name in params ? `CAST(${nested(params[name])}, '${type}')` : placeholder,
  )

function piecesOf(list: readonly unknown[]): unknown[][] {
  const pieces: unknown[][] = [[]]
  let bytes = 0
  for (const item of list) {
    bytes += Buffer.byteLength(nested(item)) + 1
    if (bytes > FIELD_BYTES_MAX && pieces.at(-1)!.length > 0) {
      pieces.push([])
      bytes = Buffer.byteLength(nested(item)) + 1
    }
    pieces.at(-1)!.push(item)
  }
  return pieces
}

/** A value as ClickHouse reads it from `param_…`: escaped as in a tab-separated file, quoted inside an array. */
function paramText(value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  return typeof value === 'string' ? escaped(value) : nested(value)
}

function nested(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'string') return `'${escaped(value)}'`
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value)
  if (Array.isArray(value)) return `[${value.map(nested).join(',')}]`
  throw new TypeError(`A parameter cannot be a ${Object.prototype.toString.call(value).slice(8, -1)}.`)
}

const ESCAPES: Record<string, string> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', "'": "\\'", '\\': '\\\\' }

function escaped(text: string): string {
  return text.replace(/[\t\n\r'\\]/g, (char) => ESCAPES[char] ?? char)
}
