import {
  DATE_INTERVALS,
  effectiveInterval,
  GROWTH_TYPES,
  isYearOrLonger,
  PNL_DAYS_MAX,
  SUMMARY_VIEWS,
  WEEKLY_DAYS_MAX,
} from '#contract/periods.ts'
import { childrenOf, PNL_LINE_IDS } from '#contract/profit-and-loss-lines.ts'
import type { NotAllocated, PnlInput } from '#contract/profit-and-loss.ts'
import { defineDashboard, type FilterValues } from '#web/filters/dashboard-filters.ts'
import { monthsTo } from '#web/filters/date-rules.ts'
import {
  currencyField,
  flag,
  marketplacesField,
  namesField,
  oneOf,
  oneOfOrNone,
  someOf,
} from '#web/filters/filter-fields.ts'
import { PRODUCTS_SELECTED_MAX } from '#web/filters/selection-limit.ts'

const SHOWS = ['amount', 'percent', 'both'] as const
export type Show = (typeof SHOWS)[number]
const DATE_ORDERS = ['ASC', 'DESC'] as const

/** Lines that can be folded. */
export const GROUPS = PNL_LINE_IDS.filter((id) => childrenOf(id).length > 0)

/** Months of the default range. */
export const MONTHS_SHOWN = 6
const BRANDS_MAX = 100

/** Everything that decides what the page shows. The address holds all of it. */
export const pnlDashboard = defineDashboard({
  storageKey: (companyId) => `profit-and-loss.${companyId}`,
  fields: {
    currencyCode: currencyField(),
    marketplaces: marketplacesField(),
    dateInterval: oneOf(DATE_INTERVALS, 'MONTHLY', { isStored: true }),
    dateOrder: oneOf(DATE_ORDERS, 'ASC', { isStored: true }),
    /** Null: growth is not shown. */
    growthType: oneOfOrNone(GROWTH_TYPES, 'MONTH_ON_MONTH', { isStored: true }),
    summaries: someOf(SUMMARY_VIEWS, ['lastYearToDate', 'priorYearToDate', 'lastTwelveMonths', 'total'], {
      isStored: true,
    }),
    brandNames: namesField(BRANDS_MAX),
    /** SKUs, names of tags and names of categories. */
    products: namesField(PRODUCTS_SELECTED_MAX),
    tags: namesField(PRODUCTS_SELECTED_MAX),
    categories: namesField(PRODUCTS_SELECTED_MAX),
    show: oneOf(SHOWS, 'both', { isStored: true }),
    // Folded, the whole statement down to net profit fits one screen: the answer comes before its parts.
    collapsed: someOf(GROUPS, GROUPS, { all: 'all' }),
    emptyLines: flag(false),
    /** SCOPE-1: amounts of an account that belong to no marketplace, spread over those that are selected. */
    sharesAccountAmounts: flag(false),
  },
  dates: {
    daysMax: PNL_DAYS_MAX,
    isStored: true,
    // The months that end with the data, the last of them cut where it ends.
    defaultRange: ({ window, today }) => monthsTo(window?.end ?? today, MONTHS_SHOWN),
  },
  settle: (view) => {
    const range = { start: view.startDate, end: view.endDate }
    return {
      dateInterval: effectiveInterval(view.dateInterval, range),
      // A range of a year or longer has no month before it to compare with.
      growthType: view.growthType && (isYearOrLonger(range) ? 'YEAR_ON_YEAR' : view.growthType),
    }
  },
  refusal: ({ dateInterval, startDate, endDate }) =>
    effectiveInterval(dateInterval, { start: startDate, end: endDate }) === dateInterval
      ? null
      : `Weeks are shown for up to ${WEEKLY_DAYS_MAX} days. Showing months.`,
})

export type PnlView = FilterValues<(typeof pnlDashboard)['fields']>

/** The view as the server asks for it, with the products that the product filter comes to. */
export const pnlInput = (companyId: string, view: PnlView, skus: readonly string[] = []): PnlInput => ({
  companyId,
  currencyCode: view.currencyCode,
  startDate: view.startDate,
  endDate: view.endDate,
  marketplaces: view.marketplaces,
  dateOrder: view.dateOrder,
  dateInterval: view.dateInterval,
  useAdjustedAdvertising: true,
  notAllocated: notAllocatedOf(view),
  summaryViews: Object.fromEntries(view.summaries.map((summary) => [summary, true])),
  ...(view.growthType ? { growthMetricType: view.growthType } : {}),
  ...productScope(view, skus),
})

export const notAllocatedOf = ({ sharesAccountAmounts }: PnlView): NotAllocated =>
  sharesAccountAmounts ? 'SHARED' : 'LEFT_OUT'

/** Which products count; nothing at all where all do. */
export const productScope = (view: Pick<PnlView, 'brandNames'>, skus: readonly string[]) => ({
  ...(skus.length > 0 ? { skus: [...skus] } : {}),
  ...(view.brandNames.length > 0 ? { brandNames: view.brandNames } : {}),
})
