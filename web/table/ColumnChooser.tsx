import { Columns3 } from 'lucide-react'
import { lazy } from 'react'
import { TableMenu } from './TableMenu.tsx'
import type { TableModel } from './use-table.ts'

// Dragging is large, and most visits change no column.
const ColumnList = lazy(async () => ({ default: (await import('./ColumnList.tsx')).ColumnList }))

/** Which columns are shown, in which order, and which stay at the right edge. The table remembers it, and its widths. */
export const ColumnChooser = <Row,>({ table }: { table: TableModel<Row> }) => (
  <TableMenu label="Columns" icon={Columns3}>
    {() => <ColumnList {...table} />}
  </TableMenu>
)
