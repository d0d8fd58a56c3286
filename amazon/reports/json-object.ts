/** Objects of JSON with every digit of their numbers. */
import { RefusedRecord } from './cells.ts'

/** A number with more digits than a JavaScript number surely holds. */
const LONG_NUMBER = /[:[,]\s*-?[\d.]{16}/

/** A backslash takes whatever follows, as where rows are cut: no text is without its end, and none is searched twice. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\[^])*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g

/** As JSON, with every digit of its numbers. */
const parseExactly = (text: string): unknown =>
  JSON.parse(
    LONG_NUMBER.test(text)
      ? text.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`))
      : text,
  )

export function jsonObject(
  text: string,
  read: (text: string) => unknown = parseExactly,
): Record<string, unknown> {
  let value: unknown
  try {
    value = read(text)
  } catch {
    throw new RefusedRecord('Not valid JSON')
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new RefusedRecord('An object in { } is expected')
  }
  return value as Record<string, unknown>
}

/** A text or number of JSON as text; empty for none. */
export function plainText(name: string, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number' || typeof value === 'string') return String(value).trim()
  throw new RefusedRecord(`${name}: a plain value is expected`)
}
