/**
 * Rows of a separated text. Reads on after a damaged record, which general parsers do not: an open quote or a line of
 * megabytes costs one row and never the rest of the file, nor the memory to hold it.
 */

export type Delimiter = '\t' | ',' | ';'

export interface Row {
  /** 1-based line of the file, for a sheet its row. */
  lineNumber: number
  cells: readonly string[]
}

export interface BrokenRow {
  lineNumber: number
  problem: string
  text: string
}

/** Characters of one line; real rows have a few thousand. */
const LINE_CHARACTERS_MAX = 2 ** 20
/** Lines of one record, for line breaks within quotes. */
const RECORD_LINES_MAX = 200

interface Line {
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
  let open: Line[] = []
  for await (const line of linesOf(text)) {
    if (line.lineNumber <= linesSkipped) continue
    open.push(line)
    const row = rowOf(open, delimiter, quoted)
    if (row) yield row
    if (row || open.length < RECORD_LINES_MAX) {
      if (row) open = []
      continue
    }
    const rest = recover(open, delimiter, quoted)
    open = rest.open
    yield* rest.rows
  }
  while (open.length > 0) {
    const rest = recover(open, delimiter, quoted)
    open = rest.open
    yield* rest.rows
  }
}

/** Gives up the first line, whose quote never closes, and reads the lines behind it anew. */
function recover(
  lines: Line[],
  delimiter: Delimiter,
  quoted: boolean,
): { rows: (Row | BrokenRow)[]; open: Line[] } {
  const [first, ...others] = lines
  const rows: (Row | BrokenRow)[] = [broken(first!, 'A quote is opened and never closed')]
  let open: Line[] = []
  for (const line of others) {
    open.push(line)
    const row = rowOf(open, delimiter, quoted)
    if (!row) continue
    rows.push(row)
    open = []
  }
  return { rows, open }
}

const broken = (line: Line, problem: string): BrokenRow => ({
  lineNumber: line.lineNumber,
  problem,
  text: line.text,
})

/** Undefined while a quote is open. */
function rowOf(lines: Line[], delimiter: Delimiter, quoted: boolean): Row | BrokenRow | undefined {
  const tooLong = lines.find((line) => line.tooLong)
  if (tooLong) return broken(tooLong, `The line is longer than ${LINE_CHARACTERS_MAX} characters`)
  const text = lines.length === 1 ? lines[0]!.text : lines.map((line) => line.text).join('\n')
  const { lineNumber } = lines[0]!
  if (!quoted || !text.includes('"')) return { lineNumber, cells: text.split(delimiter) }
  const cells = quotedCells(text, delimiter, lines.length > 1)
  return cells && { lineNumber, cells }
}

/**
 * RFC 4180; a quote within an unquoted cell is a character, and so is what follows a closing quote, unless `strict`:
 * over several lines that is no cell but two rows of which the first was never closed.
 * Undefined where the last quote is not closed.
 */
export function quotedCells(text: string, delimiter: Delimiter, strict = false): string[] | undefined {
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
    if (strict && isQuoted && end !== position && position < text.length) return undefined
    cells.push(cell + text.slice(position, end < 0 ? undefined : end))
    if (end < 0) return cells
    position = end + 1
  }
}

/** The lines of a text without their ends. Of a line that is too long only the beginning is kept. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<Line> {
  let begun = ''
  let tooLong = false
  let lineNumber = 1
  for await (const chunk of text) {
    let start = 0
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      const line = begun + chunk.slice(start, end)
      yield {
        lineNumber,
        text: line.endsWith('\r') ? line.slice(0, -1) : line,
        tooLong: tooLong || line.length > LINE_CHARACTERS_MAX,
      }
      begun = ''
      tooLong = false
      lineNumber++
      start = end + 1
    }
    begun += chunk.slice(start)
    if (begun.length > LINE_CHARACTERS_MAX) {
      tooLong = true
      begun = begun.slice(0, LINE_CHARACTERS_MAX)
    }
  }
  if (begun) yield { lineNumber, text: begun, tooLong }
}
