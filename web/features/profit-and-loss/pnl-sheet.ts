import { sheetOf, type Sheet } from '#web/table/sheet.ts'
import type { TableColumn } from '#web/table/table-column.ts'
import type { TableLine } from '#web/table/table-line.ts'
import type { StatementRow } from './pnl-rows.ts'

/** Names of lines may change; a program that reads the file goes by this. */
const ID: TableColumn<StatementRow> = {
  id: 'id',
  title: 'Id',
  kind: 'text',
  width: 0,
  value: ({ id }) => id,
}

/** The table as it is shown, folded rows left out, with unrounded values; shares are fractions. */
export function pnlSheet(
  columns: readonly TableColumn<StatementRow>[],
  lines: readonly Pick<TableLine<StatementRow>, 'row'>[],
): Sheet {
  const [name, ...numbers] = columns
  return sheetOf([...(name ? [name] : []), ID, ...numbers], lines)
}
