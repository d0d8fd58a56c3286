import {
  keepPreviousData,
  notifyManager,
  QueryObserver,
  useQueryClient,
  type QueryKey,
  type QueryObserverOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import { startTransition, useEffect, useReducer, useState } from 'react'

/**
 * `useQuery` for the answer that a page is made of. What `useQuery` hears is drawn at once: the whole page, before its new numbers,
 * which are drawn piece by piece (`useShownAnswer`), can even begin. Here the news itself is drawn piece by piece, and once. The answer
 * before stays while the next is read. Errors are given back and never thrown.
 */
export function useAnswerQuery<T, E, D, K extends QueryKey>(
  options: QueryObserverOptions<T, E, D, T, K>,
): UseQueryResult<D, E> {
  const client = useQueryClient()
  const asked = client.defaultQueryOptions({ placeholderData: keepPreviousData, ...options })
  // What is about to be read counts as being read, from the first drawing on.
  asked._optimisticResults = 'optimistic'
  const [observer] = useState(() => new QueryObserver(client, asked))
  const [, draw] = useReducer((count: number) => count + 1, 0)
  // Listens first: whatever is set notices what came between drawing and now.
  useEffect(() => {
    const leave = observer.subscribe(notifyManager.batchCalls(() => startTransition(draw)))
    observer.updateResult()
    return leave
  }, [observer])
  useEffect(() => observer.setOptions(asked))
  return observer.getOptimisticResult(asked) as UseQueryResult<D, E>
}
