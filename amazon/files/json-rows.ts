/**
 * The rows of `{"table": [{…}, {…}], …}`, or of a list alone, one at a time: the text is only cut at its commas and brackets here, each row
 * is parsed by itself. A file may so be larger than memory, and a broken row costs one row.
 */

import { FILE_LIMITS, limitText } from './file-limits.ts'

export interface JsonPart {
  /** The name before the value or list; empty where the file is a list. */
  key: string
  /** 1-based place in its list; null for a value that is no list. */
  index: number | null
  text: string
  /** Set where the part can't be read; its text is then the beginning of it. */
  problem?: string
}

const ROW_CHARACTERS_MAX = FILE_LIMITS.text.recordCharactersMax
/** Lists and objects within each other; reports have about ten. Whoever goes through thousands leaves the stack. */
const ROW_DEPTH_MAX = 64

const BREAKS_OFF = 'The file breaks off here'

export async function* jsonParts(chunks: AsyncIterable<string>): AsyncGenerator<JsonPart> {
  const reader = new Reader(chunks)
  let key = ''
  const start = await reader.next()
  if (start === '[') return void (yield* rowsIn(reader, key))
  if (start !== '{') return yield part('', null, reader.context(), 'The file does not begin with {')
  while (true) {
    const mark = await reader.peek()
    if (mark === ',' || mark === '}') {
      await reader.next()
      if (mark === '}') return
      continue
    }
    const name = await reader.value(':')
    if (!name || !/^".*"$/s.test(name.text))
      return yield part(key, null, reader.context(), name ? 'A name in quotes is expected here' : BREAKS_OFF)
    key = nameOf(name.text)
    if ((await reader.next()) !== ':') return yield part(key, null, reader.context(), BREAKS_OFF)

    if ((await reader.peek()) !== '[') {
      const value = await reader.value()
      if (!value) return yield part(key, null, '', BREAKS_OFF)
      yield part(key, null, value.text, value.problem)
      continue
    }
    await reader.next()
    if (!(yield* rowsIn(reader, key))) return
  }
}

/** The rows of a list that is open, and whether it was closed. */
async function* rowsIn(reader: Reader, key: string): AsyncGenerator<JsonPart, boolean> {
  for (let index = 1; ;) {
    const next = await reader.peek()
    if (next === ']' || next === ',') {
      await reader.next()
      if (next === ']') return true
      continue
    }
    const row = await reader.value()
    if (!row) {
      yield part(key, index, reader.context(), BREAKS_OFF)
      return false
    }
    // Only a bracket of another kind ends a value and is none of the two above.
    if (row.text === '') {
      yield part(key, index, reader.context(), 'The brackets do not match')
      return false
    }
    yield part(key, index, row.text, row.problem)
    index++
  }
}

const part = (key: string, index: number | null, text: string, problem?: string): JsonPart => ({
  key,
  index,
  text,
  ...(problem && { problem }),
})

function nameOf(text: string): string {
  try {
    return String(JSON.parse(text))
  } catch {
    return text.slice(1, -1)
  }
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_BRACE, CLOSE_BRACE, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]

class Reader {
  readonly #chunks: AsyncIterator<string>
  #text = ''
  #position = 0

  constructor(chunks: AsyncIterable<string>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** The next character that is not blank, without going past it. */
  async peek(): Promise<string | undefined> {
    do {
      for (; this.#position < this.#text.length; this.#position++) {
        const character = this.#text[this.#position]!
        if (!/[\s\ufeff]/.test(character)) return character
      }
    } while (await this.#fill())
    return undefined
  }

  async next(): Promise<string | undefined> {
    const character = await this.peek()
    this.#position++
    return character
  }

  /** The text of a value up to the comma, bracket or `end` behind it; undefined where the file ends before. */
  async value(end: ':' | ',' = ','): Promise<{ text: string; problem?: string } | undefined> {
    const endCode = end === ':' ? COLON : COMMA
    await this.peek()
    let kept = ''
    let depth = 0
    let deepest = 0
    let inString = false
    let start = this.#position
    while (true) {
      for (; this.#position < this.#text.length; this.#position++) {
        const code = this.#text.charCodeAt(this.#position)
        if (inString) {
          if (code === BACKSLASH) this.#position++
          else if (code === QUOTE) inString = false
        } else if (code === QUOTE) inString = true
        else if (code === OPEN_BRACE || code === OPEN_LIST) deepest = Math.max(deepest, ++depth)
        else if ((code === CLOSE_BRACE || code === CLOSE_LIST) && depth > 0) depth--
        else if (depth === 0 && (code === endCode || code === CLOSE_BRACE || code === CLOSE_LIST)) {
          kept += this.#text.slice(start, this.#position)
          const problem =
            kept.length > ROW_CHARACTERS_MAX
              ? `The row is longer than ${limitText(ROW_CHARACTERS_MAX)} characters`
              : deepest > ROW_DEPTH_MAX
                ? `The row has more than ${ROW_DEPTH_MAX} lists and objects within each other`
                : ''
          return { text: kept.trim(), ...(problem && { problem }) }
        }
      }
      // Beyond the limit one character more is enough to tell.
      if (kept.length <= ROW_CHARACTERS_MAX)
        kept = (kept + this.#text.slice(start)).slice(0, ROW_CHARACTERS_MAX + 1)
      const pastEnd = this.#position - this.#text.length
      if (!(await this.#fill())) {
        this.#text = kept
        return undefined
      }
      start = 0
      this.#position = pastEnd
    }
  }

  /** Some text to recognise the place by. */
  context(): string {
    return this.#text.slice(Math.max(this.#position - 100, 0), this.#position + 300)
  }

  async #fill(): Promise<boolean> {
    const { value, done } = await this.#chunks.next()
    if (done) return false
    this.#text = value
    this.#position = 0
    return true
  }
}
