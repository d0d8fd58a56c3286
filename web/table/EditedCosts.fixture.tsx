import { useMemo, useState } from 'react'
import { SaidError } from '#web/trpc.ts'
import { DataTable, ROW_HEIGHTS } from './DataTable.tsx'
import { editableColumn } from './editable-column.tsx'
import { EditStore, type SavedChange } from './edit-store.ts'
import { SaveBar } from './SaveBar.tsx'
import type { TableColumn } from './table-column.ts'
import { tableEditor } from './table-editor.ts'
import { useTable } from './use-table.ts'

interface Cost {
  sku: string
  name: string
  unitCost: string | null
  freight: string | null
  note: string | null
}

const COSTS: Cost[] = [
  { sku: 'SKU-1001', name: 'Steel water bottle, 750 ml', unitCost: '5.60', freight: '0.56', note: null },
  {
    sku: 'SKU-1014',
    name: 'Bamboo cutting board, large',
    unitCost: '7.25',
    freight: '0.91',
    note: 'New supplier',
  },
  { sku: 'SKU-1022', name: 'Glass storage jar, set of 6', unitCost: null, freight: null, note: null },
  { sku: 'SKU-1041', name: 'Exercise mat, 6 mm', unitCost: '6.10', freight: '1.20', note: null },
  {
    sku: 'SKU-1099',
    name: 'Drawer organiser, given by the supplier',
    unitCost: '4.00',
    freight: '0.40',
    note: null,
  },
]
const idOf = ({ sku }: Cost) => sku
const isFixed = ({ sku }: Cost) => sku === 'SKU-1099'

interface EditedCostsProps {
  /** What is typed already. */
  typed?: readonly { row: string; column: string; typed: string }[]
  /** Why saving fails. */
  failure?: string
}

/** Invented costs that are typed into, and saved nowhere. */
export function EditedCosts({ typed = [], failure }: EditedCostsProps) {
  const [rows, setRows] = useState(COSTS)
  const [store] = useState(() => {
    const made = new EditStore()
    made.change(typed, () => false)
    return made
  })
  const columns = useMemo((): TableColumn<Cost>[] => {
    const money = { min: '0', max: '9999', fractionDigits: [2, 4] as const }
    return [
      { id: 'name', title: 'Product', kind: 'text', width: 260, value: ({ name }) => name },
      { id: 'sku', title: 'SKU', kind: 'text', width: 100, value: idOf },
      editableColumn<Cost>({
        id: 'unitCost',
        title: 'Unit cost',
        width: 100,
        store,
        rowId: idOf,
        isFixed,
        number: money,
        isRequired: true,
        value: ({ unitCost }) => unitCost,
      }),
      editableColumn<Cost>({
        id: 'freight',
        title: 'Freight',
        width: 100,
        store,
        rowId: idOf,
        isFixed,
        number: money,
        value: ({ freight }) => freight,
      }),
      editableColumn<Cost>({
        id: 'note',
        title: 'Note',
        width: 200,
        store,
        rowId: idOf,
        value: ({ note }) => note,
      }),
    ]
  }, [store])
  const table = useTable({ columns, rows, rowId: idOf })
  const save = async (changes: readonly SavedChange[]) => {
    if (failure !== undefined) throw new SaidError(failure)
    setRows(
      rows.map((row) =>
        changes
          .filter((change) => change.row === row.sku)
          .reduce((saved, { column, value }) => ({ ...saved, [column]: value }), row),
      ),
    )
  }
  return (
    <div style={{ width: '100%' }}>
      <DataTable
        table={table}
        label="Costs"
        rowHeight={ROW_HEIGHTS.normal}
        editor={tableEditor(table, store)}
      />
      <SaveBar store={store} columns={columns} onSave={save} />
    </div>
  )
}
