import { CircleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { TextField } from 'react-aria-components/TextField'
import { earlier, later, type DateRange } from '#contract/date-range.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { pickerDateText, today as todayNow } from '#web/ui/dates.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useTypedDate } from '#web/ui/use-typed-date.ts'
import { DATE_PRESET_IDS, DATE_PRESETS, presetRange, type DatePreset } from './date-presets.ts'
import styles from './DateRangePanel.module.css'
import {
  draftOf,
  draftText,
  fullRange,
  isReversed,
  isSameRange,
  REVERSED,
  type DraftRange,
} from './draft-range.ts'
import { RangeCalendar } from './RangeCalendar.tsx'

interface DateRangePanelProps {
  value: DateRange | null
  min: string
  max: string
  daysMax: number | undefined
  presets?: readonly DatePreset[] | undefined
  disabledPresets?: readonly DatePreset[] | undefined
  /** It takes the place of what had the focus. */
  takesFocus?: boolean
  onCancel: () => void
  onApply: (range: DateRange) => void
}

/**
 * Two calendars, because the ends of a long range are months apart, and over each a field in which its day can be typed.
 * Nothing holds until it is applied.
 */
export function DateRangePanel({
  value,
  min,
  max,
  daysMax,
  presets = DATE_PRESET_IDS,
  disabledPresets = [],
  takesFocus = false,
  onCancel,
  onApply,
}: DateRangePanelProps) {
  const today = todayNow()
  const latest = earlier(max, today)
  const nearestToToday = later(latest, min)
  const [draft, setDraft] = useState<DraftRange>(draftOf(value))
  // A preset or "Go to today" shows other months; calendars take their first month when they are made.
  const [shown, setShown] = useState({
    start: value?.start ?? nearestToToday,
    end: value?.end ?? nearestToToday,
    version: 0,
  })
  const range = fullRange(draft)
  const { strong, rest } = draftText(draft, daysMax)

  const show = ({ start, end }: DateRange) =>
    setShown(({ version }) => ({ start, end, version: version + 1 }))
  const type = (end: keyof DraftRange) => (date: string | null) => {
    setDraft({ ...draft, [end]: date })
    if (date !== null) show({ start: draft.start ?? date, end: draft.end ?? date, [end]: date })
  }
  const limits = { min, max, written: pickerDateText }
  const from = useTypedDate({ ...limits, value: draft.start, onChange: type('start') })
  const to = useTypedDate({ ...limits, value: draft.end, onChange: type('end') })
  // Each end bounds the calendar of the other; while what is typed runs backwards, neither does.
  const isBackwards = isReversed(draft)
  const lastStart = isBackwards ? max : (draft.end ?? max)
  const firstEnd = isBackwards ? min : (draft.start ?? min)
  const problem = from.problem ?? to.problem ?? (isBackwards ? REVERSED : undefined)
  const problemId = useId()
  const canApply = range !== null && !isSameRange(range, value)
  const fields = [
    { label: 'From', typed: from, isWrong: from.problem !== undefined },
    { label: 'To', typed: to, isWrong: to.problem !== undefined || isBackwards },
  ]
  const choosePreset = (chosen: DateRange) => {
    setDraft(chosen)
    show(chosen)
  }
  return (
    // The grid of the product begins with Sunday and writes months first, whatever the reader's language.
    <I18nProvider locale="en-US">
      <div className={styles.panel}>
        {presets.length > 0 && (
          <fieldset className={styles.presets} aria-label="Presets">
            {presets.map((preset) => {
              const chosen = presetRange(preset, { min, max }, today)
              return (
                <AriaButton
                  key={preset}
                  isDisabled={disabledPresets.includes(preset)}
                  onPress={() => choosePreset(chosen)}
                  className={cx(styles.preset, isSameRange(chosen, range) && styles.chosen)}
                >
                  {DATE_PRESETS[preset]}
                </AriaButton>
              )
            })}
            <AriaButton
              className={styles.preset!}
              onPress={() => show({ start: nearestToToday, end: nearestToToday })}
            >
              Go to today
            </AriaButton>
          </fieldset>
        )}
        <div>
          <div className={styles.fields}>
            {fields.map(({ label, typed, isWrong }) => (
              <TextField
                key={label}
                {...typed.field}
                // oxlint-disable-next-line jsx-a11y/no-autofocus
                autoFocus={takesFocus && typed === from}
                className={styles.field!}
                isInvalid={isWrong}
                onKeyDown={(event) => {
                  typed.field.onKeyDown(event)
                  // No form does it: buttons of a calendar that nobody sees would be pressed in place of Apply.
                  if (event.key === 'Enter' && canApply) onApply(range)
                }}
                validationBehavior="aria"
                autoComplete="off"
                {...(isWrong && { 'aria-describedby': problemId })}
              >
                <Label>{label}</Label>
                <Input className={styles.input!} placeholder="2026-11-22" />
              </TextField>
            ))}
          </div>
          <div className={styles.calendars} key={shown.version}>
            <RangeCalendar
              label="Start"
              value={draft.start}
              shown={earlier(shown.start, lastStart)}
              range={draft}
              today={today}
              min={min}
              max={lastStart}
              onChange={(start) => setDraft({ ...draft, start })}
            />
            <RangeCalendar
              label="End"
              value={draft.end}
              shown={later(shown.end, firstEnd)}
              range={draft}
              today={today}
              min={firstEnd}
              max={max}
              onChange={(end) => setDraft({ ...draft, end })}
            />
          </div>
          <div className={styles.foot}>
            <output className={styles.days} id={problemId}>
              {problem ? (
                <span className={styles.problem}>
                  <Icon of={CircleAlert} />
                  {problem}
                </span>
              ) : (
                <>
                  <b>{strong}</b> {rest}
                </>
              )}
            </output>
            <Button onPress={onCancel}>Cancel</Button>
            <Button kind="primary" isDisabled={!canApply} onPress={() => canApply && onApply(range)}>
              Apply
            </Button>
          </div>
        </div>
      </div>
    </I18nProvider>
  )
}
