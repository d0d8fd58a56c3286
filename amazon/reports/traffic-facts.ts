/** What both forms of the report of sales and traffic share: the JSON of the API and the CSV of Seller Central. */
import type { FactTable } from '../facts.ts'
import { readingOf } from '../facts.ts'
import { checkValue } from './facts-file.ts'
import { readCell, type CellRules } from './cells.ts'

/** One number of a row in canonical form, refused where it can't be one of its column. */
export function trafficNumber(
  table: FactTable,
  column: string,
  heading: string,
  text: string,
  rules?: CellRules,
): string | null {
  const value = readCell(heading, text.replace(/%$/, ''), readingOf(table, column)!, rules)
  if (value !== null) checkValue(table, column, value, heading)
  return value
}
