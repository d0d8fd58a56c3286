import {
  keepPreviousData,
  useQuery,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import { queryStatus } from '#web/shell/query-status.ts'
import type { SectionStatus } from '#web/ui/SectionFrame.tsx'
import type { CommonView } from './dashboard-view.ts'
import { useAnswered } from './use-answered.ts'
import type { DashboardFrame } from './use-dashboard.ts'

/** What a section of a dashboard shows of the question that it asks by itself. */
export interface SectionAnswer<T, V> {
  data: T | undefined
  /** The view that it was asked for: while another is being read, old numbers keep their labels. */
  view: V
  /** Of its amounts. */
  currencyCode: string
  status: SectionStatus
  /** The numbers are those of what is chosen, and can be exported as such. */
  isCurrent: boolean
  query: UseQueryResult<T, unknown>
}

/** Asks, and keeps the answer before while it reads the next. */
export function useSectionAnswer<T, E, D, K extends QueryKey, V extends CommonView>(
  { view, scope }: Pick<DashboardFrame<V>, 'view' | 'scope'>,
  question: UseQueryOptions<T, E, D, K>,
): SectionAnswer<D, V> {
  const query = useQuery({ ...question, placeholderData: keepPreviousData })
  const { asked } = useAnswered(view, query)
  const status = queryStatus(query)
  return {
    data: query.data,
    view: asked,
    currencyCode: asked.currencyCode ?? scope.currencyCode,
    status,
    isCurrent: status.kind === 'ready',
    query,
  }
}
