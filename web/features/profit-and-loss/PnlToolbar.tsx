import { CalendarPlus, ChevronsDownUp, ChevronsUpDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { SUMMARY_VIEWS } from '#contract/periods.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import type { DashboardFrame } from '#web/dashboard/use-dashboard.ts'
import { FilterSelect, FilterSet } from '#web/ui/FilterSelect.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { SUMMARY_LABELS } from './pnl-columns.ts'
import { GROUPS, type PnlChartKind, type PnlView, type Show } from './pnl-view.ts'
import type { StatementBasis } from './statement-basis.ts'
import styles from './Statement.module.css'

const SHOW_OPTIONS: { value: Show; label: string }[] = [
  { value: 'amount', label: 'Amount' },
  { value: 'percent', label: '% of sales' },
  { value: 'both', label: 'Both' },
]
const CHART_CHOICES: { value: PnlChartKind; label: string }[] = [
  { value: 'bars', label: 'Bars' },
  { value: 'costs', label: 'Costs' },
  { value: 'bridge', label: 'Bridge' },
  { value: 'margins', label: 'Margins' },
]
const SUMMARY_CHOICES = SUMMARY_VIEWS.map((value) => ({ value, label: SUMMARY_LABELS[value] }))

// Few give a column dates of their own.
const loadColumns = () => import('#web/dashboard/CustomColumns.tsx')
const CustomColumns = lazy(async () => ({ default: (await loadColumns()).CustomColumns }))

interface PnlToolbarProps {
  basis: StatementBasis
  frame: DashboardFrame<PnlView>
  exportMenu: React.ReactNode
}

/** What the numbers are based on, and how they are set. */
export function PnlToolbar({ basis, frame, exportMenu }: PnlToolbarProps) {
  const { view, change: onChange } = frame
  const [isChoosing, setChoosing] = useState(false)
  const isAllOpen = view.collapsed.length === 0
  return (
    <div className={styles.toolbar}>
      <span className={styles.basis} title={basis.text}>
        {basis.text}
      </span>
      <SegmentedControl
        label="Numbers"
        options={SHOW_OPTIONS}
        value={view.show}
        onChange={(show) => onChange({ show }, true)}
      />
      <FilterSelect
        label="Chart"
        choices={CHART_CHOICES}
        value={view.chart}
        onChange={(chart) => onChange({ chart }, true)}
      />
      <FilterSet
        label="Summaries"
        choices={SUMMARY_CHOICES}
        values={view.summaries}
        onChange={(summaries) => onChange({ summaries })}
      />
      <IconButton
        icon={CalendarPlus}
        label="Columns with custom dates"
        onHoverStart={() => void loadColumns()}
        onPress={() => setChoosing(true)}
      />
      {isChoosing && (
        <Suspense>
          <CustomColumns kind={basis.id} frame={frame} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
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
