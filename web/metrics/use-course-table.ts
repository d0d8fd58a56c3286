import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AnsweredDays, CoursePeriod, MetricCell } from '#contract/answer.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import type { CommonView } from '#web/dashboard/dashboard-view.ts'
import type { DashboardFrame } from '#web/dashboard/use-dashboard.ts'
import { useShownAnswer, type ShownAnswer } from '#web/dashboard/use-shown-answer.ts'
import type { TableColumn } from '#web/table/table-column.ts'
import { useTable, type TableModel } from '#web/table/use-table.ts'
import { courseRows, courseTotal, type CourseRow } from './course-rows.ts'
import { periodId } from './PeriodTable.tsx'

/** Periods of days, the oldest first, which add up to the total. */
export type CourseAnswer<Id extends MetricId> = AnsweredDays & {
  periods: CoursePeriod<Partial<Record<Id, MetricCell>>>[]
  total: CoursePeriod<Partial<Record<Id, MetricCell>>>
}

/** What columns follow from. */
export interface CourseShown<V> {
  /** Of the answer that is shown, which may be older than what is asked for. */
  view: V
  currencyCode: string
  /** Of periods. */
  count: number
}

interface CourseTableOptions<V extends CommonView, Id extends MetricId, A> {
  frame: DashboardFrame<V>
  query: UseQueryResult<A, unknown>
  /** Under this name columns and widths are remembered. */
  id: string
  /** The same function from one drawing to the next. */
  columnsOf: (shown: CourseShown<V>) => TableColumn<CourseRow<Id>>[]
}

export interface CourseTable<V, Id extends MetricId, A> extends Omit<CourseShown<V>, 'count'> {
  shown: ShownAnswer<A, V>
  answer: A | undefined
  table: TableModel<CourseRow<Id>>
}

/** What a page by day, week or month asks, as the table that it shows: a row for each period, the newest first. */
export function useCourseTable<V extends CommonView, Id extends MetricId, A extends CourseAnswer<Id>>({
  frame,
  query,
  id,
  columnsOf,
}: CourseTableOptions<V, Id, A>): CourseTable<V, Id, A> {
  const shown = useShownAnswer(frame.view, query)
  const { data: answer, view } = shown
  const currencyCode = view.currencyCode ?? frame.scope.currencyCode
  const count = answer?.periods.length ?? 0
  const columns = useMemo(
    () => columnsOf({ view, currencyCode, count }),
    [columnsOf, view, currencyCode, count],
  )
  const rows = useMemo(() => (answer ? courseRows<Id>(answer) : []), [answer])
  const totals = useMemo(() => answer && courseTotal<Id>(answer), [answer])
  const table = useTable({ id, columns, rows, rowId: periodId, totals })
  return { shown, view, currencyCode, answer, table }
}
