/** A statement of the database has room for the cells of so many rows. */
const ROWS_PER_STATEMENT = 1_000

export function* inParts<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) yield rows.slice(at, at + ROWS_PER_STATEMENT)
}
