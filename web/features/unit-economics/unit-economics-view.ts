import { addDays, endOfMonth, startOfMonth, type DateRange } from '#contract/date-range.ts'
import {
  BUSINESS_METRICS,
  CONTINGENCY_PRESET,
  UNIT_ECONOMICS_DAYS_MAX,
  UNIT_ECONOMICS_METRICS,
} from '#contract/dashboards/unit-economics.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import { GROUP_BYS, ROWS_PAGE_SIZE, type GroupBy } from '#contract/dashboards/grouping.ts'
import type { UnitEconomicsInput } from '#contract/unit-economics.ts'
import { defineDashboard, type ViewOf } from '#web/dashboard/dashboard-view.ts'
import type { DashboardScope } from '#web/dashboard/use-dashboard.ts'
import { monthsTo } from '#web/filters/date-rules.ts'
import { oneOf, someOf, type FilterContext } from '#web/filters/filter-fields.ts'
import { numberField } from '#web/filters/typed-fields.ts'
import { listFields } from '#web/metrics/keyed-rows.ts'
import type { Choice } from '#web/ui/ChoiceList.tsx'

const GROUPS: Choice<GroupBy>[] = [
  { value: 'SKU', label: 'SKU' },
  { value: 'BRAND', label: 'Brand' },
  { value: 'MARKETPLACE', label: 'Marketplace' },
]
export const DISPLAYS = ['businessMetrics', 'unitEconomics'] as const

/** Whether a value of a unit may be told as a share of its net price. */
export const isPartOfPrice = (metric: MetricId): boolean =>
  metric !== 'minimumPrice' &&
  metricOf(metric).unit === 'price' &&
  UNIT_ECONOMICS_METRICS.some((id) => id === metric)

/** The last month that the data cover wholly, as far as its end says. */
function lastFullMonth({ window, today }: FilterContext): DateRange {
  const last = window?.end ?? today
  return monthsTo(last === endOfMonth(last) ? last : addDays(startOfMonth(last), -1), 1)
}

/** Everything that decides what the page shows. The address holds all of it. */
export const unitEconomics = defineDashboard({
  storageKey: (companyId) => `unit-economics.${companyId}`,
  filters: [
    'marketplaces',
    'currency',
    'dates',
    { field: 'groupBy', label: 'Group by', choices: GROUPS },
    'growth',
  ],
  advanced: ['products', 'brands'],
  fields: {
    groupBy: oneOf(GROUP_BYS, 'SKU', { isStored: true }),
    displays: someOf(DISPLAYS, DISPLAYS, { isStored: true }),
    /** Values of a unit as money, or as shares of its net price. */
    unitsAs: oneOf(['AMOUNT', 'SHARE'], 'AMOUNT', { isStored: true }),
    /** The rows as a table, or where they stand by units and margin. */
    shownAs: oneOf(['TABLE', 'MAP'], 'TABLE', { isStored: true }),
    contingency: numberField(CONTINGENCY_PRESET, { min: 0, max: 100, digits: 2, isStored: true }),
    ...listFields([...BUSINESS_METRICS, ...UNIT_ECONOMICS_METRICS], 'netProfit'),
  },
  dates: {
    daysMax: UNIT_ECONOMICS_DAYS_MAX,
    isStored: true,
    defaultRange: lastFullMonth,
  },
  // Rows are put in order by amounts, which is not the order of their shares.
  settle: ({ unitsAs, sortBy }) => ({
    ...(unitsAs === 'SHARE' && isPartOfPrice(sortBy) && { sortBy: 'netProfit' as const }),
  }),
  // Brands and marketplaces are not told apart by product.
  ruledOut: ({ groupBy }) => (groupBy === 'SKU' ? [] : ['products']),
})

export type UnitEconomicsView = ViewOf<typeof unitEconomics>

/** The view as the server asks for it. */
export const unitEconomicsInput = (scope: DashboardScope, view: UnitEconomicsView): UnitEconomicsInput => ({
  ...scope,
  startDate: view.startDate,
  endDate: view.endDate,
  ...(view.growthType && { growthMetricType: view.growthType }),
  contingency: view.contingency,
  groupBy: view.groupBy,
  searchText: view.groupBy === 'SKU' ? view.searchText : '',
  numbers: view.numbers,
  sortBy: view.sortBy,
  sortOrder: view.sortOrder,
  pageNumber: view.page,
  pageSize: ROWS_PAGE_SIZE,
})
