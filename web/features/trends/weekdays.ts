/** Days put down by week and weekday, to see whether a change is one day, a weekday or all of them. */
import { addDays, daysOf, later, startOfWeek, weekNumber, type DateRange } from '#contract/date-range.ts'
import { divide, parseDecimal, toText, ZERO } from '#contract/decimal.ts'

/** So many weeks are put down, the last of the range. */
export const WEEKS_MAX = 26

/** The days of a range that have a place. */
export const mappedDays = ({ start, end }: DateRange): DateRange => ({
  start: later(start, addDays(startOfWeek(end), -7 * (WEEKS_MAX - 1))),
  end,
})

export interface DayValue {
  day: string
  /** Decimal text; null of a day without a report. */
  value: string | null
}

export interface WeekdayMap {
  /** Each with its Monday; `46`, as ISO counts weeks. */
  weeks: { monday: string; number: number }[]
  /** Monday first. Days that were not asked for are undefined. */
  weekdays: {
    days: (DayValue | undefined)[]
    /** Of the days that have a value; null where none has. */
    mean: string | null
  }[]
}

export function weekdayMap(days: readonly DayValue[]): WeekdayMap {
  const byDay = new Map(days.map((one) => [one.day, one]))
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  const mondays =
    first === undefined || last === undefined ? [] : daysOf({ start: startOfWeek(first), end: last }, 7)
  return {
    weeks: mondays.map((monday) => ({ monday, number: weekNumber(monday) })),
    weekdays: Array.from({ length: 7 }, (_, weekday) => {
      const ofWeekday = mondays.map((monday) => byDay.get(addDays(monday, weekday)))
      return { days: ofWeekday, mean: meanOf(ofWeekday) }
    }),
  }
}

function meanOf(days: readonly (DayValue | undefined)[]): string | null {
  const values = days.flatMap((day) => (day?.value == null ? [] : parseDecimal(day.value)))
  const sum = values.reduce((all, value) => all + value, ZERO)
  const mean = divide(sum, parseDecimal(String(values.length)))
  return mean === null ? null : toText(mean)
}

/** Steps of the scale of one hue; on the fifth no text can be read in light. */
export const HEAT_STEPS = [1, 2, 3, 4, 6, 7] as const

/**
 * From where on each next step holds: about as many days have each, so that a few large ones leave the others apart. There are
 * fewer where many days are equal.
 */
export function heatEdges(values: readonly string[]): number[] {
  const sorted = values.map(Number).toSorted((a, b) => a - b)
  const edges = HEAT_STEPS.slice(1).map(
    (_, index) => sorted[Math.floor(((index + 1) * sorted.length) / HEAT_STEPS.length)],
  )
  return [...new Set(edges)].filter((edge) => edge !== undefined && edge > sorted[0]!) as number[]
}

export const heatStepOf = (value: number, edges: readonly number[]): number =>
  HEAT_STEPS[edges.filter((edge) => edge <= value).length]!
