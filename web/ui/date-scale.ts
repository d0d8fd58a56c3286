/** The geometry of a graduated scale of days, in parts of its length, so that it needs no measuring. */
import {
  addDays,
  addMonths,
  daysIn,
  daysOf,
  earlier,
  later,
  monthsOf,
  startOfWeek,
  type DateRange,
} from '#contract/date-range.ts'
import { monthText } from './dates.ts'

export interface ScaleTick {
  /** 0 at the start of the scale, 1 at its end. */
  at: number
  kind: 'week' | 'month' | 'quarter'
  label?: string
  isYear?: boolean
}

/** Weeks closer together than this blur into a grey band. */
const WEEKS_MAX = 130
const LABELS_MAX = 16

/** From the start of a year that everything lies behind, to a little after the last of it. */
export function scaleExtent(ranges: readonly DateRange[], today: string): DateRange {
  const first = ranges.map(({ start }) => start).reduce(earlier, addMonths(today, -13))
  const last = ranges.map(({ end }) => end).reduce(later, today)
  const start = `${first.slice(0, 4)}-01-01`
  return { start, end: addDays(last, Math.ceil(daysIn({ start, end: last }) * 0.08)) }
}

/** Where a day begins on a scale. */
export const positionOf = (day: string, extent: DateRange): number =>
  (daysIn({ start: extent.start, end: day }) - 1) / daysIn(extent)

/** Quarters with their names, the months between them and, where there is room, the weeks. */
export function scaleTicks(extent: DateRange): ScaleTick[] {
  const ticks: ScaleTick[] = []
  const months = Math.round(daysIn(extent) / 30.4)
  const monthsPerLabel = [3, 6, 12, 24, 60].find((step) => months / step <= LABELS_MAX) ?? 120
  if (daysIn(extent) / 7 <= WEEKS_MAX) {
    for (const day of daysOf({ start: addDays(startOfWeek(extent.start), 7), end: extent.end }, 7))
      ticks.push({ at: positionOf(day, extent), kind: 'week' })
  }
  for (const [index, day] of monthsOf(extent).entries()) {
    const at = positionOf(day, extent)
    if (index % monthsPerLabel > 0) {
      if (months <= 12 * LABELS_MAX) ticks.push({ at, kind: 'month' })
      continue
    }
    const isYear = day.slice(5, 7) === '01'
    ticks.push({ at, kind: 'quarter', isYear, label: isYear ? day.slice(0, 4) : monthText(day) })
  }
  return ticks
}
