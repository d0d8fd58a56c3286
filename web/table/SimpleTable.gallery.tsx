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

export const gallery: GalleryPage = {
  group: 'Table',
  title: 'Simple table',
  states: [
    {
      name: 'With heads',
      render: () => <SimpleTable label="Parts" columns={COLUMNS} rows={TERMS} rowId={nameOf} />,
    },
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
