/**
 * What a cell holds, unformatted: decimal text for money, a number for counts and ratios. Null is a value that does
 * not exist, an empty text is nothing to say, and undefined is still being read.
 */
export type CellValue = string | number | null | undefined

/** Rows as text that spreadsheets open without running anything in it. */
type Rows = readonly (readonly CellValue[])[]

/** How a place writes numbers, and what its spreadsheets take for the end of a field. */
export interface DelimitedNotation {
  decimal: '.' | ','
  delimiter: ',' | ';'
}

/** What programs expect. */
export const PLAIN: DelimitedNotation = { decimal: '.', delimiter: ',' }

interface DelimitedOptions {
  notation?: DelimitedNotation
  /** Whether a cell holds a number, whose decimals are written as its place does. A text stays as it is. */
  isNumber?: (row: number, column: number) => boolean
}

/** With it spreadsheets read a file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** A file for people: a table as their spreadsheets read it, with which of its columns hold numbers. */
export const csvTable = (
  heads: readonly string[],
  numbers: readonly string[],
  rows: Rows,
  notation: DelimitedNotation,
): string =>
  BYTE_ORDER_MARK +
  csvLines([heads, ...rows], {
    notation,
    isNumber: (row, column) => row > 0 && numbers.includes(heads[column]!),
  })

/** Some lines of a file, by RFC 4180 but for the delimiter of another place. */
export function csvLines(rows: Rows, options: DelimitedOptions = {}): string {
  const { delimiter } = options.notation ?? PLAIN
  return written(rows, options)
    .map((row) => `${row.map((text) => csvField(text, delimiter)).join(delimiter)}\r\n`)
    .join('')
}

/** What spreadsheets take from the clipboard. A tab or line break within a field would end it, and becomes a space. */
export const tsvText = (rows: Rows, options: DelimitedOptions = {}): string =>
  written(rows, options)
    .map((row) => row.map((text) => text.replace(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n')

const written = (rows: Rows, { notation = PLAIN, isNumber = () => true }: DelimitedOptions): string[][] =>
  rows.map((row, place) =>
    row.map((value, column) => {
      const text = harmlessText(value)
      const isPoint = notation.decimal === '.'
      return isPoint || !NUMBER.test(text) || !isNumber(place, column) ? text : text.replace('.', ',')
    }),
  )

const csvField = (text: string, delimiter: string): string =>
  text.includes(delimiter) || /["\r\n]/.test(text) ? quoted(text) : text

export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/
/**
 * Where a spreadsheet recognises a formula (OWASP, CSV injection): at the beginning of a text, and after whatever ends a field
 * in some place, since nobody knows where a file will be opened. Apostrophes that are there stay apart from ours.
 */
const FORMULA = /(?<=^|[;,\t])(?='*[=+\-@])|^(?=[\t\r])/g
const OUR_APOSTROPHE = /(?<=^|[;,\t])'(?='*[=+\-@])|^'(?=[\t\r])/g

/** A text that a spreadsheet would run gets an apostrophe before it; a number stays a number. */
export function harmlessText(value: CellValue): string {
  const text = value == null ? '' : String(value)
  return NUMBER.test(text) ? text : text.replace(FORMULA, "'")
}

/** What was written as `harmlessText`. */
export const withoutApostrophes = (text: string): string => text.replace(OUR_APOSTROPHE, '')
