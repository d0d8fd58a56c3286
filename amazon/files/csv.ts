/**
 * Rows of a separated text. Reads on after a damaged record, which general parsers do not: an open quote or a line of
 * megabytes costs one row and never the rest of the file, nor the memory to hold it.
 */

import { FILE_LIMITS, limitText } from './file-limits.ts'

export type Delimiter = '\t' | ',' | ';'

export interface Row {
  /** 1-based line of the file, for a sheet its row. */
  lineNumber: number
  cells: readonly string[]
  /** Of a sheet: which cells are numbers. Those always have a point; the others are as somebody wrote them. */
  isNumber?: readonly boolean[]
}

export interface BrokenRow {
  lineNumber: number
  problem: string
  text: string
}

const { recordCharactersMax: CHARACTERS_MAX, recordLinesMax: LINES_MAX } = FILE_LIMITS.text

export interface Line {
  lineNumber: number
  text: string
  tooLong: boolean
}

export async function* csvRows(
  text: AsyncIterable<string>,
  delimiter: Delimiter,
  quoted: boolean,
  /** Lines left out at the beginning, whatever quotes they hold. */
  linesSkipped = 0,
): AsyncGenerator<Row | BrokenRow> {
  /** The lines of a record whose quote is still open. */
  const open: Line[] = []
  for await (const line of linesOf(text)) {
    if (line.lineNumber <= linesSkipped) continue
    open.push(line)
    yield* rowsIn(open, delimiter, quoted)
  }
  while (open.length > 0) yield* withoutFirst(open, delimiter, quoted)
}

/** Takes the record out of the lines that are open; nothing while another line may complete it. */
function* rowsIn(open: Line[], delimiter: Delimiter, quoted: boolean): Generator<Row | BrokenRow> {
  const row = rowOf(open, delimiter, quoted)
  if (row) {
    open.length = 0
    yield row
  } else if (row === null || isFull(open)) yield* withoutFirst(open, delimiter, quoted)
}

const isFull = (open: readonly Line[]): boolean =>
  open.length >= LINES_MAX || open.reduce((sum, { text }) => sum + text.length, 0) > CHARACTERS_MAX

/** Gives up the first line, whose quote never closes, and reads the lines behind it anew. */
function* withoutFirst(open: Line[], delimiter: Delimiter, quoted: boolean): Generator<Row | BrokenRow> {
  const [first, ...others] = open
  open.length = 0
  yield broken(first!, 'A quote is opened and never closed')
  for (const line of others) {
    open.push(line)
    yield* rowsIn(open, delimiter, quoted)
  }
}

const broken = (line: Line, problem: string): BrokenRow => ({
  lineNumber: line.lineNumber,
  problem,
  text: line.text,
})

/** Undefined while a quote is open that another line may close; null where no line can. */
function rowOf(
  lines: readonly Line[],
  delimiter: Delimiter,
  quoted: boolean,
): Row | BrokenRow | undefined | null {
  const [first, ...others] = lines as [Line, ...Line[]]
  if (lines.at(-1)!.tooLong)
    return others.length > 0
      ? null
      : broken(first, `The line is longer than ${limitText(CHARACTERS_MAX)} characters`)
  const text = others.length === 0 ? first.text : lines.map((line) => line.text).join('\n')
  const { lineNumber } = first
  if (!text.includes('"')) return { lineNumber, cells: text.split(delimiter) }
  if (!quoted) return { lineNumber, cells: text.split(delimiter).map(unquoted) }
  const cells = quotedCells(text, delimiter, others.length > 0)
  return cells && { lineNumber, cells }
}

/**
 * A spreadsheet that saves tabs puts quotes around a cell that holds a quote or a comma. In Amazon's own files quotes are
 * characters, and so they are in `"12"`. The warehouse does the same with the lines that it takes apart.
 */
function unquoted(cell: string): string {
  if (!cell.startsWith('"') || !cell.endsWith('"')) return cell
  const inner = cell.slice(1, -1)
  const isQuoted = (inner.includes('""') || inner.includes(',')) && !inner.replaceAll('""', '').includes('"')
  return isQuoted ? inner.replaceAll('""', '"') : cell
}

/**
 * RFC 4180; a quote within an unquoted cell is a character, and so is what follows a closing quote, unless `strict`:
 * over several lines that is no cell but two rows of which the first was never closed, and the answer is null.
 * Undefined where the last quote is not closed.
 */
export function quotedCells(text: string, delimiter: Delimiter, strict = false): string[] | undefined | null {
  const cells: string[] = []
  let position = 0
  while (true) {
    let cell = ''
    const isQuoted = text[position] === '"'
    if (isQuoted) {
      position++
      while (true) {
        const quote = text.indexOf('"', position)
        if (quote < 0) return undefined
        cell += text.slice(position, quote)
        position = quote + 1
        if (text[position] !== '"') break
        cell += '"'
        position++
      }
    }
    const end = text.indexOf(delimiter, position)
    if (strict && isQuoted && end !== position && position < text.length) return null
    cells.push(cell + text.slice(position, end < 0 ? undefined : end))
    if (end < 0) return cells
    position = end + 1
  }
}

/** The lines of a text without their ends. Of a line that is too long only the beginning is kept. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<Line> {
  let begun = ''
  let tooLong = false
  let lineNumber = 1
  for await (const chunk of text) {
    let start = 0
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      const line = tooLong ? begun : begun + chunk.slice(start, end)
      yield {
        lineNumber,
        text: line.endsWith('\r') ? line.slice(0, -1) : line,
        tooLong: tooLong || line.length > CHARACTERS_MAX,
      }
      begun = ''
      tooLong = false
      lineNumber++
      start = end + 1
    }
    if (!tooLong) begun += chunk.slice(start)
    if (begun.length > CHARACTERS_MAX) {
      tooLong = true
      begun = begun.slice(0, CHARACTERS_MAX)
    }
  }
  if (begun) yield { lineNumber, text: begun, tooLong }
}
