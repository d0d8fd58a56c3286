import { DataTable, ROW_HEIGHTS } from './DataTable.tsx'
import { SAMPLE_COSTS, SAMPLE_MONTHS, SAMPLE_TOTAL, type SampleCost } from './sample-tree.fixture.ts'
import { useTable } from './use-table.ts'

const idOf = ({ id }: SampleCost) => id
const partsOf = ({ parts }: SampleCost) => parts

/** Invented costs as a tree. */
export function CostTable() {
  const table = useTable({
    columns: SAMPLE_MONTHS,
    rows: SAMPLE_COSTS,
    rowId: idOf,
    childrenOf: partsOf,
    totals: SAMPLE_TOTAL,
  })
  return <DataTable table={table} label="Costs" rowHeight={ROW_HEIGHTS.pivot} maxHeight="20rem" />
}
