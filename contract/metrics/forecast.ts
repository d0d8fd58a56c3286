/** What a month will probably come to. Nothing of it is ever added to what was sold. */
import { divide, multiply, parseDecimal, ZERO, type Decimal } from '../decimal.ts'

/** Of so many days before today the mean day is taken, where at least so many of them are covered. */
export const PROJECTION_DAYS = 28
export const PROJECTION_DAYS_MIN = 14

/** Sales of a month so far, and a mean day for each of the others; null where too few days are known. */
export function projectedMonth({
  toDate,
  daysLeft,
  recent,
  recentDays,
}: {
  toDate: Decimal
  /** Of the month, without those that are in `toDate` and those before the first report. */
  daysLeft: number
  /** Sales of the covered days among the last ones, and how many these are. */
  recent: Decimal
  recentDays: number
}): Decimal | null {
  if (recentDays < PROJECTION_DAYS_MIN) return null
  return toDate + (divide(recent, parseDecimal(String(recentDays))) ?? ZERO) * BigInt(daysLeft)
}

const LEAST_GROWTH = parseDecimal('0.5')
const MOST_GROWTH = parseDecimal('2')
const MONTHS = parseDecimal('3')

/**
 * The same month of the year before, grown as the last three full months have grown, at least by half and at most twofold;
 * without that year the mean of these months. Null where they are not known either.
 */
export function forecastMonth({
  lastThree,
  sameMonth,
  sameThree,
}: {
  lastThree: Decimal | null
  /** A year before; null where it is not wholly covered. */
  sameMonth: Decimal | null
  sameThree: Decimal | null
}): Decimal | null {
  if (lastThree === null) return null
  const growth = sameMonth === null || sameThree === null ? null : divide(lastThree, sameThree)
  if (sameMonth === null || growth === null) return divide(lastThree, MONTHS)
  const clamped = growth < LEAST_GROWTH ? LEAST_GROWTH : growth > MOST_GROWTH ? MOST_GROWTH : growth
  return multiply(sameMonth, clamped)
}

/** The months of a range that are not over, in the order of the calendar. */
export interface ForecastMonths {
  months: {
    startDate: string
    endDate: string
    /** PROJECTED: the month in progress. FORECAST: one that has not begun. */
    kind: 'PROJECTED' | 'FORECAST'
    /** Null where too few days are covered to say. */
    value: string | null
    /** Of a marketplace too few days are covered, so that no more than what it has sold so far is in it. */
    isPart?: true
  }[]
}
