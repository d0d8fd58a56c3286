/** Opens a report whose lines the warehouse takes apart itself, or reads them here where they are not written for that. */
import { factsOf } from '../reports/fact-records.ts'
import type { Writing } from '../reports/line-records.ts'
import { lineFacts } from '../reports/line-records.ts'
import type { LineReportType, OpenedLines, OpenedRecords, RecordInput } from '../reports/report-type.ts'
import { noRows } from '../reports/report-type.ts'
import type { Row } from './csv.ts'
import { instantFormats } from './day-order.ts'
import { FILE_LIMITS } from './file-limits.ts'
import type { FoundHeader } from './header.ts'
import { headingsOf } from './header.ts'
import { isMachineWritten } from './machine-writing.ts'
import type { Rows, Sample } from './sampling.ts'
import { sampledDecimalMark, sampleOf } from './sampling.ts'
import type { Table } from './table.ts'
import { rawRows, tableRows } from './table.ts'

export async function openLines(
  type: LineReportType,
  table: Table,
  input: RecordInput,
  /** The same file as if it ended after the sample. */
  sampled: RecordInput,
  /** The bytes of the file; undefined for a workbook. */
  utf8: (() => AsyncIterable<Uint8Array>) | undefined,
): Promise<(OpenedLines | OpenedRecords) & { sample: Sample }> {
  const { header } = table
  const { cellOf } = header
  const sampledRows = await firstRows(sampled, table)
  const rows = sampledRows.map(({ cells }) => cells)
  if (rows.length === 0 && !input.options.mayBeEmpty) throw noRows()
  const sample = sampleOf(cellOf, rows)
  const decimalMark = sampledDecimalMark(type, table, sampledRows)
  const instants = await instantFormats(type, cellOf, rows, {
    options: input.options,
    marketplaces: sample.marketplaces,
    rest: () => tableRows(input, table),
  })
  const writing: Writing = { cellOf, decimalMark, instants }

  const isTabText = table.delimiter === '\t' && !table.quoted
  if (
    !isTabText ||
    !utf8 ||
    decimalMark === null ||
    !isMachineWritten(type, { ...writing, decimalMark }, rows)
  ) {
    return {
      kind: 'records',
      sample,
      records: factsOf(
        tableRows(input, table),
        type.table,
        lineFacts(type, writing, headingsOf(header, type.columns)),
      ),
    }
  }
  return {
    kind: 'lines',
    ...writing,
    decimalMark,
    bytes: longLinesCut(withoutLines(utf8(), header.lineIndex + 1)),
    firstLineNumber: header.lineIndex + 2,
    cellCount: cellCountOf(header, rows),
    sample,
  }
}

async function firstRows(sampled: RecordInput, table: Table): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of rawRows(sampled, table)) {
    if ('cells' in row && row.cells.some((cell) => cell.trim() !== '')) rows.push(row)
  }
  return rows
}

/** As the headings have, unless all lines differ from them only by empty cells at the end. */
function cellCountOf({ cells }: FoundHeader, rows: Rows): number {
  const named = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  const first = rows[0]?.length
  if (first === undefined || first === cells.length || first < named) return cells.length
  const emptyBeyond = (row: readonly string[]) =>
    row.length === first && row.slice(cells.length).every((cell) => cell.trim() === '')
  return rows.every(emptyBeyond) ? first : cells.length
}

/** The lines after the first ones, as they stand. */
async function* withoutLines(bytes: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let left = count
  for await (const chunk of bytes) {
    let start = 0
    while (left > 0) {
      const end = chunk.indexOf(0x0a, start)
      if (end < 0) break
      start = end + 1
      left--
    }
    if (left === 0 && start < chunk.length) yield start === 0 ? chunk : chunk.subarray(start)
  }
}

/**
 * Of a line that goes on beyond the limit, only so much that its reader sees that it is too long: the warehouse holds a
 * line in memory. Looks for line ends only where a piece begins and where it ends, so pieces must be smaller than that.
 */
async function* longLinesCut(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const bytesMax = FILE_LIMITS.text.recordCharactersMax
  let lineBytes = 0
  for await (const chunk of bytes) {
    const end = chunk.indexOf(0x0a)
    const isCut = lineBytes > bytesMax
    if (!isCut) yield chunk
    else if (end >= 0) yield chunk.subarray(end)
    lineBytes = end < 0 ? lineBytes + chunk.length : chunk.length - chunk.lastIndexOf(0x0a) - 1
  }
}
