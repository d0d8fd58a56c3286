import { ListFilter } from 'lucide-react'
import { lazy } from 'react'
import { TableMenu } from '#web/table/TableMenu.tsx'
import type { NumberFilterListProps } from './NumberFilterList.tsx'

// Fields and lists are closed most of the time.
const NumberFilterList = lazy(async () => ({
  default: (await import('./NumberFilterList.tsx')).NumberFilterList,
}))

/** Which rows are listed, by what their numbers come to. */
export const NumberFilters = (props: NumberFilterListProps) => (
  <TableMenu label="Filter" icon={ListFilter}>
    {() => <NumberFilterList {...props} />}
  </TableMenu>
)
