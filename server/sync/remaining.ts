import type { SyncFigures } from '#server/accounts/index.ts'

/** What has ended within this time says how fast it goes. */
export const PACE_MS = 30 * 60_000
/** Fewer say nothing. */
const ENDED_MIN = 4
/** Whatever is put off for longer than a pause between two looks goes on at a pace that nobody knows. */
const PUT_OFF_MS = 10 * 60_000

type Pace = Pick<SyncFigures, 'done' | 'total' | 'nextAt' | 'endedLately' | 'firstEndedAt'>

/**
 * In how many seconds what is left of a source will have ended if it goes on as within the last `PACE_MS`; null where nothing
 * is left, and where nobody can tell: too little has ended, or what is left is put off.
 */
export function remainingSeconds(
  { done, total, nextAt, endedLately, firstEndedAt }: Pace,
  now: Date,
): number | null {
  const left = total - done
  if (left <= 0 || endedLately < ENDED_MIN || !firstEndedAt || !nextAt) return null
  if (+nextAt - +now > PUT_OFF_MS) return null
  // Between the first and now the others have ended. Standing still makes it longer.
  const tookMs = +now - +firstEndedAt
  return tookMs <= 0 ? null : Math.ceil((left * tookMs) / (endedLately - 1) / 1_000)
}
