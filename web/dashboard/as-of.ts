import { useNavigate, useSearch } from '@tanstack/react-router'
import type { SearchParams } from '#web/search-params.ts'
import { DATE_LOCALE } from '#web/ui/format-locale.ts'

/** A moment in an address; undefined where it says none, or none that is over. */
export function asOfIn(text: string | undefined, now = Date.now()): string | undefined {
  if (text === undefined || !MOMENT.test(text)) return undefined
  const moment = Date.parse(text)
  return moment >= FIRST && moment < now ? new Date(moment).toISOString() : undefined
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/
/** No number is older than the calendar of the product. */
const FIRST = Date.parse('1995-01-01T00:00:00Z')

/** The moment that the address asks for, and the ways to another one and back to now. */
export interface Past {
  asOf: string | undefined
  show: (this: void, moment: string | null) => void
}

export function usePast(): Past {
  const text = useSearch({ strict: false, select: ({ asOf }: SearchParams) => asOf })
  const navigate = useNavigate()
  return {
    asOf: asOfIn(text),
    show: (moment) =>
      void navigate({
        to: '.',
        search: (previous: SearchParams) => ({ ...previous, asOf: moment ?? undefined }),
        resetScroll: false,
      }),
  }
}

/** `3 March 2026, 14:05`, in the reader's own zone; with its seconds where these are not the first of the minute. */
export function pastText(moment: string): string {
  const date = new Date(moment)
  return new Intl.DateTimeFormat(DATE_LOCALE, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(date.getSeconds() > 0 && { second: '2-digit' }),
  })
    .format(date)
    .replace(' at ', ', ')
}

/** A day and a time of the reader's own zone as a moment; null where there is no such time. */
export function momentOf(day: string, time: string): string | null {
  const clock = /^\s*(\d{1,2})[:.h]?(\d\d)?\s*$/.exec(time)
  if (!clock) return null
  const [hour, minute] = [Number(clock[1]), Number(clock[2] ?? '0')]
  if (hour > 23 || minute > 59) return null
  const moment = new Date(`${day}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00`)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

/** What paper and files say of it. */
export const pastFacts = (asOf: string | undefined): (readonly [string, string])[] =>
  asOf === undefined ? [] : [['As it was on', pastText(asOf)]]

/** Why nothing on its page can be changed. */
export const OF_THE_PAST = 'Past numbers cannot be changed.'

/** What was just before a moment was over. */
export const justBefore = (moment: string): string => new Date(Date.parse(moment) - 1).toISOString()
