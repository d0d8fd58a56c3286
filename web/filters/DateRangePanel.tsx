import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { earlier, later, type DateRange } from '#contract/date-range.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { today as todayNow } from '#web/ui/dates.ts'
import { DATE_PRESET_IDS, DATE_PRESETS, presetRange, type DatePreset } from './date-presets.ts'
import styles from './DateRangePanel.module.css'
import { draftOf, draftText, fullRange, isSameRange, type DraftRange } from './draft-range.ts'
import { RangeCalendar } from './RangeCalendar.tsx'

interface DateRangePanelProps {
  value: DateRange | null
  min: string
  max: string
  daysMax: number | undefined
  presets?: readonly DatePreset[] | undefined
  disabledPresets?: readonly DatePreset[] | undefined
  onCancel: () => void
  onApply: (range: DateRange) => void
}

/** Two calendars, because the ends of a long range are months apart. Nothing holds until it is applied. */
export function DateRangePanel({
  value,
  min,
  max,
  daysMax,
  presets = DATE_PRESET_IDS,
  disabledPresets = [],
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
  const choosePreset = (chosen: DateRange) => {
    setDraft(chosen)
    show(chosen)
  }
  return (
    // The grid of the product begins with Sunday and writes months first, whatever the reader's language.
    <I18nProvider locale="en-US">
      <div className={styles.panel}>
        <fieldset className={styles.presets} aria-label="Presets">
          {presets.map((preset) => {
            const chosen = presetRange(preset, min, latest)
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
        <div>
          <div className={styles.calendars} key={shown.version}>
            <RangeCalendar
              label="Start"
              value={draft.start}
              shown={earlier(shown.start, draft.end ?? max)}
              range={draft}
              today={today}
              min={min}
              max={draft.end ?? max}
              onChange={(start) => setDraft({ ...draft, start })}
            />
            <RangeCalendar
              label="End"
              value={draft.end}
              shown={later(shown.end, draft.start ?? min)}
              range={draft}
              today={today}
              min={draft.start ?? min}
              max={max}
              onChange={(end) => setDraft({ ...draft, end })}
            />
          </div>
          <div className={styles.foot}>
            <output className={styles.days}>
              <b>{strong}</b> {rest}
            </output>
            <Button onPress={onCancel}>Cancel</Button>
            <Button
              kind="primary"
              isDisabled={range === null || isSameRange(range, value)}
              onPress={() => range && onApply(range)}
            >
              Apply
            </Button>
          </div>
        </div>
      </div>
    </I18nProvider>
  )
}
