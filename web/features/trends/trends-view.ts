import { addDays, earlier, later, startOfWeek } from '#contract/date-range.ts'
import { COURSE_INTERVALS } from '#contract/dashboards/course.ts'
import {
  ADVERTISING_TREND_METRICS,
  ADVERTISING_TRENDS_DAYS_MAX,
  isSplitBy,
  SALES_TREND_METRICS,
  SALES_TRENDS_DAYS_MAX,
  TREND_METRICS_MAX,
  TREND_SPLITS,
  type TrendMetric,
  type TrendSplit,
} from '#contract/dashboards/trends.ts'
import { metricOf } from '#contract/metrics/metrics.ts'
import type { TrendsInput } from '#contract/trends.ts'
import { defineDashboard, type ViewOf } from '#web/dashboard/dashboard-view.ts'
import type { DashboardScope } from '#web/dashboard/use-dashboard.ts'
import { oneOf, type FilterField } from '#web/filters/filter-fields.ts'
import { intervalRefusal, settledInterval } from '#web/metrics/course-interval.ts'
import type { ComparedColumn } from '#web/metrics/metric-columns.tsx'
import { PATHS } from '#web/paths.ts'
import { trpc } from '#web/trpc.ts'

export const FORMS = ['LINE', 'BAR'] as const
const SPLITS: readonly TrendSplit[] = TREND_SPLITS.filter((one) => one !== 'NONE')

/** By what a metric is told apart. */
export const splitsOf = (metric: TrendMetric): TrendSplit[] =>
  SPLITS.filter((split) => isSplitBy(metric, split))

/** So many whole weeks by itself: a season, and the days of each in sight. */
const WEEKS_AT_FIRST = 20

/** One to four of the metrics of a page, in the order in which somebody chose them: it is the first that is split. */
const chosenMetrics = (
  known: readonly TrendMetric[],
  first: readonly TrendMetric[],
): FilterField<TrendMetric[]> => ({
  read: (text) => {
    const named = [...new Set(text.split(','))].flatMap((name) => known.find((id) => id === name) ?? [])
    return named.length > 0 ? named.slice(0, TREND_METRICS_MAX) : undefined
  },
  write: (value) => value.join(','),
  initial: () => [...first],
  isStored: true,
})

interface Declared {
  /** Of what is kept from visit to visit. */
  id: 'trends.salesAndTraffic' | 'trends.advertising'
  metrics: readonly TrendMetric[]
  /** Those that are drawn where nobody has chosen any. */
  first: readonly TrendMetric[]
  /** What the map of weekdays may show. */
  mapped: readonly [TrendMetric, TrendMetric]
  daysMax: number
}

const trendsView = ({ id, metrics, first, mapped, daysMax }: Declared) =>
  defineDashboard({
    storageKey: (companyId) => `${id}.${companyId}`,
    filters: ['marketplaces', 'currency', 'dates', 'growth'],
    advanced: ['products', 'brands'],
    fields: {
      metrics: chosenMetrics(metrics, first),
      form: oneOf(FORMS, 'LINE', { isStored: true }),
      interval: oneOf(COURSE_INTERVALS, 'WEEKLY', { isStored: true }),
      splitBy: oneOf(SPLITS, 'MARKETPLACE', { isStored: true }),
      mapped: oneOf(mapped, mapped[0], { isStored: true }),
    },
    dates: {
      daysMax,
      defaultRange: ({ window, today }) => {
        const monday = startOfWeek(earlier(today, addDays(window?.end ?? today, 1)))
        const start = addDays(monday, -7 * WEEKS_AT_FIRST)
        const end = addDays(monday, -1)
        // Of a few days without a whole week there is nothing else to show.
        return window && end < window.start ? window : { start: later(start, window?.start ?? start), end }
      },
    },
    closesBeforePrint: true,
    settle: (asked) => ({
      interval: settledInterval(asked),
      // Not every metric is told apart by kind.
      splitBy: isSplitBy(asked.metrics[0]!, asked.splitBy) ? asked.splitBy : SPLITS[0]!,
    }),
    refusal: intervalRefusal,
  })

export type TrendsView = ViewOf<ReturnType<typeof trendsView>>

const SALES = {
  id: 'trends.salesAndTraffic',
  metrics: SALES_TREND_METRICS,
  first: ['orderedProductSales', 'sessions', 'unitSessionPercentage'],
  mapped: ['orderedProductSales', 'sessions'],
  daysMax: SALES_TRENDS_DAYS_MAX,
} as const satisfies Declared

const ADVERTISING = {
  id: 'trends.advertising',
  metrics: ADVERTISING_TREND_METRICS,
  first: ['adSpend', 'adSales', 'acos'],
  mapped: ['adSpend', 'adSales'],
  daysMax: ADVERTISING_TRENDS_DAYS_MAX,
} as const satisfies Declared

/** What one of the pages shows. */
export interface TrendsOf extends Declared {
  title: string
  path: (typeof PATHS)['salesTrends' | 'advertisingTrends']
  view: ReturnType<typeof trendsView>
  ask: (typeof trpc.trends)['getSalesAndTraffic' | 'getAdvertising']
  /** In the order of the table. */
  columns: readonly ComparedColumn<TrendMetric>[]
  basis: string
}

const compared = (metric: TrendMetric, title?: string): ComparedColumn<TrendMetric> => ({
  metric,
  ...(title !== undefined && { title }),
  growth: true,
})
const hidden = (metric: TrendMetric, title?: string) =>
  ({ ...compared(metric, title), isHiddenAtFirst: true }) as const

export const SALES_TRENDS: TrendsOf = {
  ...SALES,
  title: 'Sales and traffic',
  path: PATHS.salesTrends,
  view: trendsView(SALES),
  ask: trpc.trends.getSalesAndTraffic,
  basis: 'Ordered products as Amazon reports them, VAT included where its prices include it.',
  columns: [
    compared('orderedProductSales'),
    compared('unitsOrdered', 'Units'),
    compared('averageSellingPrice', 'Avg. price'),
    compared('sessions'),
    compared('pageViews'),
    compared('unitSessionPercentage', 'Conversion'),
    compared('buyBoxPercentage', 'Featured Offer'),
    compared('unitsRefunded', 'Refunded'),
    compared('refundRate'),
    hidden('browserSessions'),
    hidden('mobileAppSessions'),
    hidden('unitSessionPercentageB2B'),
    hidden('b2bSalesShare'),
  ],
}

export const ADVERTISING_TRENDS: TrendsOf = {
  ...ADVERTISING,
  title: 'Advertising',
  path: PATHS.advertisingTrends,
  view: trendsView(ADVERTISING),
  ask: trpc.trends.getAdvertising,
  basis: 'Clicks and their sales as advertising reports say them; all sales as ordered.',
  columns: [
    compared('adSpend'),
    compared('adSales'),
    compared('organicSales'),
    compared('adSalesShare', 'Ad share'),
    compared('acos'),
    compared('tacos'),
    compared('clicks'),
    compared('cpc', 'CPC'),
    compared('cvr', 'Conversion'),
    compared('impressions'),
    compared('ctr', 'CTR'),
    compared('newToBrandOrdersShare', 'New to brand'),
  ],
}

/** What a metric is called where its whole name has no room. */
export const shortName = ({ columns }: TrendsOf, metric: TrendMetric): string =>
  columns.find((column) => column.metric === metric)?.title ?? metricOf(metric).label

/** The view as the server is asked for it, about all metrics of the page. */
export const trendsInput = (scope: DashboardScope, view: TrendsView, { metrics }: TrendsOf): TrendsInput => ({
  ...scope,
  startDate: view.startDate,
  endDate: view.endDate,
  dateInterval: view.interval,
  growthType: view.growthType ?? 'MONTH_ON_MONTH',
  metrics: [...metrics],
  splitBy: 'NONE',
})
