import type { Source } from './archive.ts'
import { ARCHIVE_LIMITS, unpack } from './archive.ts'
import { jsonParts } from './json-rows.ts'
import { openText } from './text-file.ts'
import { readWorkbook } from './workbook.ts'

export interface WantedLine {
  /** For a facts file: the table whose row is meant. */
  table: string
  /** 1-based line of the file; for JSON the row of its table. */
  lineNumber: number
}

export interface RawLine extends WantedLine {
  text: string
}

/** A line longer than this is shown by its beginning. */
const TEXT_LENGTH_MAX = 20_000

/** Lines of a file as they stand there. Reads no further than the last one wanted. */
export async function readRawLines(
  source: Source,
  fileName: string,
  wanted: readonly WantedLine[],
): Promise<RawLine[]> {
  const unpacked = await unpack(source, ARCHIVE_LIMITS)
  if (unpacked.format === 'xlsx') {
    const rows = await readWorkbook(unpacked.bytes())
    return wanted.flatMap((line) => {
      const cells = rows[line.lineNumber - 1]
      return cells ? [{ ...line, text: cells.join('\t') }] : []
    })
  }
  const file = await openText(unpacked)
  if (/^\s*\{/.test(file.sampleText)) return wantedRows(file.text(), wanted)
  const found: RawLine[] = []
  const last = Math.max(...wanted.map((line) => line.lineNumber))
  let lineNumber = 0
  for await (const text of linesOf(file.text())) {
    lineNumber++
    for (const line of wanted)
      if (line.lineNumber === lineNumber) found.push({ ...line, text: text.slice(0, TEXT_LENGTH_MAX) })
    if (lineNumber >= last) break
  }
  return found
}

async function wantedRows(text: AsyncIterable<string>, wanted: readonly WantedLine[]): Promise<RawLine[]> {
  const found: RawLine[] = []
  for await (const part of jsonParts(text)) {
    for (const line of wanted) {
      if (part.key === line.table && part.index === line.lineNumber)
        found.push({ ...line, text: part.text.slice(0, TEXT_LENGTH_MAX) })
    }
    if (found.length === wanted.length) break
  }
  return found
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
  }
  yield rest
}
