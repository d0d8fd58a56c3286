import { REVIEW_METRICS, type ReviewMetric } from '#contract/dashboards/weekly-review.ts'
import { metricOf } from '#contract/metrics/metrics.ts'
import type { ReviewAnnotation, ReviewCell, ReviewColumn } from '#contract/weekly-review.ts'
import { SixTwelveChart, type ChartBox, type ChartSide } from '#web/charts/SixTwelveChart.tsx'
import type { Drawer } from '#web/dashboard/use-drawer.ts'
import { metricNotes } from '#web/explain/metric-reports.ts'
import { toneOf } from '#web/metrics/metric-charts.ts'
import { NO_END, NO_VALUE } from '#web/ui/numbers.ts'
import { reviewFormat, titleOf, unitNote } from './review-metrics.ts'
import {
  capitalised,
  changeAgainst,
  daysText,
  periodsOf,
  PRIOR_YEAR,
  type ReviewShape,
} from './review-shape.ts'
import styles from './WeeklyReview.module.css'

interface ReviewGridProps {
  shape: ReviewShape
  currencyCode: string
  /** What the dashed lines are; null where there are none. */
  compared: string | null
  annotations: readonly ReviewAnnotation[]
  drawer: Drawer
}

/** A panel for each number, always in the same place. */
export const ReviewGrid = (props: ReviewGridProps) => (
  <div className={styles.grid}>
    {REVIEW_METRICS.map((metric) => (
      <Panel key={metric} {...props} metric={metric} />
    ))}
  </div>
)

function Panel({
  metric,
  shape,
  currencyCode,
  compared,
  annotations,
  drawer,
}: ReviewGridProps & { metric: ReviewMetric }) {
  const { better } = metricOf(metric)
  const format = reviewFormat(metric, currencyCode)
  const cellIn = ({ metrics }: ReviewColumn): ReviewCell => metrics[metric]
  const explain = ({ startDate, endDate }: ReviewColumn) =>
    drawer.open({ metric, start: startDate, end: endDate }, true)
  const sides = shape.sides.map((side): ChartSide => ({
    interval: side.interval,
    labels: side.labels,
    periods: periodsOf(side, annotations),
    values: side.columns.map((column) => cellIn(column).value),
    prior: side.columns.map((column) => (compared === null ? null : cellIn(column).yearAgo)),
  }))
  const boxes = shape.boxes.map((box): ChartBox => {
    const cell = cellIn(box.column)
    if (box.against !== null) {
      const { text, judgement } = changeAgainst(metric, cell, box.against)
      const base = cell[box.against]
      return {
        label: box.label,
        text,
        judgement,
        hint: base === null ? undefined : `Before: ${format.full(base)}`,
      }
    }
    const { value, hasNoEnd } = cell
    return {
      label: box.label,
      text: hasNoEnd ? NO_END : value === null ? NO_VALUE : format.short(value),
      hint: [
        daysText(box.column),
        ...(value === null ? [] : [format.full(value)]),
        ...(value === null || compared === null
          ? []
          : [`${changeAgainst(metric, cell, 'yearAgo').text} vs ${compared}`]),
        ...metricNotes(cell, metric),
      ].join('\n'),
      ...((value !== null || hasNoEnd) && { onPress: () => explain(box.column) }),
    }
  })
  return (
    <SixTwelveChart
      title={titleOf(metric)}
      note={unitNote(metric, currencyCode)}
      summary={`${summaryOf(boxes)}.`}
      tone={toneOf(metric)}
      format={format}
      better={better === 'neither' ? undefined : better}
      priorLabel={capitalised(compared ?? PRIOR_YEAR)}
      sides={sides}
      boxes={boxes}
      onExplain={(side, index) => explain(shape.sides[side]!.columns[index]!)}
    />
  )
}

const SPOKEN: Record<string, string> = { [NO_VALUE]: 'no data', [NO_END]: 'no end' }

const summaryOf = (boxes: readonly ChartBox[]): string =>
  boxes.map(({ label, text }) => `${label} ${SPOKEN[text] ?? text}`).join(', ')
