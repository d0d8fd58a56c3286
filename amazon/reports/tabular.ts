/** Reading a report that is a table, by the keys of its columns. */
import type { FactTable } from '../facts.ts'
import { readingOf } from '../facts.ts'
import type { Row } from '../files/csv.ts'
import type { DecimalMark } from '../files/decimal-text.ts'
import { decimalMarkOf } from '../files/decimal-text.ts'
import type { Columns } from '../files/header.ts'
import { headingOf } from '../files/header.ts'
import type { Table } from '../files/table.ts'
import { findTable, isWhole, spellingsIn, tableRows } from '../files/table.ts'
import type { CellRules } from './cells.ts'
import { RefusedRecord, readCell, rulesIn } from './cells.ts'
import { emptyRow, factsOf } from './fact-records.ts'
import type { FactRecord, FileHead, RecordInput } from './report-type.ts'

/** One row, its cells by column key. */
export class Cells {
  readonly #row: Row
  readonly #table: Table
  readonly #columns: Columns
  readonly #rules: CellRules

  constructor(row: Row, table: Table, columns: Columns, rules: CellRules) {
    this.#row = row
    this.#table = table
    this.#columns = columns
    this.#rules = rules
  }

  get lineNumber(): number {
    return this.#row.lineNumber
  }

  /** Whether the file has the column at all. */
  has(column: string): boolean {
    return this.#table.header.cellOf[column] !== undefined
  }

  /** The trimmed text of a cell; empty where the file has no such column. */
  text(column: string): string {
    const index = this.#table.header.cellOf[column]
    return index === undefined ? '' : (this.#row.cells[index] ?? '').trim()
  }

  /** How the amounts of the file are written, or those of which somebody else says so, in the cell of a column. */
  rules(column: string, ofFile = this.#rules): CellRules {
    const index = this.#table.header.cellOf[column]
    return index === undefined ? ofFile : rulesIn(this.#row, index, ofFile)
  }

  /** The heading that the file gives to a column. */
  heading(column: string): string {
    return headingOf(this.#table.header, column, this.#columns[column]!)
  }

  /** A cell in canonical form, null where it is empty. */
  value(column: string, reading: Parameters<typeof readCell>[2], rules = this.#rules): string | null {
    return readCell(this.heading(column), this.text(column), reading, this.rules(column, rules))
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
  yield* factsOf(tableRows(input, table), factTable, (row) => read(new Cells(row, table, columns, rules)))
}

/** How the amounts of a table are written; null where nothing says it. */
export async function decimalMarkIn(
  input: RecordInput,
  table: Table,
  columns: readonly string[],
): Promise<DecimalMark | null> {
  const indexes = columns.map((column) => table.header.cellOf[column]).filter((index) => index !== undefined)
  const amounts: string[] = []
  let rows = 0
  for await (const row of tableRows(input, table)) {
    if ('cells' in row) amounts.push(...spellingsIn(row, indexes))
    if (++rows >= SAMPLE_ROWS) break
  }
  if (table.delimiter === null) return decimalMarkOf(amounts, null)
  if (table.delimiter !== ';') return decimalMarkOf(amounts, '.')
  // A semicolon stands between cells where a comma stands in numbers; and in Switzerland, where `1.234` is no thousand.
  return decimalMarkOf(amounts, amounts.some((amount) => amount.includes('.')) ? null : ',')
}
