import { isAscii } from 'node:buffer'
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
  charset?: string,
): Promise<RawLine[]> {
  const unpacked = await unpack(source, FILE_LIMITS.archive)
  if (unpacked.format === 'xlsx') return wantedLines(sheetLines(unpacked.bytes()), wanted)
  const plain = await plainLines(unpacked.bytes(), wanted)
  if (plain) return plain
  const file = await openText(unpacked, charset)
  if (/^\s*[{[]/.test(file.sampleText)) return wantedRows(file.text(), wanted)
  return wantedLines(linesOf(file.text()), wanted)
}

/**
 * Lines of characters that are the same bytes whatever the file is written in, so that it need not be read to its end to find that
 * out. Undefined where one has others, or is none.
 */
async function plainLines(
  bytes: AsyncIterable<Uint8Array>,
  wanted: readonly WantedLine[],
): Promise<RawLine[] | undefined> {
  const numbers = new Set(wanted.map(({ lineNumber }) => lineNumber))
  const last = Math.max(...numbers)
  const texts = new Map<number, string>()
  let isBeginning = true
  let lineNumber = 1
  let begun = ''
  /** Whether the line goes on like that. */
  const add = (part: Buffer): boolean => {
    begun += part.toString('latin1', 0, Math.max(0, TEXT_LENGTH_MAX + 1 - begun.length))
    return isAscii(part)
  }
  const end = () => {
    texts.set(lineNumber, (begun.endsWith('\r') ? begun.slice(0, -1) : begun).slice(0, TEXT_LENGTH_MAX))
    begun = ''
  }
  for await (const piece of bytes) {
    const chunk = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    if (chunk.includes(0)) return undefined
    if (isBeginning) {
      const first = chunk.find((byte) => !SPACES.includes(byte))
      if (first === OPENS_OBJECT || first === OPENS_LIST) return undefined
      isBeginning = first === undefined
    }
    let start = 0
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, start)) {
      if (numbers.has(lineNumber)) {
        if (!add(chunk.subarray(start, at))) return undefined
        end()
      }
      start = at + 1
      if (lineNumber++ === last) return inOrder()
    }
    if (numbers.has(lineNumber) && !add(chunk.subarray(start))) return undefined
  }
  if (begun !== '') end()
  return inOrder()

  function inOrder(): RawLine[] | undefined {
    // A file whose lines end otherwise has another count of them.
    if (texts.size < numbers.size || [...texts.values()].some((text) => text.includes('\r'))) return undefined
    return wanted.map((line) => ({ ...line, text: texts.get(line.lineNumber)! }))
  }
}
const LINE_FEED = 0x0a
/** And the mark that a file may begin with. */
const SPACES = [...Buffer.from(' \t\r\n\ufeff')]
const [OPENS_OBJECT, OPENS_LIST] = Buffer.from('{[')

async function wantedLines(
  lines: AsyncIterable<{ lineNumber: number; text: string }>,
  wanted: readonly WantedLine[],
): Promise<RawLine[]> {
  const texts = new Map<number, string>()
  const numbers = new Set(wanted.map(({ lineNumber }) => lineNumber))
  const last = Math.max(...numbers)
  for await (const { lineNumber, text } of lines) {
    if (numbers.has(lineNumber)) texts.set(lineNumber, text.slice(0, TEXT_LENGTH_MAX))
    if (lineNumber >= last) break
  }
  return wanted.flatMap((line) => {
    const text = texts.get(line.lineNumber)
    return text === undefined ? [] : [{ ...line, text }]
  })
}

async function* sheetLines(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ lineNumber: number; text: string }> {
  let lineNumber = 0
  for await (const { cells } of (await openWorkbook(bytes)).rows())
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
