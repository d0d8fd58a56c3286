import { ZERO, type Decimal } from '#contract/decimal.ts'

/** A sum; null where any of it is not known. */
export const knownTotal = <T>(rows: readonly T[], of: (row: T) => Decimal | null): Decimal | null =>
  rows.reduce<Decimal | null>((sum, row) => {
    const value = sum === null ? null : of(row)
    return sum === null || value === null ? null : sum + value
  }, ZERO)

/** A sum of plain numbers; null where any of them is not known. */
export const knownCount = <T>(rows: readonly T[], of: (row: T) => number | null): number | null =>
  rows.reduce<number | null>((sum, row) => {
    const value = sum === null ? null : of(row)
    return sum === null || value === null ? null : sum + value
  }, 0)
