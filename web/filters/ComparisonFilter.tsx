import { lazy, useState } from 'react'
import type { DateRange } from '#contract/date-range.ts'
import { comparisonRange } from '#contract/periods.ts'
import { ChoiceList, type Choice } from '#web/ui/ChoiceList.tsx'
import { compactRangeText } from '#web/ui/dates.ts'
import { FilterPopover } from '#web/ui/FilterPopover.tsx'
import { COMPARISON_NAMES, comparisonsOf, isOwn, type Comparison } from './comparison.ts'
import { lastDaysOf } from './date-rules.ts'

const loadPanel = () => import('./DateRangePanel.tsx')
const DateRangePanel = lazy(async () => ({ default: (await loadPanel()).DateRangePanel }))

/** Where it is narrow the label is not beside it. */
const NONE = 'No comparison'

interface ComparisonFilterProps {
  /** What is compared. */
  range: DateRange
  value: Comparison
  onChange: (value: Comparison) => void
  /** The first and last day that can be chosen, and how many; of more the last ones are taken. */
  min: string
  max: string
  daysMax: number
  isDisabled?: boolean
}

/** What the numbers are compared with: the period before, the year before, or days of one's own. */
export const ComparisonFilter = ({ value, isDisabled = false, ...panel }: ComparisonFilterProps) => (
  <FilterPopover
    label="Compare to"
    isLabelShown
    shown={
      isOwn(value)
        ? compactRangeText(value.start, value.end)
        : value
          ? COMPARISON_NAMES[shownType(value, panel.range)]
          : NONE
    }
    load={loadPanel}
    isDisabled={isDisabled}
  >
    {(close) => <ComparisonPanel {...panel} value={value} onClose={close} />}
  </FilterPopover>
)

/** A long range has no period before, whatever was chosen for a shorter one. */
const shownType = (value: Exclude<Comparison, DateRange | null>, range: DateRange) =>
  comparisonsOf(range).find((type) => type === value) ?? 'YEAR_ON_YEAR'

type ComparisonPanelProps = Omit<ComparisonFilterProps, 'isDisabled'> & { onClose: () => void }

function ComparisonPanel({ range, value, onChange, min, max, daysMax, onClose }: ComparisonPanelProps) {
  const [isChoosingDays, setChoosingDays] = useState(false)
  if (isChoosingDays) {
    return (
      <DateRangePanel
        value={isOwn(value) ? value : null}
        min={min}
        max={max}
        daysMax={daysMax}
        presets={[]}
        takesFocus
        onCancel={onClose}
        onApply={(own) => {
          onChange(lastDaysOf(own, daysMax))
          onClose()
        }}
      />
    )
  }
  const daysText = ({ start, end }: DateRange) => compactRangeText(start, end)
  const choices: Choice[] = [
    ...comparisonsOf(range).map((type) => ({
      value: type,
      label: COMPARISON_NAMES[type],
      hint: daysText(comparisonRange(range, type)),
    })),
    { value: 'own', label: 'Custom dates', ...(isOwn(value) && { hint: daysText(value) }) },
    { value: 'none', label: NONE },
  ]
  const chosen = isOwn(value) ? 'own' : value ? shownType(value, range) : 'none'
  return (
    <ChoiceList
      aria-label="Compare to"
      // Opening the list is asking to choose from it.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      selectionMode="single"
      choices={choices}
      selectedKeys={[chosen]}
      onSelectionChange={(keys) => {
        // A press on what holds takes it off for the list; here it means the same again: own dates are changed by it.
        const [key = chosen] = keys
        if (key === 'own') return setChoosingDays(true)
        if (key !== chosen) onChange(comparisonsOf(range).find((type) => type === key) ?? null)
        onClose()
      }}
    />
  )
}
