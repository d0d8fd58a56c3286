import { useMemo, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { ColumnChooser } from './ColumnChooser.tsx'
import { DataTable, ROW_HEIGHTS } from './DataTable.tsx'
import type { PagedQuery } from './paged-query.ts'
import { SAMPLE_COLUMNS, sampleProducts, type SampleProduct } from './sample-products.ts'
import { SimpleTable } from './SimpleTable.tsx'
import { sortRows } from './sort-rows.ts'
import { TablePager } from './TablePager.tsx'
import { TableToolbar } from './TableToolbar.tsx'
import { usePagedTable } from './use-paged-table.ts'

const ALL = sampleProducts(2_000)
const COLUMNS = SAMPLE_COLUMNS.slice(0, 10)
const PARTS = ['All', 'Northwind', 'Halden'] as const
type Part = (typeof PARTS)[number]

const idOf = ({ id }: SampleProduct) => id
const isPart = (part: Part, { brand }: SampleProduct) => part === 'All' || brand === part
const OPTIONS = PARTS.map((value) => ({
  value,
  label: value,
  count: ALL.filter((row) => isPart(value, row)).length,
}))

interface PagedProductsProps {
  chosen?: readonly string[]
  isBusy?: boolean
  search?: string
  page?: number
  pageSize?: number
  detailHeight?: number
}

/** Invented products, put in order, searched and cut into pages as a server would. */
export function PagedProducts(props: PagedProductsProps) {
  const { chosen = [], isBusy = false, search = '', page = 0, pageSize = 8, detailHeight } = props
  const [query, setQuery] = useState<PagedQuery>({ page, sort: null, search })
  const [part, setPart] = useState<Part>('All')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(chosen))
  const found = useMemo(() => {
    const rows = ALL.filter(
      (row) =>
        isPart(part, row) && `${row.name} ${row.sku}`.toLowerCase().includes(query.search.toLowerCase()),
    )
    const column = COLUMNS.find(({ id }) => id === query.sort?.column)
    return column ? sortRows(rows, column, query.sort!.isDescending) : rows
  }, [query.search, query.sort, part])
  const rows = useMemo(
    () => found.slice(query.page * pageSize, (query.page + 1) * pageSize),
    [found, query.page, pageSize],
  )
  const { table, paging } = usePagedTable({
    id: 'gallery.paged',
    columns: COLUMNS,
    rows,
    rowId: idOf,
    hasDetail: ({ numbers }) => numbers[0] !== null,
    selection: { selected, onSelect: setSelected },
    query,
    onQuery: (next) => setQuery(next),
    pageSize,
    total: found.length,
  })
  return (
    <div style={{ width: '100%' }}>
      <TableToolbar
        label="Products"
        search={{
          label: 'Search name or SKU',
          value: query.search,
          onChange: (text) => setQuery({ ...query, search: text, page: 0 }),
        }}
        segments={{
          label: 'Brand',
          options: OPTIONS,
          value: part,
          onChange: (value) => {
            setPart(value)
            setQuery({ ...query, page: 0 })
          },
        }}
        chosen={{
          selected,
          noun: 'product',
          onClear: () => setSelected(new Set()),
          actions: (
            <>
              <Button size="sm">Set lead time</Button>
              <Button size="sm">Add tag</Button>
            </>
          ),
        }}
      >
        <ColumnChooser table={table} />
      </TableToolbar>
      <DataTable
        table={table}
        label="Products"
        rowHeight={ROW_HEIGHTS.dense}
        isLoading={isBusy}
        {...(pageSize > 100 && { maxHeight: '24rem' })}
        empty={
          <StateMessage place="section" title="No products match">
            Nothing has “{query.search}” in its name or SKU.
          </StateMessage>
        }
        detail={{
          render: (row) => <ProductDetail row={row} />,
          ...(detailHeight !== undefined && { height: detailHeight }),
        }}
      />
      <TablePager paging={paging} label="Pages of products" isBusy={isBusy} />
    </div>
  )
}

function ProductDetail({ row }: { row: SampleProduct }) {
  const names = ['Germany', 'France']
  return (
    <div style={{ maxWidth: 420, padding: '4px 24px 10px 42px' }}>
      <SimpleTable
        label={`${row.name} by marketplace`}
        isDense
        rows={names.map((name, index) => ({ name, units: row.numbers[index * 6] ?? '–' }))}
        rowId={({ name }) => name}
        columns={[
          { id: 'name', title: 'Marketplace', kind: 'text', isName: true, cell: ({ name }) => name },
          { id: 'units', title: 'Units', kind: 'number', cell: ({ units }) => units },
        ]}
      />
    </div>
  )
}
