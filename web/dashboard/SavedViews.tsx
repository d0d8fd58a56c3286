import { Bookmark } from 'lucide-react'
import { lazy } from 'react'
import type { SavedViewPage } from '#contract/dashboards/saved-views.ts'
import { TableMenu } from '#web/table/TableMenu.tsx'
import type { TableModel } from '#web/table/use-table.ts'
import type { DashboardFrame } from './use-dashboard.ts'

const ViewList = lazy(async () => ({ default: (await import('./ViewList.tsx')).ViewList }))

interface SavedViewsProps<Row> {
  /** Under this name the views of the page are kept. */
  id: SavedViewPage
  // The list changes the view and never reads single values.
  // oxlint-disable-next-line typescript/no-explicit-any
  frame: DashboardFrame<any>
  table: TableModel<Row>
}

/** Views of a page that somebody gave a name: its filters, order and columns. */
export const SavedViews = <Row,>({ id, frame, table }: SavedViewsProps<Row>) => (
  <TableMenu label="Views" icon={Bookmark}>
    {(close) => <ViewList id={id} frame={frame} table={table} onClose={close} />}
  </TableMenu>
)
