import { Refusal } from './errors.ts'

/** NUL, and halves of letters, which all would become the same sign. */
const UNSTORABLE = /[\0\p{Cs}]/u

const unreadable = (text: string) => new Refusal('SerializationException', text)

/**
 * The object that a body holds. What readers of JSON understand differently is refused rather than guessed at: names
 * given twice, `__proto__`, bytes that are no UTF-8, and signs that the database would refuse or change.
 */
export function objectFrom(body: Buffer): Record<string, unknown> {
  let text: string
  let parsed: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
    parsed = JSON.parse(text)
  } catch {
    throw unreadable('The body is not JSON.')
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw unreadable('The body is not a JSON object.')
  }
  if (namesIn(parsed) !== namesWritten(text)) throw unreadable('A name is given twice.')
  // Absent and null are the same to clients.
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== null))
}

/** Counts the names of all objects. Not recursive: depth is the sender's choice. */
function namesIn(root: object): number {
  let count = 0
  const waiting: unknown[] = [root]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value === 'string' && UNSTORABLE.test(value)) throw unreadable('A text can not be used.')
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) {
      for (const element of value) waiting.push(element)
      continue
    }
    for (const [name, inner] of Object.entries(value)) {
      if (name === '__proto__' || UNSTORABLE.test(name)) throw unreadable('A name can not be used.')
      count++
      waiting.push(inner)
    }
  }
  return count
}

/** The text is known to be JSON, so a string before a colon is a name. */
function namesWritten(text: string): number {
  let count = 0
  for (const [, colon] of text.matchAll(/"(?:[^"\\]|\\.)*"\s*(:)?/gs)) if (colon) count++
  return count
}
