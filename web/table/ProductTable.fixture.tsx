import { useMemo, useState } from 'react'
import { ColumnChooser } from './ColumnChooser.tsx'
import { DataTable, ROW_HEIGHTS, type TableCell } from './DataTable.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { SAMPLE_COLUMNS, sampleProducts, type SampleProduct } from './sample-products.ts'
import { rowsOf, sheetOf } from './sheet.ts'
import { useTable } from './use-table.ts'

const idOf = ({ id }: SampleProduct) => id
const COLUMNS = SAMPLE_COLUMNS.slice(0, 16)
const ALL: SampleProduct = {
  id: 'all',
  name: 'All products',
  sku: '',
  brand: '',
  numbers: [
    48_200,
    '1205000.40',
    '-373550.12',
    '-98000.00',
    '239400.11',
    0.1987,
    61_750,
    '1580400.00',
    '-489924.00',
    '-121800.50',
    '320711.50',
    0.2029,
  ],
}

interface ProductTableProps {
  count: number
  isLoading?: boolean
}

/** Invented products with all that a table can do: totals, groups, chosen rows, columns, export. */
export function ProductTable({ count, isLoading = false }: ProductTableProps) {
  const rows = useMemo(() => sampleProducts(count), [count])
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['2']))
  const [opened, setOpened] = useState<string | null>(null)
  const [explained, setExplained] = useState<TableCell<SampleProduct> | null>(null)
  const table = useTable({
    id: 'gallery.products',
    columns: COLUMNS,
    rows: isLoading ? [] : rows,
    rowId: idOf,
    totals: count > 0 && !isLoading ? ALL : undefined,
    selection: { selected, onSelect: setSelected },
  })
  return (
    <>
      <div>
        <ColumnChooser table={table} />
        <ExportMenu
          content={() => ({
            sheet: sheetOf(table.columns, rowsOf(table.lines)),
            facts: [['Company', 'Sample']],
          })}
          fileName="products"
          isDisabled={count === 0}
        />
        <output>
          {explained
            ? `${explained.column.title} of ${explained.row.name}`
            : opened === null
              ? 'Nothing is open'
              : `Row ${opened} is open`}
        </output>
      </div>
      <DataTable
        table={table}
        label="Products"
        rowHeight={ROW_HEIGHTS.dense}
        maxHeight="26rem"
        isLoading={isLoading}
        empty={<p>No products in these dates.</p>}
        marked={explained && { row: explained.row.id, columns: [explained.column.id] }}
        openedRow={opened}
        onExplain={(cell) => {
          setOpened(null)
          setExplained(cell)
        }}
        onOpen={({ id }) => {
          setExplained(null)
          setOpened(id)
        }}
        onLeave={() => {
          setExplained(null)
          setOpened(null)
        }}
      />
    </>
  )
}
