/** Finds the line that names the columns, by its content: position, file name and order of columns say nothing. */
import type { HeaderNames } from '../reports/report-type.ts'
import type { Delimiter } from './csv.ts'
import { quotedCells } from './csv.ts'

/** What is compared of a heading: no case, no blanks, no dash of any length, no `_`, `/`, no quotes or byte order mark. */
export const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[\s\p{Pd}_/"\ufeff]/gu, '')

export interface Column {
  names: HeaderNames
  required?: boolean
  /** The heading that is asked for where the file has none of them; the first when left out. */
  asked?: string
}
export type Columns = Record<string, Column>

export interface FoundHeader {
  /** 0-based index of the line, or of the row of a sheet. */
  lineIndex: number
  cells: readonly string[]
  /** Column key → 0-based cell. Where a file holds several spellings of a column, the one that stands first in its list. */
  cellOf: Record<string, number>
  matched: number
  /** Required headings that the line lacks. */
  missing: string[]
}

/** Longer than any heading that is known. */
const HEADING_LENGTH_SHOWN = 100

/** What the file calls a column; where it does not have it, what it is asked for as. */
export function headingOf({ cells, cellOf }: FoundHeader, key: string, { names, asked }: Column): string {
  const heading = (cells[cellOf[key] ?? -1] ?? '').replace(/["\s\ufeff]+/g, ' ').trim()
  return heading.slice(0, HEADING_LENGTH_SHOWN) || (asked ?? names[0]!)
}

/** What a file calls each of its columns. */
export const headingsOf = (header: FoundHeader, columns: Columns): Record<string, string> =>
  Object.fromEntries(Object.entries(columns).map(([key, column]) => [key, headingOf(header, key, column)]))

/** How many rows may stand above the headings: explanations in date-range reports, blank lines elsewhere. */
const PREAMBLE_ROWS_MAX = 100

/** The row that matches best; the first of several. Undefined where no row has even one of the headings. */
export function findHeader(rows: readonly (readonly string[])[], columns: Columns): FoundHeader | undefined {
  let best: FoundHeader | undefined
  for (const [lineIndex, cells] of rows.slice(0, PREAMBLE_ROWS_MAX).entries()) {
    const found = { lineIndex, cells, ...matchCells(cells.map(fold), columns) }
    if (found.matched > 0 && (!best || isBetter(found, best))) best = found
  }
  return best
}

export const isBetter = (a: FoundHeader, b: FoundHeader): boolean =>
  a.missing.length === 0 && b.missing.length === 0
    ? a.matched > b.matched
    : a.missing.length < b.missing.length || (a.missing.length === b.missing.length && a.matched > b.matched)

function matchCells(
  folded: readonly string[],
  columns: Columns,
): Pick<FoundHeader, 'cellOf' | 'matched' | 'missing'> {
  const cellOf: Record<string, number> = {}
  const missing: string[] = []
  for (const [key, { names, required, asked }] of Object.entries(columns)) {
    const cell = names.map((name) => folded.indexOf(fold(name))).find((index) => index >= 0)
    if (cell !== undefined) cellOf[key] = cell
    else if (required) missing.push(asked ?? names[0]!)
  }
  return { cellOf, matched: Object.keys(cellOf).length, missing }
}

export interface SplitHead {
  delimiter: Delimiter
  /** Whether quotes are to be understood, as in CSV, and not characters of the text, as in Amazon's tab files. */
  quoted: boolean
  rows: string[][]
}

/** The first lines, taken apart in every way in which a report can be separated. */
export function splitHead(text: string): SplitHead[] {
  const lines = text.split(/\r?\n/, PREAMBLE_ROWS_MAX)
  const delimiters = (['\t', ',', ';'] as const).filter((delimiter) => text.includes(delimiter))
  return delimiters.map((delimiter) => {
    // A spreadsheet that saves tabs quotes the headings; Amazon never does.
    const quoted = delimiter !== '\t' || lines.some((line) => /^"[^"\t]*"\t"/.test(line))
    return {
      delimiter,
      quoted,
      rows: lines.map((line) => (quoted ? quotedCells(line, delimiter) : undefined) ?? line.split(delimiter)),
    }
  })
}
