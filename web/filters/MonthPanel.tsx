import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { IconButton } from '#web/ui/IconButton.tsx'
import { monthOfYearText, monthText } from '#web/ui/dates.ts'
import styles from './MonthPanel.module.css'
import { monthsOfYear, yearsWith } from './months.ts'

export interface MonthPanelProps {
  /** Months of which there is something, `2026-11`, in any order; no others can be chosen. */
  available: readonly string[]
  value: string | null
  onChange: (month: string) => void
}

/** The months of a year, and a way to the years before and after that have any. */
export function MonthPanel({ available, value, onChange }: MonthPanelProps) {
  const years = yearsWith(available)
  const [shown, setShown] = useState(value === null ? years.at(-1) : Number(value.slice(0, 4)))
  if (shown === undefined) return <p className={styles.none}>No month has data yet.</p>
  const before = years.findLast((year) => year < shown)
  const after = years.find((year) => year > shown)
  const months = monthsOfYear(shown)
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <IconButton
          icon={ChevronLeft}
          label="Previous year"
          disabledReason={before === undefined ? 'No earlier month has data.' : undefined}
          onPress={() => setShown(before)}
        />
        <span className={styles.year} aria-live="polite">
          {shown}
        </span>
        <IconButton
          icon={ChevronRight}
          label="Next year"
          disabledReason={after === undefined ? 'No later month has data.' : undefined}
          onPress={() => setShown(after)}
        />
      </div>
      <ListBox
        // Another year has other months, and its own place of the focus.
        key={shown}
        aria-label={`Months of ${shown}`}
        layout="grid"
        selectionMode="single"
        disallowEmptySelection
        escapeKeyBehavior="none"
        selectedKeys={value === null ? [] : [value]}
        disabledKeys={months.filter((month) => !available.includes(month))}
        onSelectionChange={(keys) => {
          const chosen = months.find((month) => keys !== 'all' && keys.has(month))
          if (chosen) onChange(chosen)
        }}
        className={styles.months!}
      >
        {months.map((month) => (
          <ListBoxItem
            key={month}
            id={month}
            textValue={monthOfYearText(`${month}-01`)}
            className={styles.month!}
          >
            {monthText(`${month}-01`)}
          </ListBoxItem>
        ))}
      </ListBox>
    </div>
  )
}
