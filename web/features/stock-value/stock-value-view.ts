import { STOCK_DAYS_MAX, STOCK_ORDERS, type StockValueInput } from '#contract/stock-value.ts'
import { ROWS_PAGE_SIZE } from '#contract/dashboards/grouping.ts'
import { defineDashboard, type ViewOf } from '#web/dashboard/dashboard-view.ts'
import type { DashboardScope } from '#web/dashboard/use-dashboard.ts'
import { monthsTo } from '#web/filters/date-rules.ts'
import { oneOf } from '#web/filters/filter-fields.ts'
import { SEARCH_LENGTH_MAX } from '#web/filters/SearchFilter.tsx'
import { numberField, textField } from '#web/filters/typed-fields.ts'

/** Longer than any key of a row. */
const OPENED_LENGTH_MAX = 1000
const PAGE_MAX = 100_000

/** Everything that decides what the page shows. The address holds all of it. */
export const stockValue = defineDashboard({
  storageKey: (companyId) => `stock-value.${companyId}`,
  filters: ['currency', 'dates'],
  fields: {
    searchText: textField(SEARCH_LENGTH_MAX),
    sortBy: oneOf(STOCK_ORDERS, 'closingValue'),
    sortOrder: oneOf(['ASC', 'DESC'], 'DESC'),
    page: numberField(1, { min: 1, max: PAGE_MAX }),
    /** The row whose lines are shown. */
    opened: textField(OPENED_LENGTH_MAX),
  },
  dates: {
    daysMax: STOCK_DAYS_MAX,
    isStored: true,
    defaultRange: ({ window, today }) => monthsTo(window?.end ?? today, 1),
  },
})
export type StockValueView = ViewOf<typeof stockValue>

/** The view as the server asks for it. */
export const stockValueInput = (
  { companyId, currencyCode, asOf }: DashboardScope,
  { startDate, endDate, searchText, sortBy, sortOrder, page }: StockValueView,
): StockValueInput & { asOf?: string } => ({
  companyId,
  currencyCode,
  startDate,
  endDate,
  searchText,
  sortBy,
  sortOrder,
  pageNumber: page,
  pageSize: ROWS_PAGE_SIZE,
  ...(asOf !== undefined && { asOf }),
})
