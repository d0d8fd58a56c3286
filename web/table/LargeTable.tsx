import { useDeferredValue, useMemo, useState } from 'react'
import { TextField } from '#web/ui/TextField.tsx'
import { DataTable } from './DataTable.tsx'
import { SAMPLE_COLUMNS, type SampleProduct } from './sample-products.ts'
import { useTable } from './use-table.ts'

const idOf = ({ id }: SampleProduct) => id

/** Very many rows and columns with a search box: what the table promises to bear, and what is measured. */
export function LargeTable({ products }: { products: readonly SampleProduct[] }) {
  const [search, setSearch] = useState('')
  // The box answers at once; the rows follow when there is time.
  const looked = useDeferredValue(search.trim().toLowerCase())
  const rows = useMemo(
    () => products.filter(({ name, sku }) => `${name} ${sku}`.toLowerCase().includes(looked)),
    [products, looked],
  )
  const table = useTable({ id: 'gallery.large', columns: SAMPLE_COLUMNS, rows, rowId: idOf })
  return (
    <>
      <TextField label="Search" value={search} onChange={setSearch} />
      <DataTable table={table} label="Ten thousand products" maxHeight="calc(100dvh - 12rem)" />
    </>
  )
}
