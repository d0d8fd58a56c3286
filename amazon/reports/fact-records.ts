/** Rows of a file become records; a row that can't be read becomes a refusal with its reason. */
import type { FactTable } from '../facts.ts'
import { FACTS, FACT_TABLES } from '../facts.ts'
import type { BrokenRow, Row } from '../files/csv.ts'
import { RefusedRecord } from './cells.ts'
import type { FactRecord } from './report-type.ts'

/** Characters kept of a refused record. */
const REFUSED_TEXT_MAX = 2000

export const refused = (lineNumber: number, reason: string, text: string, table?: string): FactRecord => ({
  refused: reason,
  lineNumber,
  text: text.slice(0, REFUSED_TEXT_MAX),
  ...(table !== undefined && { table }),
})

/** Turns rows into fact rows; a row that gives no fact is refused with its reason. */
export async function* factsOf(
  rows: AsyncIterable<Row | BrokenRow>,
  table: FactTable,
  read: (row: Row) => FactRecord[],
): AsyncGenerator<FactRecord> {
  for await (const row of rows) {
    if (!('cells' in row)) {
      yield refused(row.lineNumber, row.problem, row.text, table)
      continue
    }
    let facts: FactRecord[]
    try {
      facts = read(row)
    } catch (error) {
      if (!(error instanceof RefusedRecord)) throw error
      facts = [refused(row.lineNumber, error.message, row.cells.join('\t'), table)]
    }
    yield* facts
  }
}

const EMPTY_ROWS = Object.fromEntries(
  FACT_TABLES.map((table) => [
    table,
    Object.fromEntries(Object.keys(FACTS[table]).map((column) => [column, null])),
  ]),
)

/**
 * A row of a table with nothing in it yet. Rows are filled rather than built, because objects that grow column by
 * column cost thirty times as much.
 */
export const emptyRow = (table: FactTable): Record<string, string | null> => ({ ...EMPTY_ROWS[table] })
