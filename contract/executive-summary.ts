/** `executiveSummary.*`: what browser and server agree on. */
import { z } from 'zod'
import type { AnsweredDays, CoursePeriod, Identity, MetricCell } from './answer.ts'
import {
  TARGETS_SAVED_MAX,
  type LegacyMetric,
  type TileColumn,
  type TileMetric,
} from './dashboards/executive-summary.ts'
import { parseDecimal, ZERO } from './decimal.ts'
import { CompanyId, Currency, DecimalText, MarketplaceCode, Moment, Month } from './fields.ts'
import type { ForecastMonths } from './metrics/forecast.ts'
import { ordered, ORDERED, PnlScope } from './profit-and-loss.ts'

const RangeScope = PnlScope.pick({
  companyId: true,
  currencyCode: true,
  startDate: true,
  endDate: true,
  marketplaces: true,
  asOf: true,
})

/** Of either view. */
export const SummaryInput = RangeScope.refine(ordered, ORDERED)
export type SummaryInput = z.infer<typeof SummaryInput>

type LegacyCells = Record<LegacyMetric, MetricCell>

/** Of the months that have begun. Those to come have a forecast of net sales, which is in no sum. */
export type LegacySummary = AnsweredDays & {
  /** Months, cut by the range or by yesterday. */
  periods: CoursePeriod<LegacyCells>[]
  total: CoursePeriod<LegacyCells>
  forecast: ForecastMonths['months']
}

/** Of now: each column of the tiles has days of its own. */
export const RealTimeInput = RangeScope.omit({ startDate: true, endDate: true })
export type RealTimeInput = z.infer<typeof RealTimeInput>

/** The days that the view in real time may be asked for. */
export interface RealTimeDays {
  minDate: string
  maxDate: string
}

export interface Days {
  startDate: string
  endDate: string
}

export interface TileCell extends MetricCell {
  /** Null where it has no day yet, as a month on its first. */
  period: Days | null
  comparison: Days | null
}

/** How far the numbers reach. */
export interface Reach {
  /** Today at the marketplaces. */
  today: string
  /** The newest moment that an order of the last days speaks of; null without any. */
  ordersUpTo: string | null
}

export type Tiles = Reach & {
  cells: Record<TileMetric, Record<TileColumn, TileCell>>
  /** The last days that are over, and each number of each of them; null where it is not known. */
  courseOf: string[]
  courses: Record<TileMetric, (string | null)[]>
}

/** An hour that has not begun has no value, nor has any where a file states no times. */
export interface Hour {
  sales: string | null
  units: string | null
  /** Of the same weekday a week before; in hours that have begun at some of the places alone, of these. */
  salesBefore: string | null
  unitsBefore: string | null
  /** From midnight on. */
  salesSoFar: string | null
  salesSoFarBefore: string | null
}
export type Hourly = Reach & { day: string; comparison: string; hours: Hour[] }

export interface SalesDay {
  date: string
  /** Null also of days to come, which stand there for what they are compared with. */
  sales: string | null
  /** Of the day at the same place before; null where there is none. */
  previous: string | null
  /** How far sales are ahead up to this day; on today only what had come in at this hour is compared. */
  ahead: string | null
  /** Its part of the month's target. */
  target: string | null
}
export type Daily = Reach &
  AnsweredDays & {
    days: SalesDay[]
    total: MetricCell
    /** Of today only the hours that orders reach are compared. */
    isCutByTheClock: boolean
  }

export interface MarketplaceNow {
  /** Empty for what belongs to none, and for the whole. */
  marketplace: string
  cells: Record<TileColumn, TileCell>
  /** Of the month, in the asked currency; null where none is set, or there is no rate. */
  target: string | null
  /** Month to date as a share of it. */
  targetShare: number | null
}
export type MarketplacesNow = Reach & { rows: MarketplaceNow[]; total: MarketplaceNow }

export interface RecentOrder {
  /** Null where its file states the day alone. */
  orderedAt: string | null
  date: string
  marketplace: string
  /** Its first product, and how many it has. */
  product: Identity
  products: number
  quantity: string
  /** In the currency of the order; of a pending one by the last known price, and null where there is none. */
  value: string | null
  currency: string
  isPending: boolean
}
export type RecentOrders = Reach & { orders: RecentOrder[] }

/** By which products the ordered amount changed, of the days that are over: they add up to the whole change. */
export type SalesMovers = Pick<AnsweredDays, 'period' | 'comparison'> & {
  /** The largest, by name. */
  rows: { sku: string; name: string; change: string }[]
  up: { count: number; change: string }
  down: { count: number; change: string }
  /** Of so many an exchange rate is missing. */
  unknown: number
  /** False where some day of either has no report, and nothing can be compared. */
  isComparable: boolean
}

export const TargetAmount = DecimalText.regex(
  /^\d{1,12}(\.\d{1,2})?$/,
  'A target has up to 12 digits and 2 decimals.',
).refine(
  (amount) => !/^\d{1,12}(\.\d{1,2})?$/.test(amount) || parseDecimal(amount) > ZERO,
  'A target is more than 0.',
)

export const TargetsInput = z.object({ companyId: CompanyId, from: Month, to: Month })

export const SaveTargetsInput = z.object({
  companyId: CompanyId,
  targets: z
    .array(
      z.object({
        /** Null: of all of them together. */
        marketplace: MarketplaceCode.nullable(),
        month: Month,
        /** Null takes it away. */
        amount: TargetAmount.nullable(),
        currency: Currency,
        /** As it was read; null where there was none. */
        updatedAt: Moment.nullable(),
      }),
    )
    .min(1)
    .max(TARGETS_SAVED_MAX)
    .refine(
      (targets) => new Set(targets.map((one) => `${one.marketplace} ${one.month}`)).size === targets.length,
      'Each target is set once.',
    ),
})

/** What the ordered amount of a month is to be. */
export interface Target {
  marketplace: string | null
  month: string
  amount: string
  currency: string
  updatedAt: string
}
