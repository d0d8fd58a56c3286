import type { SourceProgress } from '#contract/connections.ts'
import {
  hasUploadedData,
  isFirstDataComing,
  syncedConnections,
  syncFigures,
  type Company,
} from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { PACE_MS, remainingSeconds } from './remaining.ts'
import { SOURCES } from './sources.ts'

/** How far each source is, by the id of its connection, in the order in which sources come. */
export async function progressOf(
  { accounts, now }: Pick<Services, 'accounts' | 'now'>,
  company: { id: string },
): Promise<Map<string, SourceProgress[]>> {
  const at = now()
  const figures = await syncFigures(accounts, company, new Date(+at - PACE_MS))
  const connectionIds = [...new Set(figures.map(({ connectionId }) => connectionId))]
  return new Map(
    connectionIds.map((connectionId) => [
      connectionId,
      SOURCES.flatMap(({ id, label }) => {
        const found = figures.find((one) => one.connectionId === connectionId && one.source === id)
        if (!found) return []
        const { done, total, reachesTo, problems, delay, nextAt } = found
        return [
          {
            source: id,
            label,
            done,
            total,
            reachesTo,
            problems,
            delay,
            nextAt: nextAt?.toISOString() ?? null,
            remainingSeconds: remainingSeconds(found, at),
          },
        ]
      }),
    ]),
  )
}

/**
 * Whether the pages of a company have something to show: the critical part of one of its connections has arrived, or the first
 * file that was handed in.
 */
export async function isCriticalSyncComplete(
  { accounts, now }: Pick<Services, 'accounts' | 'now'>,
  company: Company,
): Promise<boolean> {
  const sellers = (await syncedConnections(accounts, company.id)).filter(
    ({ provider, status }) => provider === 'SELLING_PARTNER' && status === 'ACTIVE',
  )
  if (sellers.length === 0) return !(await isFirstDataComing(accounts, company))
  const figures = await syncFigures(accounts, company, now())
  const hasArrived = sellers.some(({ id }) => {
    const ofSeller = figures.filter(({ connectionId }) => connectionId === id)
    return ofSeller.length > 0 && !ofSeller.some(({ isCriticalOpen }) => isCriticalOpen)
  })
  return hasArrived || hasUploadedData(accounts, company)
}
