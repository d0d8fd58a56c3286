import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConnectionCard, ConnectionProvider } from '#contract/connections.ts'
import { trpc } from '#web/trpc.ts'
import { isReading } from './card-state.ts'

const POLL_MS = { reading: 5_000, otherwise: 60_000 }

/** The connections of a company, anew as often as something of them moves. */
export const useConnections = (companyId: string | undefined) =>
  useQuery({
    ...trpc.amazon.getConnections.queryOptions({ companyId: companyId ?? '' }),
    enabled: companyId !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.cards.some(({ sources }) => sources.some(isReading)) ? POLL_MS.reading : POLL_MS.otherwise,
    // The bar under the header would come every few seconds.
    meta: { isQuiet: true },
  })

export const isActive = (
  cards: readonly ConnectionCard[] | undefined,
  provider: ConnectionProvider,
): boolean => cards?.some((card) => card.provider === provider && card.status === 'ACTIVE') ?? false

/** To be called when a connection or what is chosen of it has changed. */
export function useConnectionsChanged() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries(trpc.amazon.pathFilter())
}
