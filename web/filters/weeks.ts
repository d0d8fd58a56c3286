import {
  addDays,
  isoWeek,
  startOfWeek,
  weekNumber,
  type DateRange,
  type IsoDate,
} from '#contract/date-range.ts'

/** An ISO week, from Monday to Sunday. */
export interface Week extends DateRange {
  /** `2026-W47`. */
  code: string
}

/** The weeks of which any day lies in a range, the newest first. */
export function weeksIn({ start, end }: DateRange): Week[] {
  const weeks: Week[] = []
  for (let monday = startOfWeek(end); monday >= startOfWeek(start); monday = addDays(monday, -7))
    weeks.push(weekFrom(monday))
  return weeks
}

const weekFrom = (monday: IsoDate): Week => ({
  code: isoWeek(monday),
  start: monday,
  end: addDays(monday, 6),
})

/** `W44 to W47, W50 2026`: weeks that follow each other together, the oldest first; years where they change. */
export function weeksText(weeks: readonly Week[]): string {
  const runs: Week[][] = []
  for (const week of weeks.toSorted((a, b) => a.start.localeCompare(b.start))) {
    const run = runs.at(-1)
    if (run && addDays(run.at(-1)!.start, 7) === week.start) run.push(week)
    else runs.push([week])
  }
  const ends = runs.map((run) => [...new Set([run[0]!, run.at(-1)!])]).flat()
  const isLastOfYear = (week: Week) => yearOf(ends[ends.indexOf(week) + 1]) !== yearOf(week)
  const text = (week: Week) => `W${weekNumber(week.start)}${isLastOfYear(week) ? ` ${yearOf(week)}` : ''}`
  return runs
    .map((run) => (run.length === 1 ? text(run[0]!) : `${text(run[0]!)} to ${text(run.at(-1)!)}`))
    .join(', ')
}

const yearOf = (week: Week | undefined): string | undefined => week?.code.slice(0, 4)
