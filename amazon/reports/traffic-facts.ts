/** What both forms of the report of sales and traffic share: the JSON of the API and the CSV of Seller Central. */
import type { FactTable } from '../facts.ts'
import { PAGES, readingOf } from '../facts.ts'
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

type Values = Readonly<Record<string, string | null>>

/**
 * Whether a day has sales and nobody who looked. Amazon tells the sales of the newest days first, and
 * 0 for their visitors until it has counted them, up to 72 hours later (github.com/amzn/selling-partner-api-docs/issues/2303, 2439).
 */
export const lacksVisits = ({ units_ordered, sessions, page_views }: Values): boolean =>
  Number(units_ordered) > 0 && sessions === '0' && Number(page_views) === 0

/** The same, with nothing said of its visitors. */
export const withoutVisits = <Row extends Values>(values: Row): Row => ({
  ...values,
  ...Object.fromEntries(Object.keys(PAGES).map((column) => [column, null])),
})
