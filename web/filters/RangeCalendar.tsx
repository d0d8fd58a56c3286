import { parseDate, type CalendarDate } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components/Calendar'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { DraftRange } from './draft-range.ts'
import styles from './RangeCalendar.module.css'

interface RangeCalendarProps {
  label: string
  value: string | null
  /** A day of the month to begin with. */
  shown: string
  range: DraftRange
  today: string
  min: string
  max: string
  onChange: (date: string) => void
}

/** The calendar of one end of a range. */
export function RangeCalendar({ label, value, shown, range, today, min, max, onChange }: RangeCalendarProps) {
  const { start, end } = range
  const dayClass = (date: CalendarDate, isOutside: boolean): string => {
    const day = date.toString()
    return cx(
      styles.day,
      !isOutside && start !== null && end !== null && day >= start && day <= end && styles.inRange,
      !isOutside && day === start && styles.first,
      !isOutside && day === end && styles.last,
      !isOutside && (start === null || end === null) && (day === start || day === end) && styles.only,
      day === today && styles.today,
    )
  }
  return (
    <div className={styles.half}>
      <Calendar
        aria-label={label}
        value={value === null ? null : parseDate(value)}
        minValue={parseDate(min)}
        maxValue={parseDate(max)}
        defaultFocusedValue={parseDate(shown)}
        firstDayOfWeek="sun"
        onChange={(date) => date && onChange(date.toString())}
      >
        <div className={styles.head}>
          <Button slot="previous" className={styles.turn!}>
            <Icon of={ChevronLeft} />
          </Button>
          <CalendarHeading className={styles.month!} />
          <Button slot="next" className={styles.turn!}>
            <Icon of={ChevronRight} />
          </Button>
        </div>
        <CalendarGrid weekdayStyle="short" className={styles.grid!}>
          <CalendarGridHeader>
            {(day) => <CalendarHeaderCell className={styles.weekday!}>{day.slice(0, 2)}</CalendarHeaderCell>}
          </CalendarGridHeader>
          <CalendarGridBody>
            {(date) => (
              <CalendarCell date={date} className={({ isOutsideMonth }) => dayClass(date, isOutsideMonth)} />
            )}
          </CalendarGridBody>
        </CalendarGrid>
      </Calendar>
    </div>
  )
}
