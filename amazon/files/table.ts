/** A table in a file, whatever it is written in: tabs, commas, semicolons, a sheet. */
import type { FileHead, RecordInput } from '../reports/report-type.ts'
import type { BrokenRow, Delimiter, Row } from './csv.ts'
import { csvRows } from './csv.ts'
import type { Columns, FoundHeader } from './header.ts'
import { findHeader, fold, isBetter, splitHead } from './header.ts'
import type { SheetRow } from './workbook.ts'

export interface Table {
  header: FoundHeader
  /** Null for a sheet. */
  delimiter: Delimiter | null
  quoted: boolean
}

/** The best place for these columns in the head of a file, even if some are missing. */
export function findTable(head: FileHead, columns: Columns): Table | undefined {
  const layouts = head.sheet ? [{ delimiter: null, quoted: false, rows: head.sheet }] : splitHead(head.text)
  let best: Table | undefined
  for (const { delimiter, quoted, rows } of layouts) {
    const header = findHeader(rows, columns)
    if (header && (!best || isBetter(header, best.header))) best = { header, delimiter, quoted }
  }
  return best
}

/** What stands above the headings, which explains the file. */
export const textAbove = ({ sheet, text }: FileHead, lineIndex: number): string =>
  sheet ? sheet.slice(0, lineIndex).flat().join('\n') : text.split('\n', lineIndex).join('\n')

export const isWhole = (table: Table | undefined): table is Table => table?.header.missing.length === 0

/**
 * The rows below the headings, blank ones left out. Headings repeated are a broken row, and so is one of another width, unless
 * all that it lacks are cells at its end that nobody reads: Excel leaves them out where many rows have none. Of the last row it
 * may be that the file was cut there, in the middle of a cell that is read.
 */
export async function* tableRows(input: RecordInput, table: Table): AsyncGenerator<Row | BrokenRow> {
  const { header, delimiter } = table
  const isSheet = delimiter === null
  const problemOf = problemIn(header, isSheet)
  const broken = ({ lineNumber, cells }: Row, problem: string): BrokenRow => ({
    lineNumber,
    problem,
    text: cells.join(delimiter ?? '\t'),
  })
  let short: Row | undefined
  for await (const row of rawRows(input, table)) {
    if (!('cells' in row)) {
      yield row
      continue
    }
    const { cells } = row
    if (cells.every((cell) => cell.trim() === '')) continue
    if (short) yield short
    const problem = problemOf(cells)
    short = !problem && !isSheet && cells.length < header.cells.length ? row : undefined
    if (!short) yield problem ? broken(row, problem) : row
  }
  if (short) yield broken(short, widthProblem(short.cells, header))
}

const widthProblem = (cells: readonly string[], header: FoundHeader): string =>
  `The line has ${cells.length} cells, the headings have ${header.cells.length}`

/** What keeps cells from being a row under these headings. A sheet leaves empty cells at the end of a row out. */
function problemIn(header: FoundHeader, isSheet: boolean): (cells: readonly string[]) => string | undefined {
  const width = header.cells.length
  const read = Math.max(...Object.values(header.cellOf)) + 1
  const headings = header.cells.map(fold)
  return (cells) => {
    if (headings.every((heading, index) => fold(cells[index] ?? '') === heading))
      return 'The headings stand here again'
    const isShort = cells.length < read && !isSheet
    const isLong = cells.length > width && cells.slice(width).some((cell) => cell.trim() !== '')
    return isShort || isLong ? widthProblem(cells, header) : undefined
  }
}

/** Everything below the headings, as it stands. */
export function rawRows(
  input: RecordInput,
  { header, delimiter, quoted }: Table,
): AsyncGenerator<Row | BrokenRow> {
  const above = header.lineIndex + 1
  return delimiter ? csvRows(input.text(), delimiter, quoted, above) : sheetRows(input.rows(), above)
}

async function* sheetRows(rows: AsyncIterable<SheetRow>, rowsSkipped: number): AsyncGenerator<Row> {
  let lineNumber = 0
  for await (const row of rows) if (++lineNumber > rowsSkipped) yield { lineNumber, ...row }
}

/** What cells of a row say by which the decimal mark can be told: a sheet stores its numbers without their spelling. */
export const spellingsIn = ({ cells, isNumber }: Row, wanted: readonly number[]): string[] =>
  wanted.filter((cell) => !isNumber?.[cell]).map((cell) => cells[cell] ?? '')
