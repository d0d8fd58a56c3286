/** Reading a table whose days Amazon writes as `2026-03-31`, and a spreadsheet that saved the file in the manner of its place. */
import type { FactTable } from '../facts.ts'
import { dayReader } from '../files/day-order.ts'
import type { Columns } from '../files/header.ts'
import { findTable, tableRows } from '../files/table.ts'
import type { FactRecord, RecordInput } from './report-type.ts'
import type { Cells } from './tabular.ts'
import { tableFacts } from './tabular.ts'

const ORIGINAL = 'A spreadsheet wrote them: import the file as Amazon made it, or say which it is.'

/** The day in a column of a row; null where it is empty. */
export type DayIn = (column: string) => string | null

/**
 * As `tableFacts`, with the days of some columns. Only a spreadsheet writes slashes into these files, in the order of whoever
 * saved it: the marketplace says nothing of that, but any day above 12 does.
 */
export async function* datedFacts(
  input: RecordInput,
  columns: Columns,
  factTable: FactTable,
  { amounts = [], days }: { amounts?: readonly string[]; days: readonly string[] },
  read: (cells: Cells, dayIn: DayIn) => FactRecord[],
): AsyncGenerator<FactRecord> {
  const table = findTable(input.head, columns)
  if (!table) return
  const cells = days.map((column) => table.header.cellOf[column]).filter((cell) => cell !== undefined)
  const { dateOrder } = input.options
  const dayOf = await dayReader(
    () => tableRows(input, table),
    cells,
    dateOrder ? { dateOrder } : {},
    [],
    ORIGINAL,
  )
  yield* tableFacts(
    input,
    columns,
    factTable,
    amounts,
    (row) =>
      read(row, (column) => {
        const text = row.text(column)
        // What is no day there is none here, and is refused with the reason.
        return text === '' ? null : (dayOf(text) ?? row.value(column, 'day'))
      }),
    table,
  )
}
