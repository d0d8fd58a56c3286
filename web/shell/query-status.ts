import type { UseQueryResult } from '@tanstack/react-query'
import { errorText } from '#web/trpc.ts'
import type { SectionStatus } from '#web/ui/SectionFrame.tsx'

type Query = Pick<UseQueryResult<unknown, unknown>, 'data' | 'error' | 'isError' | 'isPlaceholderData'> & {
  refetch: () => unknown
}

/**
 * What a section says of the question it asks. Numbers of the question before stay until the new ones are there, and
 * those that were read stay when a later reading fails.
 */
export function queryStatus(query: Query): SectionStatus {
  if (query.isError && query.data === undefined)
    // While it is asked again it is loading.
    return { kind: 'error', message: errorText(query.error), onRetry: () => void query.refetch() }
  if (query.data === undefined) return { kind: 'loading' }
  return { kind: query.isPlaceholderData ? 'stale' : 'ready' }
}
