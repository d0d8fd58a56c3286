/** Reads one cell into the canonical form of the warehouse. */
import type { Reading } from '../facts.ts'
import type { Row } from '../files/csv.ts'
import type { DecimalMark } from '../files/decimal-text.ts'
import { decimalMarkOf, plainDecimal, plainNumber } from '../files/decimal-text.ts'
import { dayOf, formatOf, instantOf, YEARS } from '../files/moment-text.ts'
import type { InstantFormat } from './report-type.ts'

/** Why a record is refused; names the column and the value. */
export class RefusedRecord extends Error {}

export interface CellRules {
  /** Null where nothing in the file says it: then each amount has to say it itself. */
  decimalMark: DecimalMark | null
  instantFormat?: InstantFormat
}

const PLAIN: CellRules = { decimalMark: '.' }

/** The rules of a file for one of its cells: a number of a sheet has a point, however people write there. */
export const rulesIn = ({ isNumber }: Pick<Row, 'isNumber'>, cell: number, rules: CellRules): CellRules =>
  isNumber?.[cell] ? { ...rules, ...PLAIN } : rules

const EXPECTED: Record<Reading, string> = {
  text: 'text',
  decimal: 'an amount',
  integer: 'a whole number',
  instant: 'a date and time',
  day: 'a date such as 2026-03-31',
  flag: 'true or false',
}

/** What keeps a text from being read. */
function problemOf(text: string, reading: Reading, rules: CellRules): string {
  const mark = /[,，]/.test(text) ? ',' : '.'
  const [decimal, grouped] = [plainDecimal(text, mark), plainDecimal(text, mark === ',' ? '.' : ',')]
  if (reading !== 'decimal' || !isOpen(text, rules) || !decimal || !grouped)
    return `is not ${expected(text, reading)}`
  const decided = text.replace(/\d(?=\D*$)/, (last) => `${last}0`)
  return `is a text that can mean ${decimal} or ${grouped}. Format the cell as a number and enter it again, or write ${decided} or ${grouped}`
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
    throw new RefusedRecord(`${column}: "${text.slice(0, 100)}" ${problemOf(text, reading, rules)}`)
  return read
}

function readAs(text: string, reading: Reading, rules: CellRules): string | null | undefined {
  switch (reading) {
    case 'text':
      return text
    case 'decimal':
      return decimalOf(text, rules)
    case 'integer': {
      // `1,234` can be one number alone where it has to be a whole one.
      const number = decimalOf(text, isOpen(text, rules) ? rulesOfGroups(text) : rules)
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

function decimalOf(text: string, rules: CellRules): string | null | undefined {
  if (isOpen(text, rules)) return undefined
  const decimal = plainDecimal(text, rules.decimalMark ?? decimalMarkOf([text]))
  return decimal === undefined ? exponentOf(text) : decimal
}

/** Whether neither the file nor the amount says what its mark is; read as one or the other, it may be wrong by a thousand. */
const isOpen = (text: string, { decimalMark }: CellRules): boolean =>
  decimalMark === null && /[.,．，]/.test(text) && decimalMarkOf([text], null) === null

const rulesOfGroups = (text: string): CellRules => ({ decimalMark: /[,，]/.test(text) ? '.' : ',' })

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
