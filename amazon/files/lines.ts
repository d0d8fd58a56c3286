/** Opens a tab-separated report for the warehouse, which takes the lines apart itself. */
import type { LineReportType, OpenOptions, OpenedLines } from '../reports/report-type.ts'
import { csvRows } from './csv.ts'
import { instantFormats } from './day-order.ts'
import type { FoundHeader } from './header.ts'
import type { Sample } from './sampling.ts'
import { sampledDecimalMark, sampleOf } from './sampling.ts'
import type { TextFile } from './text-file.ts'

export async function openLines(
  type: LineReportType,
  header: FoundHeader,
  file: TextFile,
  options: OpenOptions,
): Promise<OpenedLines & { sample: Sample }> {
  const rows = sampledRows(file, header.lineIndex + 1)
  const { cellOf } = header
  const sample = sampleOf(cellOf, rows)
  const rest = file.isSampleCut ? () => csvRows(file.text(), '\t', false, header.lineIndex + 1) : undefined
  return {
    kind: 'lines',
    bytes: withoutLines(file.utf8(), header.lineIndex + 1),
    firstLineNumber: header.lineIndex + 2,
    cellOf,
    cellCount: cellCountOf(header, rows),
    decimalMark: sampledDecimalMark(type, cellOf, rows),
    instants: await instantFormats(type, cellOf, rows, { options, marketplaces: sample.marketplaces, rest }),
    sample,
  }
}

function sampledRows(file: TextFile, linesSkipped: number): string[][] {
  const lines = file.sampleText.split(/\r?\n/).slice(linesSkipped)
  if (file.isSampleCut) lines.pop()
  return lines.filter((line) => line.trim() !== '').map((line) => line.split('\t'))
}

/** As the headings have, unless all lines differ from them only by empty cells at the end. */
function cellCountOf({ cells }: FoundHeader, rows: readonly string[][]): number {
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
