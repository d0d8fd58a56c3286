import type { FactTable } from '../facts.ts'
import { emptyRow } from './fact-records.ts'
import type { Cells } from './tabular.ts'

/** A row of stock with what the file says of these columns. */
export function unitsIn(
  cells: Cells,
  table: FactTable,
  columns: readonly string[],
): Record<string, string | null> {
  const values = emptyRow(table)
  for (const column of columns) {
    const units = cells.value(column, 'integer')
    if (units?.startsWith('-')) throw cells.refuse(column, 'a number of units')
    values[column] = units
  }
  return values
}
