/** The oracle's numbers: whole numbers of 10⁻³⁰, so fine that rounding never reaches a digit that is compared. */
export type Amount = bigint

const DIGITS = 30
const ONE = 10n ** BigInt(DIGITS)

export const amountOf = (text: string): Amount => {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)!
  return BigInt(`${sign}${whole}${fraction.padEnd(DIGITS, '0')}`)
}

export const whole = (count: number): Amount => BigInt(count) * ONE

/** `amount × numerator / denominator`. */
export const scaled = (amount: Amount, numerator: Amount, denominator: Amount): Amount =>
  (amount * numerator) / denominator

export const distance = (a: Amount, b: Amount): Amount => (a > b ? a - b : b - a)

/** To read, not to compare. */
export const shown = (amount: Amount): string => {
  const text = distance(amount, 0n)
    .toString()
    .padStart(DIGITS + 1, '0')
  return `${amount < 0n ? '-' : ''}${text.slice(0, -DIGITS)}.${text.slice(-DIGITS, -DIGITS + 9)}`
}
