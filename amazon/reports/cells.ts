/** Reads one cell into the canonical form of the warehouse. */
import type { Reading } from '../facts.ts'
import { plainDecimal, plainNumber } from '../files/decimal-text.ts'
import { dayOf, formatOf, instantOf, YEARS } from '../files/moment-text.ts'
import type { InstantFormat } from './report-type.ts'

/** Why a record is refused; names the column and the value. */
export class RefusedRecord extends Error {}

export interface CellRules {
  decimalMark: '.' | ','
  instantFormat?: InstantFormat
}

const PLAIN: CellRules = { decimalMark: '.' }

const EXPECTED: Record<Reading, string> = {
  text: 'text',
  decimal: 'an amount',
  integer: 'a whole number',
  instant: 'a date and time',
  day: 'a date such as 2026-03-31',
  flag: 'true or false',
}

/** A day of another century has the right form. */
const expected = (text: string, reading: Reading): string => {
  const year =
    reading === 'day' ? Number(/^(\d{4})-\d{2}-\d{2}$/.exec(text)?.[1] ?? YEARS.first) : YEARS.first
  return year < YEARS.first || year > YEARS.last
    ? `a day from ${YEARS.first} to ${YEARS.last}`
    : EXPECTED[reading]
}

/** Amounts and moments are short; what tells them from other text need not look at a megabyte. */
const VALUE_CHARACTERS_MAX = 200

/** Null for an empty cell. Throws `RefusedRecord` for a value that is not of the reading. */
export function readCell(
  column: string,
  value: string,
  reading: Reading,
  rules: CellRules = PLAIN,
): string | null {
  const text = value.trim()
  if (text === '') return null
  const isValue = reading === 'text' || text.length <= VALUE_CHARACTERS_MAX
  const read = isValue ? readAs(text, reading, rules) : undefined
  if (read === undefined)
    throw new RefusedRecord(`${column}: "${text.slice(0, 100)}" is not ${expected(text, reading)}`)
  return read
}

function readAs(text: string, reading: Reading, rules: CellRules): string | null | undefined {
  switch (reading) {
    case 'text':
      return text
    case 'decimal':
      return decimalOf(text, rules)
    case 'integer': {
      const number = decimalOf(text, rules)
      return number === null || (number !== undefined && /^-?\d+$/.test(number)) ? number : undefined
    }
    case 'instant':
      return asPrecise(instantOf(text, formatIn(text, rules)), text)
    case 'day':
      return dayOf(text)
    case 'flag':
      return FLAGS[text.toLowerCase()]
  }
}

/** A day without a time stays one, and a time without seconds: `2025-06-09`, `2025-06-09 05:23`. */
function asPrecise(instant: string | undefined, text: string): string | undefined {
  const time = /[T ]\d{1,2}:\d{2}(:\d{2})?/.exec(text)
  return instant?.slice(0, !time ? 10 : time[1] ? undefined : 16)
}

/** As the cell is written; where that leaves day and month open, as the file is. */
function formatIn(text: string, { instantFormat = 'ISO' }: CellRules): InstantFormat {
  const format = formatOf(text)
  const isOpen =
    format === undefined || format === 'SLASH' || format === 'DMY_SLASH' || format === 'MDY_SLASH'
  return isOpen ? instantFormat : format
}

function decimalOf(text: string, { decimalMark }: CellRules): string | null | undefined {
  const decimal = plainDecimal(text, decimalMark)
  return decimal === undefined ? exponentOf(text) : decimal
}

/** Workbooks write very small and very large numbers with an exponent. */
const exponentOf = (text: string): string | undefined => (/[eE]/.test(text) ? plainNumber(text) : undefined)

const FLAGS: Record<string, string> = {
  true: '1',
  false: '0',
  '1': '1',
  '0': '0',
  yes: '1',
  no: '0',
  y: '1',
  n: '0',
}
