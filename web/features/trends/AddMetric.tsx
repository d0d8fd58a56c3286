import { Plus } from 'lucide-react'
import { lazy } from 'react'
import { TREND_METRICS_MAX, type TrendMetric } from '#contract/dashboards/trends.ts'
import { metricOf } from '#contract/metrics/metrics.ts'
import { Button } from '#web/ui/Button.tsx'
import { PopoverTrigger } from '#web/ui/PopoverTrigger.tsx'

// A list is closed most of the time.
const load = () => import('#web/ui/ChoiceList.tsx')
const ChoiceList = lazy(async () => ({ default: (await load()).ChoiceList }))

interface AddMetricProps {
  /** Those that are not drawn yet. */
  metrics: readonly TrendMetric[]
  isFull: boolean
  onAdd: (metric: TrendMetric) => void
}

/** Draws another metric, as long as there is room for one. */
export const AddMetric = ({ metrics, isFull, onAdd }: AddMetricProps) => (
  <PopoverTrigger
    label="Add metric"
    load={load}
    button={
      <Button
        kind="ghost"
        size="sm"
        icon={Plus}
        disabledReason={isFull ? `${TREND_METRICS_MAX} metrics at most. Remove one first.` : undefined}
      >
        Add metric
      </Button>
    }
  >
    {(close) => (
      <ChoiceList
        aria-label="Add metric"
        // Opening the list is asking to choose from it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        selectionMode="single"
        choices={metrics.map((metric) => ({ value: metric, label: metricOf(metric).label }))}
        onAction={(key) => {
          const metric = metrics.find((one) => one === key)
          if (metric) onAdd(metric)
          close()
        }}
      />
    )}
  </PopoverTrigger>
)
