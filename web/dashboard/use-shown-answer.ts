import type { UseQueryResult } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { useShownLoading } from '#web/ui/use-shown-loading.ts'
import { useAnswered } from './use-answered.ts'

/** What a dashboard shows of the question that it asks. */
export interface ShownAnswer<T, V> {
  /** Undefined while it is read for the first time, and has been for a moment. */
  data: T | undefined
  /** The view that it was asked for: while another is being read, old numbers keep their heads. */
  view: V
  /** When it was given, by the clock of the browser. */
  readAt?: number | undefined
  isReading: boolean
  error: unknown
  retry: () => void
}

/** @param query keeps the answer before while it reads the next: `placeholderData: keepPreviousData` */
export function useShownAnswer<T, V>(view: V, query: UseQueryResult<T, unknown>): ShownAnswer<T, V> {
  const { data, isFetching, error } = query
  const isFirstReading = useShownLoading(query.isLoading)
  const answered = useAnswered(view, query)
  // A page of numbers is drawn piece by piece, so that it hears what is clicked meanwhile.
  const shown = useDeferredValue(useMemo(() => ({ data, answered }), [data, answered]))
  return {
    data: isFirstReading ? undefined : shown.data,
    view: shown.answered.asked,
    readAt: shown.answered.readAt || undefined,
    isReading: isFetching,
    error,
    retry: () => void query.refetch(),
  }
}
