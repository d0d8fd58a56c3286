import { tsvText } from '#contract/delimited-text.ts'
import type { GridPosition } from './grid-keys.ts'
import { sheetOf } from './sheet.ts'
import type { CellValue } from '#contract/delimited-text.ts'
import type { TableColumn } from './table-column.ts'
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
    return copied(rows.map(({ row }) => between.map((column) => valueAt(column, row))))
  }
  if (selected && selected.size > 0) {
    const chosen = lines.filter(({ id }) => selected.has(id))
    const { heads } = sheetOf(columns, [])
    if (chosen.length === 0) return null
    return copied([heads, ...chosen.map(({ row }) => columns.map((column) => valueAt(column, row)))])
  }
  const line = lines[at.row]
  const column = columns[at.column - lead]
  const value = line && column && valueAt(column, line.row)
  return value == null ? null : { ...copied([[value]]), text: String(value) }
}

/** What is seen is copied, also where it is typed and not saved. */
const valueAt = <Row>({ edit, value }: TableColumn<Row>, row: Row): CellValue =>
  edit ? edit.current(row) : value(row)

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
