import { FACTS, type FactTable } from '#amazon/index.ts'
import { MADE_AT } from './reading-moments.ts'

const PLACE = 'import_id, line_no, part'

/**
 * SQL of the places of the rows that count where several files say something of one thing (`claim`): one of them does, whole:
 * the one that Amazon made last, because it corrects what it said, also downwards; where that is not known the one with most
 * rows of it, then with the greatest numbers, because Amazon adds to days that are over, then by content. None of these reports
 * states itself when it was made. What a file may say once only is one by its `rowKey`.
 */
export function fullestOf(
  table: FactTable,
  { where, claim, rowKey }: { where: string; claim: string; rowKey?: string },
): string {
  const columns = Object.entries(FACTS[table])
  const numbers = columns
    .filter(([, reading]) => reading === 'integer' || reading === 'decimal')
    .map(([column]) => `toDecimal128(ifNull(${column}, 0), 9)`)
  const cells = columns.map(([column]) => `ifNull(toString(${column}), '')`)
  const once = rowKey
    ? `ORDER BY numbers DESC, hash, line_no LIMIT 1 BY import_id, account_id, ${rowKey}`
    : ''
  return `
    SELECT ${PLACE} FROM (
      SELECT ${PLACE}, dense_rank() OVER (PARTITION BY ${claim} ORDER BY made_at DESC, held DESC, total DESC, content, import_id) AS place
      FROM (
        SELECT *, count() OVER reading AS held, sum(numbers) OVER reading AS total, sum(hash) OVER reading AS content
        FROM (
          SELECT *, arraySum([${numbers.join(', ')}]) AS numbers, cityHash64([${cells.join(', ')}]) AS hash, ${MADE_AT} AS made_at
          FROM ${table} WHERE ${where}
          ${once})
        WINDOW reading AS (PARTITION BY ${claim}, import_id)))
    WHERE place = 1`
}
