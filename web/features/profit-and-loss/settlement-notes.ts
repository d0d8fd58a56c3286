import type { DateRange } from '#contract/date-range.ts'
import type { SettlementResult } from '#contract/imports.ts'
import type { FlagNote } from '#web/explain/flag-notes.ts'
import { countText, exactText } from '#web/ui/numbers.ts'

const STATES = [
  { state: 'TOO_MUCH', one: 'has too much', several: 'have too much', cure: 'See imports' },
  { state: 'INCOMPLETE', one: 'is incomplete', several: 'are incomplete', cure: 'Import the rest' },
] as const

/** Settlements of the range whose lines add up to something else than Amazon states. */
export function settlementNotes(settlements: readonly SettlementResult[], asked: DateRange): FlagNote[] {
  const touching = settlements.filter(
    ({ startDate, endDate }) =>
      (startDate === null || startDate <= asked.end) && (endDate === null || endDate >= asked.start),
  )
  return STATES.flatMap(({ state, one, several, cure }) => {
    const found = touching.filter((settlement) => settlement.state === state)
    const [first] = found
    if (!first) return []
    const { settlementId, difference, currency } = first
    const text =
      found.length > 1
        ? `${countText(found.length, 'settlement')} ${several}`
        : `Settlement ${settlementId} ${one}: its lines differ from Amazon's total by ${exactText(difference ?? '0', currency)} ${currency}`
    return [{ text, isWarning: true, act: { label: cure, leadsTo: 'IMPORT' } }]
  })
}
