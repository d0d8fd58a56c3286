import { addDays, addMonths, endOfMonth, startOfMonth, type IsoDate } from '#contract/date-range.ts'
import { STORAGE_MONTHS_CARRIED } from '#server/ledger/derivation/estimated-storage.ts'
import { merged, type Claim, type Stream } from './covered-days.ts'

/**
 * The days of orders whose storage is known: those of months of which settlements cover each day, which state it or state none,
 * and those after them in which it stands in for what is not billed yet. Nothing, where a stream covers no whole month.
 */
export function storageIn(settlements: readonly Stream[]): Stream[] {
  const known = settlements.flatMap((stream) => {
    const [first, ...more] = stream.claims.flatMap(monthsIn)
    return first ? [{ ...stream, claims: merged([first, ...more]) }] : []
  })
  return known.length === settlements.length ? known : []
}

function monthsIn({ start, end }: Claim): Claim[] {
  const since = start === startOfMonth(start) ? start : addDays(endOfMonth(start), 1)
  const last = end === endOfMonth(end) ? end : addDays(startOfMonth(end), -1)
  if (since > last) return []
  return [{ start: since, end: carriedTo(last), isStartStated: true, isEndStated: true }]
}

const carriedTo = (day: IsoDate): IsoDate => endOfMonth(addMonths(startOfMonth(day), STORAGE_MONTHS_CARRIED))
