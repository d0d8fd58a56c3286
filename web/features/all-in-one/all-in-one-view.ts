import type { AllInOneInput, AllInOneProductsInput } from '#contract/all-in-one.ts'
import { addDays, daysIn, earlier } from '#contract/date-range.ts'
import {
  ALL_IN_ONE_DAYS_AT_FIRST,
  ALL_IN_ONE_DAYS_MAX,
  ALL_IN_ONE_PRODUCTS,
} from '#contract/dashboards/all-in-one.ts'
import type { CourseInterval } from '#contract/dashboards/course.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import { ROWS_PAGE_SIZE } from '#contract/dashboards/grouping.ts'
import { defineDashboard, type ViewOf } from '#web/dashboard/dashboard-view.ts'
import type { DashboardScope } from '#web/dashboard/use-dashboard.ts'
import { DEFAULT_DATES, OUTSIDE_OF_DATA } from '#web/filters/date-rules.ts'
import { listFields } from '#web/metrics/keyed-rows.ts'

/** Everything that decides what the page shows. The address holds all of it. */
export const allInOne = defineDashboard({
  storageKey: (companyId) => `all-in-one.${companyId}`,
  filters: ['marketplaces', 'currency', 'dates'],
  advanced: ['products', 'brands'],
  fields: listFields(ALL_IN_ONE_PRODUCTS, 'orderedProductSales'),
  dates: {
    daysMax: ALL_IN_ONE_DAYS_MAX,
    defaultRange: ({ window, today }) => {
      const yesterday = addDays(today, -1)
      const end = earlier(window?.end ?? yesterday, yesterday)
      return { start: addDays(end, 1 - ALL_IN_ONE_DAYS_AT_FIRST), end }
    },
    whenMissing: DEFAULT_DATES,
    whenOutside: OUTSIDE_OF_DATA,
  },
})
export type AllInOneView = ViewOf<typeof allInOne>

/** Where a card, a legend or a head has no room for the metric's name. */
const SHORT: Partial<Record<MetricId, string>> = {
  unitsOrdered: 'Units',
  unitSessionPercentage: 'Conversion',
  buyBoxPercentage: 'Featured Offer',
}
export const shortName = (metric: MetricId): string => SHORT[metric] ?? metricOf(metric).label

/** The view as the server is asked for it. */
export const allInOneInput = (scope: DashboardScope, view: AllInOneView): AllInOneInput => ({
  ...scope,
  startDate: view.startDate,
  endDate: view.endDate,
  growthType: 'MONTH_ON_MONTH',
})

export const allInOneList = (scope: DashboardScope, view: AllInOneView): AllInOneProductsInput => ({
  ...allInOneInput(scope, view),
  searchText: view.searchText,
  sortBy: view.sortBy,
  sortOrder: view.sortOrder,
  pageNumber: view.page,
  pageSize: ROWS_PAGE_SIZE,
})

const DAYS_TOLD_APART = 45

/** More days than these are too narrow to be bars. */
export const intervalOf = ({
  startDate,
  endDate,
}: Pick<AllInOneView, 'startDate' | 'endDate'>): CourseInterval =>
  daysIn({ start: startDate, end: endDate }) > DAYS_TOLD_APART ? 'WEEKLY' : 'DAILY'
