import type { SettlementResult } from '#contract/imports.ts'

/** The newest first, and before them those that do not add up. */
export function inOrderOfConcern<T extends SettlementResult>(settlements: readonly T[]): T[] {
  return settlements.toSorted(
    (a, b) =>
      Number(a.complete) - Number(b.complete) ||
      (b.endDate ?? '').localeCompare(a.endDate ?? '') ||
      a.settlementId.localeCompare(b.settlementId),
  )
}
