import { parseDecimal, ratio, toText, ZERO } from '#contract/decimal.ts'

interface Parts {
  /** Of each part; null where it is not known, below zero, or of nothing. */
  shares: (number | null)[]
  /** Of what is known. */
  total: string
}

/** What parts are of their sum, to six digits. */
export function partsOfWhole(values: readonly (string | null)[]): Parts {
  const exact = values.map((value) => (value === null ? null : parseDecimal(value)))
  const total = exact.reduce<bigint>((sum, value) => sum + (value ?? ZERO), ZERO)
  return {
    shares: exact.map((value) =>
      value === null || value < ZERO || total <= ZERO ? null : ratio(value, total),
    ),
    total: toText(total),
  }
}
