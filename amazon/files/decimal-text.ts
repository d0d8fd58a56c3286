/** Amounts as they are written in reports, and as plain decimals. */
import { withoutTrailing } from './text-ends.ts'

export type DecimalMark = '.' | ','

/** Currency signs and codes, which console downloads put before or after amounts. */
const CURRENCY = /^(?:[A-Z]{0,3}[$€£¥₹₺]|[A-Z]{3}|TL|Rs\.?|kr\.?|zł)\s*|(?:[A-Z]{3}|[$€£¥₹₺]|TL|kr\.?|zł)$/

/** Japanese writing has forms of its own for the yen, for digits and for what stands between them. */
const inPlainForms = (text: string): string =>
  text.replace(/[\uff01-\uffee]/g, (character) => character.normalize('NFKC'))

const SIGN = /^[-+−]|[-−]$/

/** Blanks that separate thousands in French and Swedish, and the Swiss apostrophe. */
const BLANKS = /[\s\u00a0\u202f'’]/g

/**
 * `-1234.5` for what the file writes, given its decimal mark; null for an empty cell (`-` and `--` are Amazon's),
 * undefined for what is no amount.
 */
export function plainDecimal(text: string, mark: DecimalMark): string | null | undefined {
  let rest = inPlainForms(text).trim()
  if (rest === '' || /^[-–—]+$/.test(rest)) return null
  const inBrackets = /^\(.*\)$/.test(rest)
  if (inBrackets) rest = rest.slice(1, -1)
  const negative = inBrackets || /^[-−]|[-−]$/.test(rest)
  rest = rest.replace(SIGN, '').trim().replace(CURRENCY, '').trim()
  const negativeAfterCurrency = /^[-−]/.test(rest)
  rest = rest.replace(SIGN, '').replace(BLANKS, '')

  const [whole = '', fraction, ...more] = rest.split(mark)
  if (more.length > 0 || (fraction !== undefined && !/^\d*$/.test(fraction))) return undefined
  const digits = ungrouped(whole, mark === '.' ? ',' : '.')
  if (digits === undefined || (digits === '' && !fraction)) return undefined
  return canonical(digits, fraction ?? '', negative || negativeAfterCurrency)
}

/** Western and Indian grouping: `1,234,567` and `12,34,567`. */
function ungrouped(whole: string, separator: string): string | undefined {
  if (/^\d*$/.test(whole)) return whole
  const groups = whole.split(separator)
  const wellFormed =
    /^\d{1,3}$/.test(groups[0]!) &&
    /^\d{3}$/.test(groups.at(-1)!) &&
    groups.slice(1, -1).every((group) => /^\d{2,3}$/.test(group))
  return groups.length > 1 && wellFormed ? groups.join('') : undefined
}

function canonical(whole: string, fraction: string, negative: boolean): string {
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  const decimals = withoutTrailing(fraction, '0')
  const text = decimals ? `${digits}.${decimals}` : digits
  return negative && text !== '0' ? `-${text}` : text
}

/** A number as JSON and workbooks write it, exponent and all. */
export function plainNumber(text: string): string | undefined {
  const match = /^([-+]?)(\d+)(?:\.(\d*))?(?:[eE]([-+]?\d{1,3}))?$/.exec(text.trim())
  if (!match) return undefined
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const shift = Number(exponent)
  const digits = whole + fraction
  const point = whole.length + shift
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0')
  const cut = Math.max(point, 1)
  return canonical(padded.slice(0, cut), padded.slice(cut), sign === '-')
}

/**
 * The number of a workbook: `320.54` for `320.54000000000002`, since it is stored in binary, and people see 15 digits of it. Of an
 * id of more digits all are kept that are there.
 */
export function workbookNumber(text: string): string | undefined {
  const isDusty = /\.\d/.test(text) && Math.abs(Number(text)) < 1e15
  return plainNumber(isDusty ? Number(text).toPrecision(15) : text)
}

/**
 * The decimal mark of a file, from its amounts. A comma must be seen where only a decimal mark can stand, and a point
 * nowhere there: `1,234` alone says nothing, and is read as files of its kind mostly are, or not at all.
 */
export function decimalMarkOf(amounts: Iterable<string>): DecimalMark
export function decimalMarkOf<Otherwise>(
  amounts: Iterable<string>,
  mostly: Otherwise,
): DecimalMark | Otherwise
export function decimalMarkOf(
  amounts: Iterable<string>,
  mostly: DecimalMark | null = '.',
): DecimalMark | null {
  let points = 0
  let commas = 0
  for (const amount of amounts) {
    const mark = markOf(amount)
    if (mark === '.') points++
    else if (mark === ',') commas++
  }
  if (commas === points) return mostly
  return commas > points ? ',' : '.'
}

function markOf(text: string): DecimalMark | undefined {
  const amount = inPlainForms(text).replace(/[()]/g, '').trim().replace(SIGN, '').trim().replace(CURRENCY, '')
  const marks: string[] = amount.match(/[.,]/g) ?? []
  const last = marks.at(-1)
  if (last !== '.' && last !== ',') return undefined
  const other = last === '.' ? ',' : '.'
  if (marks.includes(other)) return last
  // Twice the same mark separates groups.
  if (marks.length > 1) return other
  const [whole = '', fraction = ''] = amount.replace(/[^\d.,]/g, '').split(last)
  const maybeGroup = /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3
  return maybeGroup ? undefined : last
}
