/**
 * Exact money on the JavaScript side: a decimal is a bigint of 10⁻¹² units. Twelve digits hold six of an amount
 * and six of a conversion; nothing here rounds before `toText`.
 */
export type Decimal = bigint

const DIGITS = 12
const ONE = 10n ** BigInt(DIGITS)

/** What is in the last of so many digits. */
const STEPS = Array.from({ length: DIGITS + 1 }, (_, digits) => 10n ** BigInt(DIGITS - digits))

export const ZERO: Decimal = 0n

/** A percentage as a fraction: 0.5 is 0.005. Digits beyond the sixth are rounded. */
export const percent = (value: number): Decimal => parseDecimal(value.toFixed(6)) / 100n

/** Reads `-12.50`, as SQL writes decimals. Digits beyond the twelfth are cut. Throws on anything else. */
export function parseDecimal(text: string): Decimal {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text)
  if (!match) throw new Error(`Not a decimal: "${text}"`)
  const [, sign, whole = '0', fraction = ''] = match
  const units = BigInt(whole) * ONE + BigInt(fraction.slice(0, DIGITS).padEnd(DIGITS, '0'))
  return sign ? -units : units
}

/** Half away from zero, then without trailing zeros: `-12.5`. */
export function toText(value: Decimal, digitsMax = 6): string {
  // Most cells of a statement are nothing.
  if (value === ZERO) return '0'
  const units = rounded(value, digitsMax)
  const negative = units < 0n
  const digits = (negative ? -units : units).toString().padStart(digitsMax + 1, '0')
  const point = digits.length - digitsMax
  let end = digits.length
  while (end > point && digits[end - 1] === '0') end--
  const text = end > point ? `${digits.slice(0, point)}.${digits.slice(point, end)}` : digits.slice(0, point)
  return negative ? `-${text}` : text
}

/** An exchange rate with all the digits that it is multiplied with, so that whoever reads it finds the same amounts. */
export const rateToText = (rate: Decimal): string => toText(rate, DIGITS)

/** In units of that digit, half away from zero. */
function rounded(value: Decimal, digits: number): bigint {
  const step = STEPS[digits]!
  return (value < 0n ? value - step / 2n : value + step / 2n) / step
}

/** What `toText` says, as a number. */
export function toNumber(value: Decimal): number {
  const millionths = Number(rounded(value, 6))
  // One division of whole numbers is rounded as the text would be when it is read.
  return Number.isSafeInteger(millionths) ? millionths / 1_000_000 : Number(toText(value))
}

export const multiply = (a: Decimal, b: Decimal): Decimal => (a * b) / ONE

/** Null when the divisor is zero: a ratio without a base has no value. */
export const divide = (a: Decimal, b: Decimal): Decimal | null => (b === 0n ? null : (a * ONE) / b)

/** A ratio as a number with six decimals; ratios are not money. */
export function ratio(numerator: Decimal, denominator: Decimal): number | null {
  if (numerator === ZERO && denominator !== ZERO) return 0
  const quotient = divide(numerator, denominator)
  return quotient === null ? null : toNumber(quotient)
}

/** The largest whole number that is not above it. */
export const wholeBelow = (value: Decimal): Decimal => value - (((value % ONE) + ONE) % ONE)

/** The smallest whole number that is not below it. */
export const wholeAbove = (value: Decimal): Decimal => -wholeBelow(-value)

export const absolute = (value: Decimal): Decimal => (value < 0n ? -value : value)
