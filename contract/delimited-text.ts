/**
 * What a cell holds, unformatted: decimal text for money, a number for counts and ratios. Null is a value that does
 * not exist, an empty text is nothing to say, and undefined is still being read.
 */
export type CellValue = string | number | null | undefined

/** Rows as text that spreadsheets open without running anything in it. */
type Rows = readonly (readonly CellValue[])[]

/** RFC 4180, with a byte order mark, so that spreadsheets read it as UTF-8. */
export const csvText = (rows: Rows): string => `\uFEFF${csvLines(rows)}`

/** The same without the mark, which programs take for a part of the first heading. */
export const csvLines = (rows: Rows): string =>
  rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('')

/** What spreadsheets take from the clipboard. A tab or line break within a field would end it, and becomes a space. */
export const tsvText = (rows: Rows): string =>
  rows.map((row) => row.map((value) => harmlessText(value).replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n')

function csvField(value: CellValue): string {
  const text = harmlessText(value)
  return /[",\r\n]/.test(text) ? quoted(text) : text
}

export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/
/** How a spreadsheet recognises a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/

/** A text that a spreadsheet would run gets an apostrophe before it; a number stays a number. */
export function harmlessText(value: CellValue): string {
  const text = value == null ? '' : String(value)
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
}
