import { useState } from 'react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { exactText } from '#web/ui/numbers.ts'
import { SimpleTable, type SimpleColumn } from './SimpleTable.tsx'

interface Term {
  name: string
  rows: string
  value: string
}
const TERMS: Term[] = [
  { name: 'Referral', rows: '1,204 rows', value: '-39424.10' },
  { name: 'Fulfilment', rows: '3,311 rows', value: '-42454.00' },
]
const COLUMNS: SimpleColumn<Term>[] = [
  { id: 'name', title: 'Part', kind: 'text', isName: true, cell: ({ name }) => name },
  { id: 'rows', title: 'Rows', kind: 'number', isMuted: true, cell: ({ rows }) => rows },
  { id: 'value', title: 'Value', kind: 'number', cell: ({ value }) => exactText(value, 'EUR') },
]
const withoutHead = COLUMNS.map((column) => ({ ...column, isTitleHidden: true }))
const nameOf = ({ name }: Term) => name

const sortable = COLUMNS.map((column) => ({ ...column, isSortable: column.id !== 'rows' }))

function Sorted() {
  const [{ by, isDescending }, setSort] = useState({ by: 'name', isDescending: false })
  const sorted = TERMS.toSorted((a, b) =>
    by === 'name' ? a.name.localeCompare(b.name) : Number(a.value) - Number(b.value),
  )
  return (
    <SimpleTable
      label="Parts in order"
      columns={sortable}
      rows={isDescending ? sorted.toReversed() : sorted}
      rowId={nameOf}
      sorting={{
        by,
        isDescending,
        onSort: (id) => setSort({ by: id, isDescending: id === by ? !isDescending : false }),
      }}
    />
  )
}

export const gallery: GalleryPage = {
  group: 'Table',
  title: 'Simple table',
  states: [
    {
      name: 'With heads',
      render: () => <SimpleTable label="Parts" columns={COLUMNS} rows={TERMS} rowId={nameOf} />,
    },
    { name: 'Put in order by its heads', render: () => <Sorted /> },
    {
      name: 'A sum written out',
      render: () => (
        <SimpleTable
          label="How it is made"
          columns={withoutHead}
          rows={TERMS}
          rowId={nameOf}
          result={{ name: 'Amazon fees', rows: '', value: '-81878.10' }}
          isDense
        />
      ),
    },
  ],
}
