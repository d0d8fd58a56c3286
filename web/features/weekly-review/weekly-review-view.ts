import { COURSE_INTERVALS, type CourseInterval } from '#contract/dashboards/course.ts'
import { intervalOf, lastWeekBy, REVIEW_DAYS_MAX, reviewWeeks } from '#contract/dashboards/weekly-review.ts'
import { addDays, asDates, asRange, earlier, type DateRange } from '#contract/date-range.ts'
import type { CustomSummary } from '#contract/custom-summary-columns.ts'
import { CUSTOM_SUMMARIES_MAX } from '#contract/periods.ts'
import type { ReviewInput, SixTwelveInput } from '#contract/weekly-review.ts'
import { defineDashboard, type ViewOf } from '#web/dashboard/dashboard-view.ts'
import type { DashboardScope } from '#web/dashboard/use-dashboard.ts'
import { comparedDays, comparisonField, isOwn } from '#web/filters/comparison.ts'
import { namesField, oneOf, oneOfOrNone } from '#web/filters/filter-fields.ts'
import { IntervalFilter } from './IntervalFilter.tsx'

/** Six weeks and twelve months, or the periods of the chosen days. */
export const MODES = ['SIX_TWELVE', 'RANGE'] as const
export type Mode = (typeof MODES)[number]

/** Everything that decides what the page shows. The address holds all of it. */
export const weeklyReview = defineDashboard({
  storageKey: (companyId) => `weekly-review.${companyId}`,
  filters: ['dates', 'marketplaces', 'currency', { field: 'interval', Control: IntervalFilter }],
  advanced: ['products', 'brands'],
  fields: {
    /** Null: the one that the length of the range asks for. */
    interval: oneOfOrNone(COURSE_INTERVALS, null),
    mode: oneOf(MODES, 'SIX_TWELVE'),
    shown: oneOf(['CHARTS', 'TABLE'], 'CHARTS'),
    comparison: comparisonField(REVIEW_DAYS_MAX, 'YEAR_ON_YEAR'),
    /** Ids of columns of the reader's own dates, as the server keeps them. */
    columns: { ...namesField(CUSTOM_SUMMARIES_MAX), isStored: true },
  },
  dates: {
    daysMax: REVIEW_DAYS_MAX,
    defaultRange: ({ today }) => reviewWeeks(addDays(today, -1)),
    disabledPresets: ['last3Months', 'last6Months', 'lastQuarter', 'last90Days', 'last365Days', 'yearToDate'],
  },
})
export type WeeklyReviewView = ViewOf<typeof weeklyReview>

/** Into what the range is cut. */
const cutInto = (view: WeeklyReviewView): CourseInterval => intervalOf(asRange(view), view.interval)

/** The week that the page reviews: the last whole one by the end of the range. */
export const reviewedWeek = ({ endDate }: Pick<WeeklyReviewView, 'endDate'>, yesterday: string): DateRange =>
  lastWeekBy(earlier(endDate, yesterday))

export function sixTwelveInput(
  { companyId, currencyCode, marketplaces, skus, brandNames, asOf }: DashboardScope,
  week: DateRange,
  customSummaries: readonly CustomSummary[],
): SixTwelveInput {
  return {
    companyId,
    currencyCode,
    marketplaces,
    ...(skus && { skus }),
    ...(brandNames && { brandNames }),
    ...(asOf !== undefined && { asOf }),
    anchorWeek: week.start,
    ...(customSummaries.length > 0 && { customSummaries: [...customSummaries] }),
  }
}

/** What the range is held against by itself is the year before. */
export function reviewInput(scope: DashboardScope, view: WeeklyReviewView): ReviewInput {
  const range = asRange(view)
  const days =
    isOwn(view.comparison) || view.comparison === 'MONTH_ON_MONTH'
      ? comparedDays(view.comparison, range)
      : null
  return {
    ...scope,
    startDate: range.start,
    endDate: range.end,
    dateInterval: cutInto(view),
    ...(days && { comparison: asDates(days) }),
  }
}
