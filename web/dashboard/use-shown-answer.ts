import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useShownLoading } from '#web/ui/use-shown-loading.ts'

/** What a dashboard shows of the question that it asks. */
export interface ShownAnswer<T, V> {
  /** Undefined while it is read for the first time, and has been for a moment. */
  data: T | undefined
  /** The view that it was asked for: while another is being read, old numbers keep their heads. */
  view: V
  isReading: boolean
  error: unknown
  retry: () => void
}

/** @param query keeps the answer before while it reads the next: `placeholderData: keepPreviousData` */
export function useShownAnswer<T, V>(view: V, query: UseQueryResult<T, unknown>): ShownAnswer<T, V> {
  const { data, isPlaceholderData, isFetching, error } = query
  const isFirstReading = useShownLoading(query.isLoading)
  const [answered, setAnswered] = useState(view)
  if (data !== undefined && !isPlaceholderData && answered !== view) setAnswered(view)
  return {
    data: isFirstReading ? undefined : data,
    view: answered,
    isReading: isFetching,
    error,
    retry: () => void query.refetch(),
  }
}
