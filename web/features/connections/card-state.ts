import type { RefreshInformation, RegionStatus, SourceProgress } from '#contract/connections.ts'
import { dayText } from '#web/ui/dates.ts'

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
