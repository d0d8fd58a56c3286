import { tsvText } from './delimited-text.ts'
import type { GridPosition } from './grid-keys.ts'
import { sheetOf } from './sheet.ts'
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

/**
 * What copying gives: a range of cells, else the rows that were chosen with their heads, else the raw number of
 * one cell. Null where there is nothing.
 */
export function copiedText<Row>({
  columns,
  lines,
  at,
  lead,
  range,
  selected,
}: CopyRequest<Row>): string | null {
  if (range) {
    const between = columns.slice(Math.max(range.from.column - lead, 0), range.to.column - lead + 1)
    const rows = lines.slice(range.from.row, range.to.row + 1)
    return tsvText(rows.map(({ row }) => between.map(({ value }) => value(row))))
  }
  if (selected && selected.size > 0) {
    const { heads, rows } = sheetOf(
      columns,
      lines.filter(({ id }) => selected.has(id)),
    )
    return rows.length > 0 ? tsvText([heads, ...rows]) : null
  }
  const line = lines[at.row]
  const value = line && columns[at.column - lead]?.value(line.row)
  return value == null ? null : String(value)
}
