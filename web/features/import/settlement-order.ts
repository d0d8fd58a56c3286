import type { SettlementResult } from '#contract/imports.ts'
import { countText } from '#web/ui/numbers.ts'

/** Whether a total is stated, and the lines add up to another one. */
export const doesNotAddUp = ({ complete, difference }: SettlementResult): boolean =>
  !complete && difference !== null

/** The newest first, and before them those that do not add up. */
export function inOrderOfConcern<T extends SettlementResult>(settlements: readonly T[]): T[] {
  return settlements.toSorted(
    (a, b) =>
      Number(doesNotAddUp(b)) - Number(doesNotAddUp(a)) ||
      (b.endDate ?? '').localeCompare(a.endDate ?? '') ||
      a.settlementId.localeCompare(b.settlementId),
  )
}

/** What is to be said of all of them. An export that states no total cannot be compared. */
export function verdictOn(settlements: readonly SettlementResult[]): string {
  const stated = settlements.filter(({ difference }) => difference !== null)
  if (stated.length === 0) return 'No file states a total to compare its lines with.'
  const unequal = stated.filter(doesNotAddUp)
  if (unequal.length === 0)
    return stated.length === 1
      ? "The lines of the settlement add up to Amazon's total."
      : `The lines of all ${stated.length} settlements add up to Amazon's totals.`
  const tooMuch = unequal.filter(({ state }) => state === 'TOO_MUCH').length
  return [
    `${countText(unequal.length, 'settlement')} of ${stated.length} ${unequal.length === 1 ? 'does' : 'do'} not add up to Amazon's total.`,
    tooMuch < unequal.length && 'A part of the file is missing.',
    tooMuch > 0 &&
      `${tooMuch === 1 ? 'One has' : `${tooMuch} have`} too many lines: rows from another file were added.`,
  ]
    .filter(Boolean)
    .join(' ')
}
