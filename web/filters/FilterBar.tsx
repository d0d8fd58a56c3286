import { RotateCcw } from 'lucide-react'
import { Fragment, useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { AdvancedFilters } from './AdvancedFilters.tsx'
import styles from './FilterBar.module.css'
import { useFilterCommands } from './use-filter-commands.ts'
import { useFittingCount } from './use-fitting-count.ts'

/** A filter with a name of its own, in the order in which filters keep their place in the bar. */
export interface BarFilter {
  id: string
  control: React.ReactNode
  /** Something else is chosen in it than what holds by itself. */
  isApplied?: boolean
}

interface FilterBarProps {
  filters: readonly BarFilter[]
  /** The fields of Advanced filters. */
  advanced?: React.ReactNode
  /** One of those fields is not at its default. */
  isAdvancedApplied?: boolean
  onReset: () => void
  /** Why nothing else can be chosen now. */
  disabledReason?: string | undefined
  /** Buttons at the right edge, after Reset. */
  actions?: React.ReactNode
  /** What the filters led to, read out when it changes: `8 marketplaces, 20 May to 19 Nov`. */
  result?: string | undefined
}

/** One line of filters. It never wraps: what has no room stands in Advanced filters. */
export function FilterBar({
  filters,
  advanced,
  isAdvancedApplied = false,
  onReset,
  disabledReason,
  actions,
  result,
}: FilterBarProps) {
  const bar = useRef<HTMLElement>(null)
  const fitting = useFittingCount(bar, filters)
  useFilterCommands(bar, advanced !== undefined)
  const moved = filters.slice(fitting)
  return (
    <search ref={bar} className={styles.bar} aria-label="Filters">
      {filters.slice(0, fitting).map(({ id, control }) => (
        <span key={id} data-filter={id} className={styles.filter}>
          {control}
        </span>
      ))}
      {(advanced !== undefined || moved.length > 0) && (
        <AdvancedFilters isApplied={isAdvancedApplied || moved.some((filter) => filter.isApplied)}>
          {moved.map(({ id, control }) => (
            <Fragment key={id}>{control}</Fragment>
          ))}
          {advanced}
        </AdvancedFilters>
      )}
      <span className={styles.end}>
        <Button
          kind="ghost"
          size="sm"
          icon={RotateCcw}
          foldsToIcon
          disabledReason={disabledReason}
          onPress={onReset}
        >
          Reset
        </Button>
        {actions}
      </span>
      <VisuallyHidden as="output">{result}</VisuallyHidden>
    </search>
  )
}
