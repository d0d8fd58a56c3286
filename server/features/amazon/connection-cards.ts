import {
  CONNECTION_PROVIDERS,
  type ConnectionCard,
  type ConnectionProvider,
  type RegionStatus,
  type SourceProgress,
} from '#contract/connections.ts'
import { REGIONS, type Region } from '#contract/marketplaces.ts'
import { isConsentEnding, isConsentOver, type Connection } from '#server/accounts/index.ts'

const NOT_CONNECTED: RegionStatus = {
  status: null,
  refreshInformation: { shouldRequestRefresh: false, reconnectionRequiredBy: null },
}

/** How a connection is, and whether somebody has to consent anew. */
export function regionStatus(connection: Connection | undefined, now: Date): RegionStatus {
  if (!connection) return NOT_CONNECTED
  const { expiresAt } = connection
  if (isConsentOver(connection, now))
    return {
      status: 'BROKEN',
      refreshInformation: { shouldRequestRefresh: true, reconnectionRequiredBy: null },
    }
  if (expiresAt === null)
    return {
      status: 'ACTIVE',
      refreshInformation: { shouldRequestRefresh: false, reconnectionRequiredBy: null },
    }
  return {
    status: 'ACTIVE',
    refreshInformation: {
      shouldRequestRefresh: isConsentEnding(connection, now),
      reconnectionRequiredBy: expiresAt.toISOString().slice(0, 10),
    },
  }
}

export const connectionOf = (
  connections: readonly Connection[],
  provider: ConnectionProvider,
  region: Region,
): Connection | undefined =>
  connections.find((connection) => connection.provider === provider && connection.region === region)

/** A card for each region of each provider, connected or not. */
export const connectionCards = (
  connections: readonly Connection[],
  {
    storeNames,
    sources,
    now,
  }: {
    /** By seller account. */
    storeNames: ReadonlyMap<string, string>
    /** By connection. */
    sources: ReadonlyMap<string, SourceProgress[]>
    now: Date
  },
): ConnectionCard[] =>
  CONNECTION_PROVIDERS.flatMap((provider) =>
    REGIONS.map((region): ConnectionCard => {
      const connection = connectionOf(connections, provider, region)
      const status = regionStatus(connection, now)
      const isOver = status.status === 'BROKEN' && connection?.status === 'ACTIVE'
      return {
        provider,
        region,
        ...status,
        storeName: storeNames.get(connection?.sellerAccountId ?? '') ?? null,
        marketplaces: connection?.marketplaces ?? [],
        authorisedAt: connection?.authorisedAt.toISOString() ?? null,
        brokenReason: isOver
          ? 'Consent at Amazon expires after a year. Connect again.'
          : (connection?.brokenReason ?? null),
        sources: sources.get(connection?.id ?? '') ?? [],
      }
    }),
  )
