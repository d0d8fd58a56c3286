import {
  addDays,
  addMonths,
  earlier,
  endOfMonth,
  later,
  startOfMonth,
  type DateRange,
} from '#contract/date-range.ts'

import type { DateLimits } from './date-rules.ts'

export const DATE_PRESETS = {
  last7Days: 'Last 7 days',
  last30Days: 'Last 30 days',
  last90Days: 'Last 90 days',
  last365Days: 'Last 365 days',
  last3Months: 'Last 3 months',
  last6Months: 'Last 6 months',
  lastQuarter: 'Last quarter',
  yearToDate: 'Year to date',
  monthToDate: 'Month to date',
} as const
export type DatePreset = keyof typeof DATE_PRESETS
export const DATE_PRESET_IDS = Object.keys(DATE_PRESETS) as DatePreset[]

/** What the presets of the date picker mean, seen from today, or from the last day that can be chosen. */
export function presetRange(preset: DatePreset, { min, max }: DateLimits, today: string): DateRange {
  const latest = earlier(max, today)
  const { start, end } = unboundedRange(preset, latest)
  return { start: earlier(later(start, min), later(end, min)), end: later(end, min) }
}

function unboundedRange(preset: DatePreset, latest: string): DateRange {
  const yesterday = addDays(latest, -1)
  const days = (count: number): DateRange => ({ start: addDays(yesterday, 1 - count), end: yesterday })
  const fullMonths = (count: number): DateRange => {
    const end = latest === endOfMonth(latest) ? latest : addDays(startOfMonth(latest), -1)
    return { start: startOfMonth(addMonths(end, 1 - count)), end }
  }
  switch (preset) {
    case 'last7Days':
      return days(7)
    case 'last30Days':
      return days(30)
    case 'last90Days':
      return days(90)
    case 'last365Days':
      return days(365)
    case 'last3Months':
      return fullMonths(3)
    case 'last6Months':
      return fullMonths(6)
    case 'lastQuarter': {
      // The quarter of the calendar that is over.
      const full = fullMonths(1).end
      const end = endOfMonth(addMonths(full, -(Number(full.slice(5, 7)) % 3)))
      return { start: startOfMonth(addMonths(startOfMonth(end), -2)), end }
    }
    case 'yearToDate':
      return { start: `${latest.slice(0, 4)}-01-01`, end: latest }
    case 'monthToDate':
      return { start: startOfMonth(latest), end: latest }
  }
}
