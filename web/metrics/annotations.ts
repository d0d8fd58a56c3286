/** What people noted of days and weeks, on the charts of these days. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { REVIEW_DAYS_MAX } from '#contract/dashboards/weekly-review.ts'
import { addDays, later, startOfWeek, weekNumber } from '#contract/date-range.ts'
import type { ReviewAnnotation, ReviewNote } from '#contract/weekly-review.ts'
import type { ChartPeriod } from '#web/charts/chart-series.ts'
import { trpc } from '#web/trpc.ts'

type Annotation = Pick<ReviewAnnotation, 'date' | 'text'>
export type Annotations = readonly Annotation[]

/** Each period with what happened in it. */
export const annotated = (periods: readonly ChartPeriod[], annotations: Annotations): ChartPeriod[] =>
  periods.map((period) => {
    const note = noteOf(annotations, period)
    return note === undefined ? period : { ...period, note }
  })

/** What happened in some days; undefined where nothing did. */
export function noteOf(
  annotations: Annotations,
  { start, end }: Pick<ChartPeriod, 'start' | 'end'>,
): string | undefined {
  const happened = annotations.filter(({ date }) => date >= start && date <= end)
  return happened.length > 0 ? happened.map(({ text }) => text).join('; ') : undefined
}

/** A note may be long; whoever wants all of it finds it in the weekly review. */
const NOTE_SHOWN_MAX = 80

/** The note of a week, on its Monday, or on the first day that is shown of it. */
export function weekAnnotation(
  { week, text }: Pick<ReviewNote, 'week' | 'text'>,
  firstDay: string,
): Annotation | null {
  const [first = ''] = text.split('\n')
  if (first === '') return null
  const shown = first.length > NOTE_SHOWN_MAX ? `${first.slice(0, NOTE_SHOWN_MAX - 1).trimEnd()}…` : first
  return { date: later(week, firstDay), text: `Week ${weekNumber(week)}: ${shown}` }
}

const NOTHING: Annotations = []

/** Annotations of a company and its notes of the weeks of a range, by day. */
export function useAnnotations(
  companyId: string,
  { startDate, endDate }: { startDate: string; endDate: string },
): Annotations {
  const { data: annotations = NOTHING } = useQuery(trpc.wbr.getAnnotations.queryOptions({ companyId }))
  // The week that the range begins in, where that is not more days than may be asked for.
  const from = later(startOfWeek(startDate), addDays(endDate, 1 - REVIEW_DAYS_MAX))
  const { data: notes } = useQuery(trpc.wbr.getNotes.queryOptions({ companyId, startDate: from, endDate }))
  return useMemo(
    () =>
      [...annotations, ...(notes ?? []).flatMap((note) => weekAnnotation(note, startDate) ?? [])].toSorted(
        (a, b) => a.date.localeCompare(b.date),
      ),
    [annotations, notes, startDate],
  )
}
