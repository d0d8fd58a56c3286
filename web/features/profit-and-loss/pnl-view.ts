import {
  CUSTOM_SUMMARIES_MAX,
  DATE_INTERVALS,
  effectiveInterval,
  PNL_DAYS_MAX,
  SUMMARY_VIEWS,
  WEEKLY_DAYS_MAX,
  type DateInterval,
} from '#contract/periods.ts'
import type { CustomSummary } from '#contract/custom-summary-columns.ts'
import { childrenOf, PNL_LINE_IDS } from '#contract/profit-and-loss-lines.ts'
import type { NotAllocated, PnlInput } from '#contract/profit-and-loss.ts'
import { defineDashboard, type ViewOf } from '#web/dashboard/dashboard-view.ts'
import type { DashboardScope } from '#web/dashboard/use-dashboard.ts'
import { monthsTo, type DateRules } from '#web/filters/date-rules.ts'
import { flag, namesField, oneOf, someOf } from '#web/filters/filter-fields.ts'
import type { Choice } from '#web/ui/ChoiceList.tsx'
import { EXPENSES, UNITS } from './pnl-rows.ts'

/** What is drawn: bars over the columns of the table, or a chart of its own over it. */
const CHARTS = ['bars', 'costs', 'bridge', 'margins'] as const
export type PnlChartKind = (typeof CHARTS)[number]
const SHOWS = ['amount', 'percent', 'both'] as const
export type Show = (typeof SHOWS)[number]
const DATE_ORDERS = ['ASC', 'DESC'] as const

/** Lines that can be folded. */
export const GROUPS = PNL_LINE_IDS.filter(
  (id) => childrenOf(id).length > 0 || id === UNITS || id === EXPENSES,
)

/** Months of the default range. */
const MONTHS_SHOWN = 6

const INTERVALS: Choice<DateInterval>[] = [
  { value: 'DEFAULT', label: 'None', hint: 'One column' },
  { value: 'WEEKLY', label: 'Week', hint: 'Up to 150 days' },
  { value: 'MONTHLY', label: 'Month' },
]
const ORDERS: Choice<(typeof DATE_ORDERS)[number]>[] = [
  { value: 'ASC', label: 'Oldest first' },
  { value: 'DESC', label: 'Newest first' },
]

interface OfBasis {
  /** Its place in local storage. */
  storageName: string
  dateInterval: DateInterval
  dates: DateRules
}

/** Everything that decides what a statement shows. The address holds all of it. */
export const statementDashboard = ({ storageName, dateInterval, dates }: OfBasis) =>
  defineDashboard({
    storageKey: (companyId) => `${storageName}.${companyId}`,
    filters: [
      'marketplaces',
      'currency',
      'dates',
      { field: 'dateInterval', label: 'Interval', choices: INTERVALS },
      'growth',
    ],
    advanced: ['products', 'brands', { field: 'dateOrder', label: 'Order', choices: ORDERS }],
    fields: {
      dateInterval: oneOf(DATE_INTERVALS, dateInterval, { isStored: true }),
      dateOrder: oneOf(DATE_ORDERS, 'ASC', { isStored: true }),
      summaries: someOf(SUMMARY_VIEWS, ['lastYearToDate', 'priorYearToDate', 'lastTwelveMonths', 'total'], {
        isStored: true,
      }),
      /** Ids of columns of the reader's own dates, as the server keeps them. */
      columns: { ...namesField(CUSTOM_SUMMARIES_MAX), isStored: true },
      chart: oneOf(CHARTS, 'bars', { isStored: true }),
      show: oneOf(SHOWS, 'both', { isStored: true }),
      // Folded, the whole statement down to net profit fits one screen: the answer comes before its parts.
      collapsed: someOf(GROUPS, GROUPS, { all: 'all' }),
      emptyLines: flag(false),
      /** SCOPE-1: amounts of an account that belong to no marketplace, spread over those that are selected. */
      sharesAccountAmounts: flag(false),
    },
    dates: { ...dates, isStored: true },
    settle: ({ dateInterval, startDate, endDate }) => ({
      dateInterval: effectiveInterval(dateInterval, { start: startDate, end: endDate }),
    }),
    refusal: ({ dateInterval, startDate, endDate }) =>
      effectiveInterval(dateInterval, { start: startDate, end: endDate }) === dateInterval
        ? null
        : `Weeks are shown for up to ${WEEKLY_DAYS_MAX} days. Showing months.`,
  })

/** The statement of transactions. */
export const pnlDashboard = statementDashboard({
  storageName: 'profit-and-loss',
  dateInterval: 'MONTHLY',
  dates: {
    daysMax: PNL_DAYS_MAX,
    // The months that end with the data, the last of them cut where it ends.
    defaultRange: ({ window, today }) => monthsTo(window?.end ?? today, MONTHS_SHOWN),
  },
})

export type PnlView = ViewOf<typeof pnlDashboard>

/** The view as the server asks for it. */
export const pnlInput = (
  scope: DashboardScope,
  view: PnlView,
  customs: readonly CustomSummary[],
): PnlInput => ({
  ...scope,
  ...pnlScope(view),
  startDate: view.startDate,
  endDate: view.endDate,
  dateOrder: view.dateOrder,
  dateInterval: view.dateInterval,
  summaryViews: Object.fromEntries(view.summaries.map((summary) => [summary, true])),
  ...(view.growthType && { growthMetricType: view.growthType }),
  ...(customs.length > 0 && { customSummaries: [...customs] }),
})

/** What decides the statement's numbers besides the common filters. */
export const pnlScope = ({ sharesAccountAmounts }: PnlView) => ({
  useAdjustedAdvertising: true,
  notAllocated: (sharesAccountAmounts ? 'SHARED' : 'LEFT_OUT') satisfies NotAllocated as NotAllocated,
})
