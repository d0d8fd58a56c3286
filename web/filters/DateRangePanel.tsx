import { parseDate, type CalendarDate } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components/Calendar'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { daysIn, type DateRange } from '#contract/date-range.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { pickerDateText, today } from '#web/ui/dates.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { countText } from '#web/ui/numbers.ts'
import { datePresets } from './date-presets.ts'
import styles from './DateRangePanel.module.css'

interface DateRangePanelProps {
  value: DateRange
  min: string
  max: string
  onCancel: () => void
  onApply: (range: DateRange) => void
}

/** Two calendars, because the ends of a long range are months apart. Nothing holds until it is applied. */
export function DateRangePanel({ value, min, max, onCancel, onApply }: DateRangePanelProps) {
  const [draft, setDraft] = useState(value)
  // A preset or "Go to today" shows other months; calendars take their first month when they are made.
  const [shown, setShown] = useState({ start: value.start, end: value.end, version: 0 })
  const isUnchanged = draft.start === value.start && draft.end === value.end

  const show = (range: DateRange) => setShown(({ version }) => ({ ...range, version: version + 1 }))
  const choosePreset = (range: DateRange) => {
    setDraft(range)
    show(range)
  }
  return (
    // The grid of the product begins with Sunday and writes months first, whatever the reader's language.
    <I18nProvider locale="en-US">
      <div className={styles.panel}>
        <div className={styles.presets}>
          {datePresets(min, max).map(({ label, range }) => (
            <AriaButton
              key={label}
              onPress={() => choosePreset(range)}
              className={cx(
                styles.preset,
                range.start === draft.start && range.end === draft.end && styles.chosen,
              )}
            >
              {label}
            </AriaButton>
          ))}
          <AriaButton className={styles.preset!} onPress={() => show({ start: max, end: max })}>
            Go to today
          </AriaButton>
        </div>
        <div>
          <div className={styles.calendars} key={shown.version}>
            <OneCalendar
              label="Start"
              value={draft.start}
              shown={shown.start}
              range={draft}
              min={min}
              max={draft.end}
              onChange={(start) => setDraft({ ...draft, start })}
            />
            <OneCalendar
              label="End"
              value={draft.end}
              shown={shown.end}
              range={draft}
              min={draft.start}
              max={max}
              onChange={(end) => setDraft({ ...draft, end })}
            />
          </div>
          <div className={styles.foot}>
            <span className={styles.days}>{countText(daysIn(draft), 'day')}</span>
            <Button onPress={onCancel}>Cancel</Button>
            <Button kind="primary" isDisabled={isUnchanged} onPress={() => onApply(draft)}>
              Apply
            </Button>
          </div>
        </div>
      </div>
    </I18nProvider>
  )
}

interface OneCalendarProps {
  label: string
  value: string
  /** A day of the month to begin with. */
  shown: string
  range: DateRange
  min: string
  max: string
  onChange: (date: string) => void
}

function OneCalendar({ label, value, shown, range, min, max, onChange }: OneCalendarProps) {
  const dayClass = (date: CalendarDate, isOutside: boolean): string => {
    const day = date.toString()
    return cx(
      styles.day,
      !isOutside && day >= range.start && day <= range.end && styles.inRange,
      !isOutside && day === range.start && styles.first,
      !isOutside && day === range.end && styles.last,
      day === today() && styles.today,
    )
  }
  return (
    <div className={styles.half}>
      <label className={styles.field}>
        {label}
        <input readOnly tabIndex={-1} value={pickerDateText(value)} className={styles.input} />
      </label>
      <Calendar
        aria-label={label}
        value={parseDate(value)}
        minValue={parseDate(min)}
        maxValue={parseDate(max)}
        defaultFocusedValue={parseDate(shown)}
        onChange={(date) => onChange(date.toString())}
      >
        <div className={styles.head}>
          <AriaButton slot="previous" className={styles.turn!}>
            <Icon of={ChevronLeft} />
          </AriaButton>
          <CalendarHeading className={styles.month!} />
          <AriaButton slot="next" className={styles.turn!}>
            <Icon of={ChevronRight} />
          </AriaButton>
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
