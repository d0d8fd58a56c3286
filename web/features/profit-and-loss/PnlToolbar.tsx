import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react'
import { SUMMARY_VIEWS } from '#contract/periods.ts'
import { Button } from '#web/ui/Button.tsx'
import { FilterSet } from '#web/ui/FilterSelect.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { SUMMARY_LABELS } from './pnl-columns.ts'
import { GROUPS, type PnlView, type Show } from './pnl-view.ts'
import styles from './Statement.module.css'

const SHOW_OPTIONS: { value: Show; label: string }[] = [
  { value: 'amount', label: 'Amount' },
  { value: 'percent', label: '% of sales' },
  { value: 'both', label: 'Both' },
]
const SUMMARY_CHOICES = SUMMARY_VIEWS.map((value) => ({ value, label: SUMMARY_LABELS[value] }))

interface PnlToolbarProps {
  /** Which amounts count, and on which day. */
  basisText: string
  view: PnlView
  onChange: (changes: Partial<PnlView>, replace?: boolean) => void
  exportMenu: React.ReactNode
}

/** What the numbers are based on, and how they are set. */
export function PnlToolbar({ basisText, view, onChange, exportMenu }: PnlToolbarProps) {
  const isAllOpen = view.collapsed.length === 0
  return (
    <div className={styles.toolbar}>
      <span className={styles.basis} title={basisText}>
        {basisText}
      </span>
      <SegmentedControl
        label="Numbers"
        options={SHOW_OPTIONS}
        value={view.show}
        onChange={(show) => onChange({ show }, true)}
      />
      <FilterSet
        label="Summaries"
        choices={SUMMARY_CHOICES}
        values={view.summaries}
        onChange={(summaries) => onChange({ summaries })}
      />
      <Button
        kind="ghost"
        size="sm"
        icon={isAllOpen ? ChevronsDownUp : ChevronsUpDown}
        foldsToIcon
        onPress={() => onChange({ collapsed: isAllOpen ? GROUPS : [] }, true)}
      >
        {isAllOpen ? 'Collapse all' : 'Expand all'}
      </Button>
      {exportMenu}
    </div>
  )
}
