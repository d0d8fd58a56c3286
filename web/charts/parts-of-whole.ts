import { parseDecimal, ratio, ZERO } from '#contract/decimal.ts'

/** What each part is of what is known, to six digits; null where it is not known, below zero, or of nothing. */
export function sharesOfWhole(values: readonly (string | null)[]): (number | null)[] {
  const exact = values.map((value) => (value === null ? null : parseDecimal(value)))
  const total = exact.reduce<bigint>(
    (sum, value) => (value !== null && value > ZERO ? sum + value : sum),
    ZERO,
  )
  return exact.map((value) => (value === null || value < ZERO || total === ZERO ? null : ratio(value, total)))
}
