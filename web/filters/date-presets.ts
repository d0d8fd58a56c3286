import {
  addDays,
  addMonths,
  earlier,
  endOfMonth,
  later,
  startOfMonth,
  type DateRange,
} from '#contract/date-range.ts'

/** What the presets of the date picker mean, seen from `latest`: the last day that can be chosen, or today. */
export function datePresets(min: string, latest: string): { label: string; range: DateRange }[] {
  const yesterday = addDays(latest, -1)
  const days = (count: number): DateRange => ({ start: addDays(yesterday, 1 - count), end: yesterday })
  const fullMonths = (count: number): DateRange => {
    const end = latest === endOfMonth(latest) ? latest : addDays(startOfMonth(latest), -1)
    return { start: startOfMonth(addMonths(end, 1 - count)), end }
  }
  const presets = [
    { label: 'Last 7 days', range: days(7) },
    { label: 'Last 30 days', range: days(30) },
    { label: 'Last 90 days', range: days(90) },
    { label: 'Last 365 days', range: days(365) },
    { label: 'Last 3 months', range: fullMonths(3) },
    { label: 'Last 6 months', range: fullMonths(6) },
    { label: 'Year to date', range: { start: `${latest.slice(0, 4)}-01-01`, end: latest } },
    { label: 'Month to date', range: { start: startOfMonth(latest), end: latest } },
  ]
  return presets.map(({ label, range }) => ({
    label,
    range: { start: earlier(later(range.start, min), range.end), end: later(range.end, min) },
  }))
}
