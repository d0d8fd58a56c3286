/** Which metrics both views show, and within which limits. */
import type { MetricId } from '../metrics/metrics.ts'

/** The longest range of the view in real time, and how far back it begins where nobody has chosen. */
export const REAL_TIME_DAYS_MAX = 42
/** The same of the legacy view, which reaches so far beyond today. */
export const LEGACY_DAYS_MAX = 185
export const LEGACY_MONTHS_AHEAD = 2

export const LEGACY_CARDS = [
  'netSales',
  'contributionMargin1',
  'contributionMargin2',
  'contributionMargin3',
  'netProfit',
  'tacos',
] as const satisfies readonly MetricId[]

/** The columns of the table by month. */
export const LEGACY_COLUMNS = [
  'netSales',
  'unitsSold',
  'contributionMargin1Percent',
  'contributionMargin2Percent',
  'contributionMargin3Percent',
  'adSpend',
  'tacos',
  'statementOperatingExpenses',
  'netProfit',
  'netMargin',
  'inventoryValueCost',
] as const satisfies readonly MetricId[]

export type LegacyMetric = (typeof LEGACY_CARDS)[number] | (typeof LEGACY_COLUMNS)[number]
export const LEGACY_METRICS: readonly LegacyMetric[] = [...new Set([...LEGACY_CARDS, ...LEGACY_COLUMNS])]

/** Counted by the hour too. */
export const HOURLY_METRICS = [
  'orderedAmount',
  'orderedQuantity',
  'orders',
] as const satisfies readonly MetricId[]
export type HourlyMetric = (typeof HOURLY_METRICS)[number]

export const TILE_METRICS = [
  ...HOURLY_METRICS,
  'adSpend',
  'refunds',
  'contributionMargin3',
  'contributionMargin3Percent',
] as const satisfies readonly MetricId[]
export type TileMetric = (typeof TILE_METRICS)[number]

/** `PROJECTED` is what the month in progress will probably come to. */
export const TILE_COLUMNS = ['TODAY', 'YESTERDAY', 'LAST_7_DAYS', 'MONTH_TO_DATE', 'PROJECTED'] as const
export type TileColumn = (typeof TILE_COLUMNS)[number]

/** So many whole days are drawn beside each number: four of each weekday. */
export const COURSE_DAYS = 28

export const RECENT_ORDERS = 20

/** Products by name among those that moved sales; the rest is added up. */
export const MOVERS_NAMED = 10

/** What targets are of. */
export const TARGET_METRICS = ['orderedAmount'] as const satisfies readonly MetricId[]

/** Targets are of months so far back and ahead. */
export const TARGET_MONTHS_BACK = 60
export const TARGET_MONTHS_AHEAD = 24
/** In one call. */
export const TARGETS_SAVED_MAX = 100
