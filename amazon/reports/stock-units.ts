import { parseDecimal, toText, ZERO } from '#contract/decimal.ts'
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
  for (const column of columns) values[column] = unitsOf(cells, column)
  return values
}

/** Units that stand in several columns, as far as the file has these; null where one of their cells is empty. */
export function unitsTogether(cells: Cells, columns: readonly string[]): string | null {
  const units = columns.filter((column) => cells.has(column)).map((column) => unitsOf(cells, column))
  return units.length === 0 || units.includes(null)
    ? null
    : toText(
        units.reduce((sum, one) => sum + parseDecimal(one!), ZERO),
        0,
      )
}

function unitsOf(cells: Cells, column: string): string | null {
  const units = cells.value(column, 'integer')
  if (units?.startsWith('-')) throw cells.refuse(column, 'a number of units')
  return units
}
