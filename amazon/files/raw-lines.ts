import { REPORT_TYPES } from '../reports/report-types.ts'
import type { Source } from './archive.ts'
import { unpack } from './archive.ts'
import { linesOf } from './csv.ts'
import { FILE_LIMITS } from './file-limits.ts'
import { jsonParts } from './json-rows.ts'
import { openText } from './text-file.ts'
import { openWorkbook } from './workbook.ts'

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
  const unpacked = await unpack(source, FILE_LIMITS.archive)
  if (unpacked.format === 'xlsx') return wantedLines(sheetLines(unpacked.bytes()), wanted)
  const file = await openText(unpacked)
  if (/^\s*[{[]/.test(file.sampleText)) return wantedRows(file.text(), wanted)
  return wantedLines(linesOf(file.text()), wanted)
}

async function wantedLines(
  lines: AsyncIterable<{ lineNumber: number; text: string }>,
  wanted: readonly WantedLine[],
): Promise<RawLine[]> {
  const found: RawLine[] = []
  const last = Math.max(...wanted.map((line) => line.lineNumber))
  for await (const { lineNumber, text } of lines) {
    for (const line of wanted)
      if (line.lineNumber === lineNumber) found.push({ ...line, text: text.slice(0, TEXT_LENGTH_MAX) })
    if (lineNumber >= last) break
  }
  return found
}

async function* sheetLines(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ lineNumber: number; text: string }> {
  let lineNumber = 0
  for await (const cells of (await openWorkbook(bytes)).rows())
    yield { lineNumber: ++lineNumber, text: cells.join('\t') }
}

async function wantedRows(text: AsyncIterable<string>, wanted: readonly WantedLine[]): Promise<RawLine[]> {
  const found: RawLine[] = []
  for await (const part of jsonParts(text)) {
    for (const line of wanted) {
      if (part.index === line.lineNumber && isListOf(line.table, part.key))
        found.push({ ...line, text: part.text.slice(0, TEXT_LENGTH_MAX) })
    }
    if (found.length === wanted.length) break
  }
  return found
}

/** Reports have lists of their own names. */
const isListOf = (table: string, key: string): boolean =>
  key === table ||
  REPORT_TYPES.some(
    (type) =>
      type.kind === 'records' &&
      Object.entries(type.lists ?? {}).some((list) => list[0] === table && list[1] === key),
  )
