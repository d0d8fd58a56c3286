import type { RefreshInformation, RegionStatus, SourceProgress } from '#contract/connections.ts'
import { dayText } from '#web/ui/dates.ts'
import { countText } from '#web/ui/numbers.ts'

/** How a region is shown: what lapses or is broken has to be connected anew. */
export function cardState({ status, refreshInformation }: RegionStatus) {
  if (status === 'BROKEN' || refreshInformation.shouldRequestRefresh)
    return refreshInformation.reconnectionRequiredBy === null ? 'broken' : 'expiring'
  return status === 'ACTIVE' ? 'connected' : 'none'
}

export const warningText = ({ reconnectionRequiredBy }: RefreshInformation): string =>
  reconnectionRequiredBy === null
    ? 'Connection broken. Please reconnect.'
    : `Please reconnect. Connection expires on ${dayText(reconnectionRequiredBy)}.`

/** Whether more of a source is on its way. */
export const isReading = ({ done, total }: Pick<SourceProgress, 'done' | 'total'>): boolean => done < total

const HOUR_SECONDS = 3_600

/** How long the rest takes, no more exactly than anybody can know; null where that is unknown. */
export function remainingText(seconds: number | null): string | null {
  if (seconds === null) return null
  if (seconds < 60) return 'less than a minute'
  if (seconds < 90 * 60) {
    const minutes = seconds / 60
    const rounded = minutes < 10 ? Math.round(minutes) : Math.round(minutes / 5) * 5
    return `about ${countText(rounded, 'minute')}`
  }
  if (seconds < 36 * HOUR_SECONDS) return `about ${countText(Math.round(seconds / HOUR_SECONDS), 'hour')}`
  return `about ${countText(Math.round(seconds / 24 / HOUR_SECONDS), 'day')}`
}
