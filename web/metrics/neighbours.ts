import { isMetricId } from '#contract/metrics/metrics.ts'
import type { CellNeighbours } from '#web/dashboard/DashboardPage.tsx'
import { textOf, type ExplainedCell } from '#web/explain/explained-cell.ts'
import type { TableModel } from '#web/table/use-table.ts'

/** The numbers around one: in its column above and below it, in its row beside it. */
export function neighboursIn<Row>(
  { lines, columns }: TableModel<Row>,
  cell: ExplainedCell,
  cellOf: (row: Row, column: string) => ExplainedCell | null,
): CellNeighbours | null {
  const shown = columns.filter(({ id, isExplained }) => isMetricId(id) && isExplained !== false)
  const at = (line: number, column: number) => {
    const [row, { id } = { id: '' }] = [lines[line]?.row, shown[column]]
    return row ? cellOf(row, id) : null
  }
  const column = shown.findIndex(({ id }) => id === cell.metric)
  const name = textOf(cell)
  const line = lines.findIndex((_, index) => {
    const found = at(index, column)
    return found !== null && textOf(found) === name
  })
  if (line < 0) return null
  return {
    place: `${line + 1} of ${lines.length}`,
    previous: at(line - 1, column),
    next: at(line + 1, column),
    left: at(line, column - 1),
    right: at(line, column + 1),
  }
}
