/** What the panels and the table of the review have in common, whichever periods they show. */
import { asRange, weekNumber, type DateRange } from '#contract/date-range.ts'
import type { CourseInterval } from '#contract/dashboards/course.ts'
import { SIX_TWELVE_BOXES, type ReviewMetric } from '#contract/dashboards/weekly-review.ts'
import type {
  ReviewAnnotation,
  ReviewCell,
  ReviewColumn,
  ReviewOverview,
  SixTwelve,
} from '#contract/weekly-review.ts'
import { changeOf, type Change } from '#web/charts/change.ts'
import type { ChartInterval, ChartPeriod } from '#web/charts/chart-series.ts'
import { annotated } from '#web/metrics/annotations.ts'
import { AXES } from '#web/metrics/course-interval.ts'
import { chartPeriods } from '#web/metrics/course-rows.ts'
import { changeRulesOf } from '#web/metrics/metric-charts.ts'
import { monthText, rangeText } from '#web/ui/dates.ts'

/** Against the period before, or against the year before. */
export type Against = 'previous' | 'yearAgo'

export interface ReviewBox {
  label: string
  column: ReviewColumn
  /** Null for the value itself. */
  against: Against | null
}

export interface ReviewSide {
  interval: ChartInterval
  columns: readonly ReviewColumn[]
  labels: readonly string[]
}

export interface ReviewShape {
  sides: ReviewSide[]
  boxes: ReviewBox[]
}

export const weekName = (day: string): string => `Week ${weekNumber(day)}`

const LABELS: Record<CourseInterval, (column: ReviewColumn) => string> = {
  DAILY: ({ startDate }) => String(Number(startDate.slice(8))),
  WEEKLY: ({ startDate }) => `${weekNumber(startDate)}`,
  MONTHLY: ({ startDate }) => monthText(startDate)[0]!,
}

const sideOf = (columns: readonly ReviewColumn[], interval: CourseInterval): ReviewSide => ({
  interval: AXES[interval],
  columns,
  labels: columns.map(LABELS[interval]),
})

export function sixTwelveShape({ weeks, months, toDate }: SixTwelve): ReviewShape {
  const week = weeks.at(-1)!
  return {
    sides: [sideOf(weeks, 'WEEKLY'), sideOf(months, 'MONTHLY')],
    boxes: SIX_TWELVE_BOXES.map(({ label = weekName(week.startDate), of, against }) => ({
      label,
      column: of === 'week' ? week : toDate[of],
      against,
    })),
  }
}

/** How a period is held against the one before it. */
const BEFORE: Record<CourseInterval, string> = { DAILY: 'DoD', WEEKLY: 'WoW', MONTHLY: 'MoM' }

export const capitalised = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase())

/** What a range is held against by itself. */
export const PRIOR_YEAR = 'prior year'

/** `compared` is how the reader's own comparison is called. Without a period that is over there is nothing to show. */
export function rangeShape({ periods, total, dateInterval }: ReviewOverview, compared: string): ReviewShape {
  const last = periods.at(-1)
  if (!last || !total) return { sides: [], boxes: [] }
  const name = {
    DAILY: `Day ${LABELS.DAILY(last)}`,
    WEEKLY: weekName(last.startDate),
    MONTHLY: monthText(last.startDate),
  }[dateInterval]
  return {
    sides: [sideOf(periods, dateInterval)],
    boxes: [
      { label: 'Total', column: total, against: null },
      { label: 'vs before', column: total, against: 'previous' },
      { label: `vs ${compared}`, column: total, against: 'yearAgo' },
      { label: name, column: last, against: null },
      { label: BEFORE[dateInterval], column: last, against: 'previous' },
      { label: compared === PRIOR_YEAR ? 'YoY' : 'vs custom dates', column: last, against: 'yearAgo' },
    ],
  }
}

/** The value, where there is a change to tell: what is not wholly known is compared with nothing. */
export const comparable = (cell: ReviewCell, against: Against): string | null =>
  (against === 'previous' ? cell.growth : cell.yearGrowth) === null ? null : cell.value

/** How a number changed. */
export const changeAgainst = (metric: ReviewMetric, cell: ReviewCell, against: Against): Change =>
  changeOf(comparable(cell, against), cell[against], changeRulesOf(metric))

/** What a number of these days is explained against: a week of the six against the week before, others against the year before. */
export function comparedWith(
  answer: SixTwelve | ReviewOverview,
  { start, end }: DateRange,
): DateRange | null {
  const isOfDays = ({ startDate, endDate }: ReviewColumn) => startDate === start && endDate === end
  const rangeBefore = (days: ReviewColumn['before']) => days && asRange(days)
  if ('periods' in answer) {
    const found = [...answer.periods, ...(answer.total ? [answer.total] : [])].find(isOfDays)
    return found ? rangeBefore(found.yearAgo) : null
  }
  const week = answer.weeks.find(isOfDays)
  if (week) return rangeBefore(week.before)
  const found = [...answer.months, ...Object.values(answer.toDate), ...answer.customs].find(isOfDays)
  return found ? rangeBefore(found.yearAgo ?? found.before) : null
}

/** The periods of a side, each with what happened in it. */
export const periodsOf = (
  { columns }: ReviewSide,
  annotations: readonly Pick<ReviewAnnotation, 'date' | 'text'>[],
): ChartPeriod[] => annotated(chartPeriods(columns), annotations)

export const daysText = ({ startDate, endDate }: Pick<ReviewColumn, 'startDate' | 'endDate'>): string =>
  rangeText(startDate, endDate)

/** Whether there is nothing to review. */
export const isNothing = ({ sides }: ReviewShape): boolean =>
  sides.every(({ columns }) =>
    columns.every(({ metrics }) => Object.values(metrics).every(({ value }) => value === null)),
  )
