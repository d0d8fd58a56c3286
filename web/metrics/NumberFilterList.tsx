import { X } from 'lucide-react'
import { useState } from 'react'
import {
  FILTER_DIGITS,
  isWholeFilter,
  NUMBER_COMPARISONS,
  NUMBER_FILTERS_MAX,
  type NumberComparison,
  type NumberFilter,
} from '#contract/dashboards/number-filters.ts'
import { parseDecimal, toText } from '#contract/decimal.ts'
import { putsInOrder } from '#contract/metrics/evaluate.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import {
  COMPARISON_TEXTS,
  comparisonText,
  isTypedInPercent,
  unitOf,
  withFilter,
  withoutFilter,
} from './number-filters.ts'
import styles from './NumberFilterList.module.css'

export interface NumberFilterListProps {
  /** Those that the page shows, in its order. */
  metrics: readonly MetricId[]
  currencyCode: string
  filters: readonly NumberFilter[]
  onChange: (filters: NumberFilter[]) => void
  /** While data are being read. */
  isDisabled: boolean
}

const COMPARISONS = NUMBER_COMPARISONS.map((value) => ({ value, label: COMPARISON_TEXTS[value] }))
const LARGEST = '9'.repeat(FILTER_DIGITS.whole)
/** Hundredths of a typed percentage are four digits of its fraction. */
const PERCENT_DIGITS = FILTER_DIGITS.fraction - 2

/** The filters that hold, each to be taken off, and fields for one more. */
export function NumberFilterList(props: NumberFilterListProps) {
  const { metrics, currencyCode, filters, onChange, isDisabled } = props
  const usable = metrics.filter(putsInOrder)
  const [metric, setMetric] = useState<MetricId>(usable[0]!)
  const [comparison, setComparison] = useState<NumberComparison>('BELOW')
  const [value, setValue] = useState<string | null>(null)
  const [to, setTo] = useState<string | null>(null)
  const isBetween = comparison === 'BETWEEN'
  const filter = value === null ? null : filterOf(metric, comparison, value, isBetween ? to : null)
  const unit = unitOf(metric, currencyCode)
  const labelled = (label: string) => (unit ? `${label}, ${unit}` : label)
  const isCount = metricOf(metric).unit === 'count'
  const digits = isCount ? 0 : isTypedInPercent(metric) ? PERCENT_DIGITS : FILTER_DIGITS.fraction
  const limits = { min: `-${LARGEST}`, max: LARGEST, fractionDigits: [0, digits] as const }
  const problem = isDisabled
    ? 'The numbers are being read.'
    : filters.length >= NUMBER_FILTERS_MAX
      ? `There are ${NUMBER_FILTERS_MAX} filters already. Take one off first.`
      : filter === null || (isBetween && to === null)
        ? 'Give a number.'
        : isWholeFilter(filter)
          ? undefined
          : 'From is above To.'
  const add = (event: React.FormEvent) => {
    event.preventDefault()
    if (problem !== undefined || filter === null) return
    onChange(withFilter(filters, filter))
    setValue(null)
    setTo(null)
  }
  return (
    <div className={styles.panel}>
      {filters.length > 0 && (
        <ul className={styles.list} aria-label="Filters by a number">
          {filters.map((one) => {
            const text = `${metricOf(one.metric).label} ${comparisonText(one, currencyCode)}`
            return (
              <li key={text} className={styles.row}>
                <span className={styles.text}>{text}</span>
                <IconButton
                  icon={X}
                  label={`Remove ${text}`}
                  disabledReason={isDisabled ? 'The numbers are being read.' : undefined}
                  onPress={() => onChange(withoutFilter(filters, one))}
                />
              </li>
            )
          })}
        </ul>
      )}
      <form className={styles.form} onSubmit={add}>
        <SelectField
          label="Number"
          choices={usable.map((id) => ({ value: id, label: metricOf(id).label }))}
          value={metric}
          onChange={setMetric}
          searchLabel="Search numbers"
          isWide
        />
        <div className={styles.fields} data-between={isBetween || undefined}>
          <SelectField label="Is" choices={COMPARISONS} value={comparison} onChange={setComparison} isWide />
          {/* Another number has other digits. */}
          <NumberField
            key={`${metric} from`}
            label={labelled(isBetween ? 'From' : 'Value')}
            value={value}
            onChange={setValue}
            {...limits}
            isWide
          />
          {isBetween && (
            <NumberField
              key={`${metric} to`}
              label={labelled('To')}
              value={to}
              onChange={setTo}
              {...limits}
              isWide
            />
          )}
        </div>
        <Button type="submit" kind="primary" disabledReason={problem}>
          Add filter
        </Button>
      </form>
    </div>
  )
}

function filterOf(
  metric: MetricId,
  comparison: NumberComparison,
  typed: string,
  typedTo: string | null,
): NumberFilter {
  const stored = (number: string) =>
    isTypedInPercent(metric) ? toText(parseDecimal(number) / 100n, FILTER_DIGITS.fraction) : number
  return { metric, comparison, value: stored(typed), ...(typedTo !== null && { to: stored(typedTo) }) }
}
