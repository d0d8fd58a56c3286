/** Reading a report that is a table, by the keys of its columns. */
import type { FactTable } from '../facts.ts'
import { readingOf } from '../facts.ts'
import { decimalMarkOf } from '../files/decimal-text.ts'
import type { Columns } from '../files/header.ts'
import { headingOf } from '../files/header.ts'
import type { Table } from '../files/table.ts'
import { findTable, isWhole, tableRows } from '../files/table.ts'
import type { CellRules } from './cells.ts'
import { RefusedRecord, readCell } from './cells.ts'
import { emptyRow, factsOf } from './fact-records.ts'
import type { FactRecord, FileHead, RecordInput } from './report-type.ts'

/** One row, its cells by column key. */
export class Cells {
  readonly #cells: readonly string[]
  readonly #table: Table
  readonly #columns: Columns
  readonly #rules: CellRules
  readonly lineNumber: number

  constructor(
    cells: readonly string[],
    lineNumber: number,
    table: Table,
    columns: Columns,
    rules: CellRules,
  ) {
    this.#cells = cells
    this.lineNumber = lineNumber
    this.#table = table
    this.#columns = columns
    this.#rules = rules
  }

  /** Whether the file has the column at all. */
  has(column: string): boolean {
    return this.#table.header.cellOf[column] !== undefined
  }

  /** The trimmed text of a cell; empty where the file has no such column. */
  text(column: string): string {
    const index = this.#table.header.cellOf[column]
    return index === undefined ? '' : (this.#cells[index] ?? '').trim()
  }

  get decimalMark(): '.' | ',' {
    return this.#rules.decimalMark
  }

  /** The heading that the file gives to a column. */
  heading(column: string): string {
    return headingOf(this.#table.header, column, this.#columns[column]!)
  }

  /** A cell in canonical form, null where it is empty. */
  value(column: string, reading: Parameters<typeof readCell>[2]): string | null {
    return readCell(this.heading(column), this.text(column), reading, this.#rules)
  }

  /** A cell that may not be empty. */
  required(column: string, reading: Parameters<typeof readCell>[2]): string {
    const value = this.value(column, reading)
    if (value === null) throw new RefusedRecord(`${this.heading(column)}: missing`)
    return value
  }

  /** A fact row with the columns that have the name and reading of its table. */
  facts(table: FactTable, columns: readonly string[]): Record<string, string | null> {
    const values = emptyRow(table)
    for (const column of columns) values[column] = this.value(column, readingOf(table, column)!)
    return values
  }

  refuse(column: string, expected: string): RefusedRecord {
    return new RefusedRecord(
      `${this.heading(column)}: "${this.text(column).slice(0, 100)}" is not ${expected}`,
    )
  }
}

/** The currency of a row, which may not be empty. */
export function currencyIn(cells: Cells): string {
  const currency = cells.required('currency', 'text').toUpperCase()
  if (!/^[A-Z]{3}$/.test(currency)) throw cells.refuse('currency', 'a currency code such as EUR')
  return currency
}

export const hasTable = (head: FileHead, columns: Columns): boolean => isWhole(findTable(head, columns))

/** Rows that decide how amounts are written. */
const SAMPLE_ROWS = 2000

/** The fact rows of a table. `amountColumns` hold amounts, by which the decimal mark of the file is found. */
export async function* tableFacts(
  input: RecordInput,
  columns: Columns,
  factTable: FactTable,
  amountColumns: readonly string[],
  read: (cells: Cells) => FactRecord[],
  table = findTable(input.head, columns),
): AsyncGenerator<FactRecord> {
  if (!table) return
  const rules = { decimalMark: await decimalMarkIn(input, table, amountColumns) }
  yield* factsOf(tableRows(input, table), factTable, (row) =>
    read(new Cells(row.cells, row.lineNumber, table, columns, rules)),
  )
}

/** How the amounts of a table are written. */
export async function decimalMarkIn(
  input: RecordInput,
  table: Table,
  columns: readonly string[],
): Promise<'.' | ','> {
  // A workbook stores numbers, not their spelling.
  if (table.delimiter === null) return '.'
  const indexes = columns.map((column) => table.header.cellOf[column]).filter((index) => index !== undefined)
  const amounts: string[] = []
  let rows = 0
  for await (const row of tableRows(input, table)) {
    if ('cells' in row) amounts.push(...indexes.map((index) => row.cells[index] ?? ''))
    if (++rows >= SAMPLE_ROWS) break
  }
  // A semicolon stands between cells where a comma stands in numbers.
  return decimalMarkOf(amounts, table.delimiter === ';' ? ',' : '.')
}
