import { addMonths } from '#contract/date-range.ts'
import {
  BRAND_CARDS,
  BRAND_CARDS_B2B,
  BRAND_MANAGER_DAYS_MAX,
  BRAND_METRICS,
  BRAND_METRICS_B2B,
  FORECAST_MONTHS,
  type BrandMetric,
} from '#contract/dashboards/brand-manager.ts'
import { COURSE_INTERVALS } from '#contract/dashboards/course.ts'
import { ROWS_PAGE_SIZE, type GroupBy, type RowsBy } from '#contract/dashboards/grouping.ts'
import type { BrandCard, BrandListInput, BrandSummaryInput } from '#contract/brand-manager.ts'
import { defineDashboard, type ViewOf } from '#web/dashboard/dashboard-view.ts'
import type { DashboardScope } from '#web/dashboard/use-dashboard.ts'
import { flag, oneOf } from '#web/filters/filter-fields.ts'
import { intervalRefusal, settledInterval } from '#web/metrics/course-interval.ts'
import { listFields } from '#web/metrics/keyed-rows.ts'

/** The chart over the table: how a card moved, by row of the table, or how it grew by month. */
export const COURSES = ['TIME', 'SPLIT', 'GROWTH'] as const

/** Half a year back. */
const MONTHS_BACK = 6

const isB2B = (metric: BrandCard | BrandMetric): boolean =>
  [...BRAND_CARDS_B2B, ...BRAND_METRICS_B2B].some((id) => id === metric)

/** Everything that decides what the page shows. The address holds all of it. */
export const brandManager = defineDashboard({
  storageKey: () => 'st-dashboard-filters',
  filters: ['marketplaces', 'currency', 'dates', 'growth'],
  advanced: ['products', 'brands'],
  fields: {
    showB2BMetrics: flag(true, { isStored: true }),
    groupByParent: flag(false, { isStored: true }),
    card: oneOf([...BRAND_CARDS, ...BRAND_CARDS_B2B], 'orderedProductSales'),
    course: oneOf(COURSES, 'TIME', { isStored: true }),
    interval: oneOf(COURSE_INTERVALS, 'MONTHLY', { isStored: true }),
    ...listFields([...BRAND_METRICS, ...BRAND_METRICS_B2B], 'orderedProductSales'),
  },
  dates: {
    daysMax: BRAND_MANAGER_DAYS_MAX,
    monthsAhead: FORECAST_MONTHS,
    isStored: true,
    defaultRange: ({ today }) => ({
      start: addMonths(today, -MONTHS_BACK),
      end: addMonths(today, FORECAST_MONTHS),
    }),
  },
  closesBeforePrint: true,
  settle: ({ interval, startDate, endDate, showB2BMetrics, card, sortBy }) => ({
    interval: settledInterval({ interval, startDate, endDate }),
    ...(!showB2BMetrics && isB2B(card) && { card: 'orderedProductSales' as const }),
    ...(!showB2BMetrics && isB2B(sortBy) && { sortBy: 'orderedProductSales' as const }),
  }),
  refusal: intervalRefusal,
})

export type BrandManagerView = ViewOf<typeof brandManager>

/** The view as the server is asked for it. */
export const brandInput = (scope: DashboardScope, view: BrandManagerView): BrandSummaryInput => ({
  ...scope,
  startDate: view.startDate,
  endDate: view.endDate,
  showB2BMetrics: view.showB2BMetrics,
  growthType: view.growthType ?? 'MONTH_ON_MONTH',
})

/** What the rows of a tab are. */
export const rowsBy = (
  groupBy: GroupBy,
  { groupByParent }: Pick<BrandManagerView, 'groupByParent'>,
): RowsBy => (groupBy === 'SKU' && groupByParent ? 'PARENT' : groupBy)

export const brandListInput = (
  scope: DashboardScope,
  view: BrandManagerView,
  groupBy: GroupBy,
): BrandListInput => ({
  ...brandInput(scope, view),
  groupByParent: rowsBy(groupBy, view) === 'PARENT',
  searchText: groupBy === 'SKU' ? view.searchText : '',
  numbers: view.numbers,
  sortBy: view.sortBy,
  sortOrder: view.sortOrder,
  pageNumber: view.page,
  pageSize: ROWS_PAGE_SIZE,
})
