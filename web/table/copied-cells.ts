import { tsvText } from './delimited-text.ts'
import type { GridPosition } from './grid-keys.ts'
import { sheetOf } from './sheet.ts'
import type { CellValue, TableColumn } from './table-column.ts'
import type { TableLine } from './table-line.ts'

interface CopyRequest<Row> {
  columns: readonly TableColumn<Row>[]
  lines: readonly TableLine<Row>[]
  at: GridPosition
  /** Cells before the first column: the check box. */
  lead: number
  range: { from: GridPosition; to: GridPosition } | null
  /** Rows that were chosen. */
  selected: ReadonlySet<string> | null
}

/** Beside the text: what was copied as our own tables read it, because a text leaves open what its comma is. */
export const OWN_CELLS = 'application/x-sextant-cells'

interface Copied {
  /** For spreadsheets. */
  text: string
  /** Raw values, which `ownCells` reads. */
  cells: string
}

/**
 * What copying gives: a range of cells, else the rows that were chosen with their heads, else the raw number of
 * one cell. Null where there is nothing.
 */
export function copiedCells<Row>({
  columns,
  lines,
  at,
  lead,
  range,
  selected,
}: CopyRequest<Row>): Copied | null {
  if (range) {
    const between = columns.slice(Math.max(range.from.column - lead, 0), range.to.column - lead + 1)
    const rows = lines.slice(range.from.row, range.to.row + 1)
    return copied(rows.map(({ row }) => between.map(({ value }) => value(row))))
  }
  if (selected && selected.size > 0) {
    const { heads, rows } = sheetOf(
      columns,
      lines.filter(({ id }) => selected.has(id)),
    )
    return rows.length > 0 ? copied([heads, ...rows]) : null
  }
  const line = lines[at.row]
  const value = line && columns[at.column - lead]?.value(line.row)
  return value == null ? null : { ...copied([[value]]), text: String(value) }
}

const copied = (rows: readonly (readonly CellValue[])[]): Copied => ({
  text: tsvText(rows),
  cells: JSON.stringify(rows.map((row) => row.map((value) => (value == null ? '' : String(value))))),
})

/** The raw values of what one of our tables copied; null where it was copied elsewhere. */
export function ownCells(cells: string): string[][] | null {
  try {
    const rows: unknown = JSON.parse(cells)
    const isTexts = (row: unknown) => Array.isArray(row) && row.every((cell) => typeof cell === 'string')
    return Array.isArray(rows) && rows.every(isTexts) ? (rows as string[][]) : null
  } catch {
    return null
  }
}
