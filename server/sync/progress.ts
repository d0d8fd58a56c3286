import type { SourceProgress } from '#contract/connections.ts'
import {
  hasUploadedData,
  isFirstDataComing,
  syncedConnections,
  syncFigures,
  type Accounts,
  type Company,
} from '#server/accounts/index.ts'
import { SOURCES } from './sources.ts'

/** How far each source is, by the id of its connection, in the order in which sources come. */
export async function progressOf(
  { accounts }: { accounts: Accounts },
  company: { id: string },
): Promise<Map<string, SourceProgress[]>> {
  const figures = await syncFigures(accounts, company)
  const connectionIds = [...new Set(figures.map(({ connectionId }) => connectionId))]
  return new Map(
    connectionIds.map((connectionId) => [
      connectionId,
      SOURCES.flatMap(({ id, label }) => {
        const found = figures.find((one) => one.connectionId === connectionId && one.source === id)
        if (!found) return []
        const { done, total, reachesTo, problems, nextAt } = found
        return [
          { source: id, label, done, total, reachesTo, problems, nextAt: nextAt?.toISOString() ?? null },
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
  { accounts }: { accounts: Accounts },
  company: Company,
): Promise<boolean> {
  const sellers = (await syncedConnections(accounts, company.id)).filter(
    ({ provider, status }) => provider === 'SELLING_PARTNER' && status === 'ACTIVE',
  )
  if (sellers.length === 0) return !(await isFirstDataComing(accounts, company))
  const figures = await syncFigures(accounts, company)
  const hasArrived = sellers.some(({ id }) => {
    const ofSeller = figures.filter(({ connectionId }) => connectionId === id)
    return ofSeller.length > 0 && !ofSeller.some(({ isCriticalOpen }) => isCriticalOpen)
  })
  return hasArrived || hasUploadedData(accounts, company)
}
