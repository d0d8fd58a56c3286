import { weekNumber, type DateRange } from '#contract/date-range.ts'
import { rangeText } from '#web/ui/dates.ts'
import { DraftPicker } from '#web/ui/DraftPicker.tsx'
import { weeksIn, weeksText } from './weeks.ts'

interface WeekFilterProps {
  /** The days of which any week can be chosen. */
  days: DateRange
  /** Codes of ISO weeks, `2026-W47`. */
  value: readonly string[]
  onChange: (codes: string[]) => void
  /** So many at most. */
  weeksMax: number
  isDisabled?: boolean
}

/** Several weeks, with their numbers and dates; Shift chooses from one to another. */
export function WeekFilter({ days, value, onChange, weeksMax, isDisabled = false }: WeekFilterProps) {
  const weeks = weeksIn(days)
  const chosen = weeks.filter(({ code }) => value.includes(code))
  return (
    <DraftPicker
      label="Weeks"
      searchLabel="Search weeks"
      choices={weeks.map(({ code, start, end }) => ({
        value: code,
        label: `Week ${weekNumber(start)}`,
        hint: rangeText(start, end),
        words: `${code} ${rangeText(start, end)}`,
      }))}
      values={chosen.map(({ code }) => code)}
      countMax={weeksMax}
      onChange={onChange}
      isDisabled={isDisabled}
    >
      {chosen.length === 0 ? 'Select weeks' : weeksText(chosen)}
    </DraftPicker>
  )
}
