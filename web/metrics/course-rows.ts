/** Rows by day, week or month of a course: its periods, the newest first, and the total of them. */
import type { CoursePeriod, MetricCell } from '#contract/answer.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import type { ChartPeriod } from '#web/charts/chart-series.ts'
import type { PeriodRow } from './PeriodTable.tsx'

type Cells<Id extends MetricId> = Partial<Record<Id, MetricCell>>

/** A period of the answer, or its total. */
export interface CourseRow<Id extends MetricId> extends PeriodRow {
  metrics: Cells<Id>
}

const rowOf =
  (isTotal: boolean) =>
  <Id extends MetricId>({
    startDate,
    endDate,
    isPartial,
    metrics,
  }: CoursePeriod<Cells<Id>>): CourseRow<Id> => ({
    start: startDate,
    end: endDate,
    isTotal,
    isPartial,
    metrics,
  })

interface Course<Id extends MetricId> {
  periods: readonly CoursePeriod<Cells<Id>>[]
  total: CoursePeriod<Cells<Id>>
}

export const courseRows = <Id extends MetricId>({ periods }: Course<Id>): CourseRow<Id>[] =>
  periods.map((period) => rowOf(false)(period)).toReversed()
export const courseTotal = <Id extends MetricId>({ total }: Course<Id>): CourseRow<Id> => rowOf(true)(total)

/** The periods of a course as charts draw them. */
export const chartPeriods = (
  periods: readonly Pick<CoursePeriod<unknown>, 'startDate' | 'endDate' | 'isPartial'>[],
): ChartPeriod[] =>
  periods.map(({ startDate, endDate, isPartial }) => ({
    start: startDate,
    end: endDate,
    ...(isPartial && { state: 'partial' }),
  }))
