import { useQuery } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import { useEffect } from 'react'
import type { AppRouter } from '#server/router.ts'
import { QUERIES } from '#web/area-guard.ts'
import { queryClient } from '#web/trpc.ts'

const POLL_MS = 5 * 60_000

/** The server has refused a call about a company, because its people are shut out. */
const isRefusal = (error: unknown): boolean =>
  error instanceof TRPCClientError &&
  (error as TRPCClientError<AppRouter>).data?.errorCode === 'COMPANY_BLOCKED'

/** Whether the people of a company are shut out: asked every five minutes, and at once when a call was refused for it. */
export function useBlockStatus(companyId: string | undefined) {
  const query = useQuery({
    ...QUERIES.blockStatus(companyId ?? ''),
    enabled: companyId !== undefined,
    refetchInterval: POLL_MS,
    // A page that nobody looks at leaves as well.
    refetchIntervalInBackground: true,
    meta: { isQuiet: true },
  })
  const { refetch } = query
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe(({ type, query: { state } }) => {
        if (type === 'updated' && state.status === 'error' && isRefusal(state.error)) void refetch()
      }),
    [refetch],
  )
  return query
}
