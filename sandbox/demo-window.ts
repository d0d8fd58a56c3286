/**
 * The days of the demonstration: from the first of a month two years back until yesterday. Two whole years before the
 * running month are there, so that "last twelve months" and the twelve before can be compared.
 */
import * as calendar from '#contract/date-range.ts'
import { addDays, addMonths, daysIn, endOfMonth, startOfMonth, type IsoDate } from '#contract/date-range.ts'
import type { Market } from './markets.ts'

export interface DemoWindow {
  firstDay: IsoDate
  lastDay: IsoDate
  secondYearFrom: IsoDate
  /**
   * The month in which the company loses money: the last February that is over. Slow sales after the winter, a launch
   * campaign that did not pay and a clear-out of old stock come together in it.
   */
  lossMonth: IsoDate
  /** When a fee that no list knows yet is charged, by marketplace. */
  newFeeOn: Readonly<Record<string, IsoDate>>
}

/** A settlement: rows posted from `start` on and before `end`, both milliseconds since 1970. */
export interface Period {
  start: number
  end: number
}

/** Twice Amazon's fortnight: half as many files to import before a newcomer sees the first page. */
const SETTLEMENT_DAYS = 28
/** Amazon's first settlement is as short or long as it must be; one of a day or two would be an empty file. */
const FIRST_SETTLEMENT_DAYS_MIN = 4

export function demoWindow(today: IsoDate): DemoWindow {
  const lastDay = addDays(today, -1)
  const firstDay = startOfMonth(addMonths(lastDay, -24))
  const february = `${lastDay.slice(0, 4)}-02-01`
  const lossMonth = endOfMonth(february) <= lastDay ? february : addMonths(february, -12)
  const newFeeOn = { DE: addDays(lastDay, -9), GB: addDays(lastDay, -37) }
  return { firstDay, lastDay, secondYearFrom: addMonths(firstDay, 12), lossMonth, newFeeOn }
}

export const momentOf = (day: IsoDate, second = 0): number => Date.parse(`${day}T00:00:00Z`) + second * 1000
export const dayOf = (moment: number): IsoDate => new Date(moment).toISOString().slice(0, 10)

export const daysOf = ({ firstDay, lastDay }: DemoWindow): IsoDate[] =>
  calendar.daysOf({ start: firstDay, end: lastDay })

/** The first days of all months of the window. */
export const monthsOf = ({ firstDay, lastDay }: DemoWindow): IsoDate[] =>
  calendar.monthsOf({ start: firstDay, end: lastDay })

/** Periods of a market without gap or overlap; the last one closes on the last day. */
export function settlementPeriods({ firstDay, lastDay }: DemoWindow, { closesAtSecond }: Market): Period[] {
  const earliestClose = addDays(firstDay, FIRST_SETTLEMENT_DAYS_MIN - 1)
  const count = Math.ceil(daysIn({ start: earliestClose, end: lastDay }) / SETTLEMENT_DAYS)
  return Array.from({ length: count }, (_, index) => {
    const day = addDays(lastDay, (index + 1 - count) * SETTLEMENT_DAYS)
    const start = index === 0 ? momentOf(firstDay) : momentOf(addDays(day, -SETTLEMENT_DAYS), closesAtSecond)
    return { start, end: momentOf(day, closesAtSecond) }
  })
}
