/** Where periods stand along a chart, and the ticks under them: those of the date rule. */
import { daysIn } from '#contract/date-range.ts'
import { dayText, monthText, rangeText, compactRangeText, shortDayText } from '#web/ui/dates.ts'
import type { ChartInterval, ChartPeriod } from './chart-series.ts'

export interface PeriodTick {
  /** Which period it stands under. */
  index: number
  isLong: boolean
  label?: string
}

/** Labels closer together than this touch. */
const LABEL_WIDTH = 46
/** Up to so many days each has its own tick; beyond, weeks do. */
export const DAYS_WITH_TICKS = 62

/** The middle of a period, in pixels from the left edge of the plot. */
export const centreOf = (index: number, count: number, width: number): number =>
  ((index + 0.5) * width) / count

/** The place of a period nearest to a number; the first where there are none, which is no period's. */
export const placeWithin = (index: number, count: number): number => Math.max(Math.min(index, count - 1), 0)

/** The period whose column a point of the plot lies in. */
export const indexAt = (x: number, count: number, width: number): number =>
  placeWithin(Math.floor((x / width) * count), count)

/** Short ticks for days or weeks, long ones where a month begins, and names as far as they have room. */
export function periodTicks(
  periods: readonly ChartPeriod[],
  interval: ChartInterval,
  width: number,
): PeriodTick[] {
  const step = width / Math.max(periods.length, 1)
  if (interval === 'category') return categoryTicks(periods, step)
  if (interval === 'month') return monthTicks(periods, step)
  return interval === 'day' && periods.length <= DAYS_WITH_TICKS
    ? dayTicks(periods, step)
    : monthStartTicks(periods, interval, step)
}

const monthOf = (date: string): string => date.slice(0, 7)
const isMonday = (date: string): boolean => new Date(`${date}T00:00:00Z`).getUTCDay() === 1

/** `Nov`, and with its year where that changes: `Jan 2027`. */
const monthLabel = (date: string, before: string | undefined): string =>
  before !== undefined && before.slice(0, 4) === date.slice(0, 4)
    ? monthText(date)
    : `${monthText(date)} ${date.slice(0, 4)}`

/** Months are named from the first on, every one or as many as there is room for. */
function monthTicks(periods: readonly ChartPeriod[], step: number): PeriodTick[] {
  const every = [1, 2, 3, 6, 12, 24].find((months) => months * step >= LABEL_WIDTH) ?? 60
  let before: string | undefined
  return periods.map(({ start }, index) => {
    if (index % every > 0) return { index, isLong: false }
    const label = monthLabel(start, before)
    before = start
    return { index, isLong: true, label }
  })
}

/** About the width of a letter of a name. */
const LETTER_WIDTH = 6.5

/** Names in the middle of their places: all of them, or every second, fourth and so on where they would touch. */
function categoryTicks(periods: readonly ChartPeriod[], step: number): PeriodTick[] {
  const longest = Math.max(...periods.map(({ name = '' }) => name.length), 1)
  const wanted = longest * LETTER_WIDTH + 8
  const every = [1, 2, 3, 4, 6, 12].find((count) => count * step >= wanted) ?? 24
  return periods.map(({ name = '' }, index) =>
    index % every === 0 ? { index, isLong: false, label: name } : { index, isLong: false },
  )
}

/** Every day a tick; the first, and of the others the 5th, 10th and so on by name. */
function dayTicks(periods: readonly ChartPeriod[], step: number): PeriodTick[] {
  const every = step * 5 >= LABEL_WIDTH ? 5 : 10
  const ticks: PeriodTick[] = []
  let labelledAt = Number.NEGATIVE_INFINITY
  periods.forEach(({ start }, index) => {
    const day = Number(start.slice(8))
    const isNewMonth = index === 0 || day === 1
    const isNamed = isNewMonth || (day % every === 0 && day <= 30)
    const room = (index - labelledAt) * step
    // The name of the first day is as long as that of a month, and gives way to it; a number is half as long.
    if (isNewMonth && labelledAt === 0 && room < LABEL_WIDTH) delete ticks[0]!.label
    else if (!isNamed || room < (isNewMonth ? LABEL_WIDTH / 2 : LABEL_WIDTH))
      return void ticks.push({ index, isLong: isNewMonth })
    labelledAt = index
    ticks.push({ index, isLong: true, label: isNewMonth ? shortDayText(start) : String(day) })
  })
  return ticks
}

/** Weeks, or the Mondays among many days, and the months they begin. */
function monthStartTicks(
  periods: readonly ChartPeriod[],
  interval: ChartInterval,
  step: number,
): PeriodTick[] {
  const ticks: PeriodTick[] = []
  let before: string | undefined
  let labelledAt = Number.NEGATIVE_INFINITY
  periods.forEach(({ start }, index) => {
    const previous = periods[index - 1]?.start
    const beginsMonth = previous === undefined || monthOf(previous) !== monthOf(start)
    if (!beginsMonth) {
      if (interval === 'week' || isMonday(start)) ticks.push({ index, isLong: false })
      return
    }
    if ((index - labelledAt) * step < LABEL_WIDTH) {
      // A month that has begun before the chart gives way to the first that begins in it.
      const last = ticks.findLast(({ label }) => label)
      if (last?.index !== 0) return void ticks.push({ index, isLong: true })
      delete last.label
      before = undefined
    }
    ticks.push({ index, isLong: index > 0, label: monthLabel(start, before) })
    before = start
    labelledAt = index
  })
  return ticks
}

/** Where today is, in periods from the left; null where the chart ends before or begins after it. */
export function todayAt(periods: readonly ChartPeriod[], today: string): number | null {
  const index = periods.findIndex(({ start, end }) => start <= today && today <= end)
  const period = periods[index]
  if (!period) return null
  return index + (daysIn({ start: period.start, end: today }) - 0.5) / daysIn(period)
}

/** `6 to 12 Jul 2026`, `Jul 2026`, `19 Nov 2026`, or the name of what is no time. */
export function periodText({ start, end, name }: ChartPeriod, interval: ChartInterval): string {
  if (name !== undefined) return name
  if (start === end) return dayText(start)
  return interval === 'month' ? compactRangeText(start, end) : rangeText(start, end)
}

/** What one place of the axis is. */
export const placeName = (interval: ChartInterval): string =>
  interval === 'category' ? 'Category' : 'Period'

/** `in progress` or `forecast`, for a period that is not final, and what happened in it. */
export function stateText({ state, note }: ChartPeriod): string | null {
  const words = state === 'partial' ? 'in progress' : state
  return [words, note].filter(Boolean).join(', ') || null
}
