/** A table that the server cuts into pages, as a file. */
import type { KeyedRow, Listing } from '#contract/answer.ts'
import { LISTED_ROWS_MAX } from '#contract/dashboards/grouping.ts'
import type { ExportedRows } from '#web/table/export-choice.ts'
import type { Exported } from '#web/table/ExportMenu.tsx'
import { rowsFact, rowsOf, sheetOf, sheetsTogether, type Sheet } from '#web/table/sheet.ts'
import type { TableModel } from '#web/table/use-table.ts'
import { notAllocatedIn, tableRow, totalIn, type TableRow } from './keyed-rows.ts'

/** So many rows fit into a file, which says where it ends. */
const EXPORTED_MAX = 100_000

interface KeyedExport<Row extends KeyedRow> {
  table: TableModel<TableRow<Row>>
  rows: ExportedRows
  /** Of the answer that the table shows. */
  rowCount: number
  currencyCode: string
  /** A search or a filter leaves out some of the rows of the total. */
  isNarrowed: boolean
  /** Answers are not kept: together they may be large. */
  read: (page: { pageNumber: number; pageSize: number }) => Promise<Listing<Row>>
}

/** The page in sight, or all pages, in the order of the table. */
export async function keyedExport<Row extends KeyedRow>(of: KeyedExport<Row>): Promise<Exported> {
  const { table, rows, rowCount, currencyCode, isNarrowed, read } = of
  const part = (held: readonly TableRow<Row>[]): Sheet => sheetOf(table.columns, held, currencyCode)
  if (rows === 'shown') {
    const held = rowsOf(table.lines)
    const listed = held.filter(({ kind }) => kind === 'row').length
    return { sheet: part(held), facts: [rowsFact(listed, rowCount, 'the page shown')] }
  }
  const first = await read({ pageNumber: 1, pageSize: LISTED_ROWS_MAX })
  const parts: [Sheet, ...Sheet[]] = [part([totalIn(first, isNarrowed), ...first.rows.map(tableRow)])]
  let count = first.rows.length
  for (let pageNumber = 2; pageNumber <= first.pageCount && count < EXPORTED_MAX; pageNumber++) {
    const next = await read({ pageNumber, pageSize: LISTED_ROWS_MAX })
    parts.push(part(next.rows.map(tableRow)))
    count += next.rows.length
  }
  return {
    sheet: sheetsTogether([...parts, part(notAllocatedIn(first))]),
    facts: [rowsFact(count, first.rowCount, 'a file holds no more')],
    isReadNow: true,
  }
}
