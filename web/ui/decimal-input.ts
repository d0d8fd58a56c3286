import { parseDecimal, toText, type Decimal } from '#contract/decimal.ts'

/** How people of a place write numbers; see `decimalNotation`. */
export interface DecimalNotation {
  format: (value: string, digitsMin: number, digitsMax: number) => string
  decimal: string
  group: string
  /** Digits of the groups before the last three: three, in India two. */
  groupDigits: number
}

/** The separators of a locale, and its way of writing. Exact: what is written never becomes a binary number. */
export function decimalNotation(locale: string): DecimalNotation {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(-12_345_678.9)
  const groups = parts.filter(({ type }) => type === 'integer')
  const partOf = (type: string, otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise
  return {
    decimal: partOf('decimal', '.'),
    group: plain(partOf('group', ',')),
    groupDigits: groups.at(-2)?.value.length ?? 3,
    format: (value, minimumFractionDigits, maximumFractionDigits) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits })
        .format(value as Intl.StringNumericLiteral)
        .replace('-', '−'),
  }
}

/** Spaces of every width are none, and an apostrophe is one however it is drawn. */
const plain = (text: string): string => text.replace(/[\s\u00a0\u202f]/g, '').replace(/’/g, "'")

/**
 * The decimal text of what was typed: `1.234,5` in German is `1234.5`. Null for what is no number; a separator in
 * a place where it may mean either thing is refused, because a wrong guess is wrong by a thousand.
 */
export function typedDecimal(typed: string, notation: DecimalNotation): string | null {
  const [whole = '', fraction, ...rest] = plain(typed).replace(/^[−–]/, '-').split(notation.decimal)
  if (rest.length > 0 || !/^\d*$/.test(fraction ?? '')) return null
  const digits = withoutGroups(whole.replace(/^-/, ''), notation)
  if (digits === null || (digits === '' && !fraction)) return null
  const text = `${whole.startsWith('-') ? '-' : ''}${digits || '0'}${fraction ? `.${fraction}` : ''}`
  return toText(parseDecimal(text), DIGITS_KEPT_MAX)
}

/** Decimal text as somebody would type it: what `typedDecimal` reads back. */
export const typedText = (value: string, { decimal }: DecimalNotation): string => value.replace('.', decimal)

const DIGITS_KEPT_MAX = 12

function withoutGroups(whole: string, { group, groupDigits }: DecimalNotation): string | null {
  if (/^\d*$/.test(whole)) return whole
  // Where spaces group, they are gone already.
  if (group === '') return null
  const [first = '', ...groups] = whole.split(group)
  const isGrouped =
    /^\d+$/.test(first) &&
    first.length <= groupDigits &&
    groups.every(
      (part, at) => /^\d+$/.test(part) && part.length === (at === groups.length - 1 ? 3 : groupDigits),
    )
  return isGrouped ? first + groups.join('') : null
}

interface Limits {
  min?: string | undefined
  max?: string | undefined
  fractionDigitsMax: number
}

/** What is wrong with a number that is one, in words; undefined when nothing is. */
export function limitProblem(
  value: string,
  { min, max, fractionDigitsMax }: Limits,
  shown: (value: string) => string,
): string | undefined {
  const number: Decimal = parseDecimal(value)
  const isBelow = min !== undefined && number < parseDecimal(min)
  const isAbove = max !== undefined && number > parseDecimal(max)
  if ((isBelow || isAbove) && min !== undefined && max !== undefined) {
    return `Enter a number from ${shown(min)} to ${shown(max)}.`
  }
  if (isBelow) return `Enter ${shown(min)} or more.`
  if (isAbove) return `Enter ${shown(max)} or less.`
  if ((value.split('.')[1] ?? '').length > fractionDigitsMax) {
    return fractionDigitsMax === 0
      ? 'Enter a whole number.'
      : `Enter no more than ${fractionDigitsMax} decimal places.`
  }
  return undefined
}
