import { tsvText } from '#contract/delimited-text.ts'
import { DELIMITED_NOTATION } from '#web/ui/delimited-notation.ts'
import type { GridPosition } from './grid-keys.ts'
import { headOf } from './sheet.ts'
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
    return copied(
      rows.map(({ row }) => between.map((column) => valueAt(column, row))),
      between,
    )
  }
  if (selected && selected.size > 0) {
    const chosen = lines.filter(({ id }) => selected.has(id))
    if (chosen.length === 0) return null
    return copied(
      [columns.map(headOf), ...chosen.map(({ row }) => columns.map((column) => valueAt(column, row)))],
      columns,
    )
  }
  const line = lines[at.row]
  const column = columns[at.column - lead]
  const value = line && column && valueAt(column, line.row)
  if (value == null) return null
  const one = copied([[value]], [column!])
  // An identifier stays as it is.
  return column!.kind === 'number' ? one : { ...one, text: String(value) }
}

/** What is seen is copied, also where it is typed and not saved. */
const valueAt = <Row>({ edit, value }: TableColumn<Row>, row: Row): CellValue =>
  edit ? edit.current(row) : value(row)

const copied = <Row>(
  rows: readonly (readonly CellValue[])[],
  columns: readonly Pick<TableColumn<Row>, 'kind'>[],
): Copied => ({
  text: tsvText(rows, {
    notation: DELIMITED_NOTATION,
    isNumber: (_, column) => columns[column]?.kind === 'number',
  }),
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
