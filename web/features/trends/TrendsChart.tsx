import { X } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { TREND_METRICS_MAX, type TrendMetric } from '#contract/dashboards/trends.ts'
import type { Trends } from '#contract/trends.ts'
import type { ChartTone } from '#web/charts/chart-series.ts'
import type { ChartPanel } from '#web/charts/panels.ts'
import { Swatch } from '#web/charts/Swatch.tsx'
import { TimeChart } from '#web/charts/TimeChart.tsx'
import type { DashboardFrame } from '#web/dashboard/use-dashboard.ts'
import { annotated, type Annotations } from '#web/metrics/annotations.ts'
import { AXES } from '#web/metrics/course-interval.ts'
import { chartPeriods } from '#web/metrics/course-rows.ts'
import { IntervalSwitch } from '#web/metrics/IntervalSwitch.tsx'
import { chartFormat, metricSeries, priorSeries, toneOf } from '#web/metrics/metric-charts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { SectionStatus } from '#web/ui/SectionFrame.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { AddMetric } from './AddMetric.tsx'
import { shortName, type TrendsOf, type TrendsView } from './trends-view.ts'
import styles from './TrendsPage.module.css'

interface TrendsChartProps {
  frame: DashboardFrame<TrendsView>
  of: TrendsOf
  /** With the view that it was asked for, and the currency of its amounts. */
  course: { answer: Trends | undefined; view: TrendsView; currencyCode: string }
  status: SectionStatus
  annotations: Annotations
}

/** Of the first metric, and of each of the others. */
const HEIGHTS = { first: 112, other: 62 }

/** What the dashed lines are. */
const priorLabel = ({ growthType, interval }: TrendsView): string =>
  growthType === 'MONTH_ON_MONTH'
    ? { DAILY: 'Previous day', WEEKLY: 'Previous week', MONTHLY: 'Previous month' }[interval]
    : interval === 'MONTHLY'
      ? 'Last year'
      : 'Last year, same weekdays'

/** The chosen metrics, each a plot of its own over the same periods. */
export function TrendsChart({ frame, of, course, status, annotations }: TrendsChartProps) {
  const { view: asked, context, change, drawer } = frame
  const { view, currencyCode } = course
  const { interval } = view
  const found = course.answer?.periods ?? []
  const periods = annotated(chartPeriods(found), annotations)
  const names = view.metrics.map((metric) => shortName(of, metric))
  const panel = (metric: TrendMetric, index: number): ChartPanel => {
    const isFirst = index === 0
    const cells = found.map((period) => period.metrics[metric])
    return {
      id: metric,
      title: shortName(of, metric),
      form: asked.form === 'BAR' ? 'bars' : isFirst ? 'area' : 'line',
      height: isFirst ? HEIGHTS.first : HEIGHTS.other,
      // A line with a ground starts at zero; others print both ends of their scale.
      fromZero: isFirst,
      format: chartFormat(metric, currencyCode),
      series: [
        {
          ...metricSeries(
            metric,
            cells.map((cell) => cell?.value ?? null),
          ),
          label: shortName(of, metric),
          ...(view.growthType && {
            ...priorSeries(metric, cells),
            priorLabel: priorLabel(view),
          }),
        },
      ],
    }
  }
  return (
    <TimeChart
      title={`${names.join(', ')} by ${AXES[interval]}`}
      lead={
        <div className={styles.chosen}>
          <ul aria-label="Chosen metrics">
            {asked.metrics.map((metric) => (
              <Chip
                key={metric}
                name={shortName(of, metric)}
                tone={toneOf(metric)}
                isOnly={asked.metrics.length === 1}
                onRemove={() => change({ metrics: asked.metrics.filter((one) => one !== metric) })}
              />
            ))}
          </ul>
          <AddMetric
            metrics={of.metrics.filter((metric) => !asked.metrics.includes(metric))}
            isFull={asked.metrics.length >= TREND_METRICS_MAX}
            onAdd={(metric) => change({ metrics: [...asked.metrics, metric] })}
          />
          <small>
            {asked.metrics.length} of {TREND_METRICS_MAX}
          </small>
        </div>
      }
      summary={`${names.join(', ')} by ${AXES[interval]}${view.growthType ? `, with ${priorLabel(view).toLowerCase()}` : ''}.`}
      periods={periods}
      interval={AXES[interval]}
      today={context.today}
      status={status}
      onExplain={(metric, index) => {
        const { start, end } = periods[index]!
        drawer.open({ metric: metric as TrendMetric, start, end }, true)
      }}
      panels={view.metrics.map(panel)}
    >
      <SegmentedControl
        label="Form"
        options={[
          { value: 'LINE', label: 'Line' },
          { value: 'BAR', label: 'Bar' },
        ]}
        value={asked.form}
        onChange={(form) => change({ form }, true)}
      />
      <IntervalSwitch value={asked.interval} onChange={(next) => change({ interval: next })} />
    </TimeChart>
  )
}

interface ChipProps {
  name: string
  tone: ChartTone
  /** One is always drawn. */
  isOnly: boolean
  onRemove: () => void
}

const Chip = ({ name, tone, isOnly, onRemove }: ChipProps) => (
  <li className={styles.chip}>
    <Swatch kind="line" tone={tone} />
    {name}
    {!isOnly && (
      <AriaButton className={styles.remove!} aria-label={`Remove ${name}`} onPress={onRemove}>
        <Icon of={X} size={14} />
      </AriaButton>
    )}
  </li>
)
