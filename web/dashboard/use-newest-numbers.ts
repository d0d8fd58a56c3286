import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { trpc } from '#web/trpc.ts'

const MINUTE_MS = 60_000
/** What people type is read again when they save it, and their pages ask for it by themselves. */
const TYPED = ['expenses', 'productMaster']

/**
 * Numbers change while nobody looks: by an import that was left to itself, by what Amazon sends every hour, by somebody else.
 * A page asks now and then, and first when somebody comes back to it, whether its numbers are the newest, and reads them again
 * where they are not.
 */
export function useNewestNumbers(companyId: string, known: { version: number; readAt: number }): void {
  const queryClient = useQueryClient()
  const { data: version } = useQuery({
    ...trpc.imports.getVersion.queryOptions({ companyId }),
    initialData: known.version,
    initialDataUpdatedAt: known.readAt,
    staleTime: MINUTE_MS,
    refetchInterval: MINUTE_MS,
    meta: { isQuiet: true },
  })
  const isNewer = version > known.version
  useEffect(() => {
    if (!isNewer) return
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [path] }) => !(Array.isArray(path) && TYPED.includes(String(path[0]))),
    })
  }, [isNewer, version, queryClient])
}
