import { mergeEndedSyncTasks } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { REMEMBERED_MS } from './plan.ts'
import { SOURCES } from './sources.ts'

const DAY_MS = 24 * 3_600_000
/** Somebody who comes back from a holiday may want to try again what was given up meanwhile. */
const DEAD_KEPT_MS = 30 * DAY_MS
/** Amazon lists settlements of 90 days. */
const FOUND_KEPT_MS = 120 * DAY_MS

const idsOf = (isOne: (source: (typeof SOURCES)[number]) => boolean) =>
  SOURCES.filter(isOne).map(({ id }) => id)
const FOUND = idsOf(({ rhythm }) => rhythm.kind === 'FOUND')
const OF_PRODUCTS = idsOf(({ rhythm }) => rhythm.kind === 'WEEKS')

/** Keeps of a company's tasks that ended long ago what planning and progress need. */
export const mergeEndedTasks = (services: Services, companyId: string): Promise<void> => {
  const { accounts } = services
  const ago = (ms: number) => new Date(+services.now() - ms)
  return mergeEndedSyncTasks(
    accounts,
    companyId,
    { ended: { ms: REMEMBERED_MS, now: services.now() }, dead: ago(DEAD_KEPT_MS), found: ago(FOUND_KEPT_MS) },
    { found: FOUND, ofProducts: OF_PRODUCTS },
  )
}
