import type { RefusedRow } from '#contract/imports.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { Identifier } from '#web/ui/Identifier.tsx'
import { wholeText } from '#web/ui/numbers.ts'

const SHOWN_MAX = 20

const COLUMNS: readonly SimpleColumn<RefusedRow>[] = [
  { id: 'line', title: 'Line', kind: 'number', cell: ({ lineNumber }) => wholeText(lineNumber) },
  {
    id: 'reason',
    title: 'Reason',
    kind: 'text',
    cell: ({ reason }) => reason,
    cellHint: ({ reason }) => reason,
  },
  {
    id: 'text',
    title: 'As it stands in the file',
    kind: 'text',
    cell: ({ text }) => <Identifier>{text.replaceAll('\t', ' ⇥ ')}</Identifier>,
    cellHint: ({ text }) => text,
  },
]

/** The first rows that could not be taken, as they stand in the file. */
export const RefusedRows = ({ rows }: { rows: readonly RefusedRow[] }) => (
  <SimpleTable
    label="Refused rows"
    columns={COLUMNS}
    rows={rows.slice(0, SHOWN_MAX)}
    rowId={({ table, lineNumber, reason }) => `${table}.${lineNumber}.${reason}`}
  />
)
