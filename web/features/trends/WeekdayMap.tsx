import { skipToken } from '@tanstack/react-query'
import { metricOf } from '#contract/metrics/metrics.ts'
import type { Trends } from '#contract/trends.ts'
import { ChartExport } from '#web/charts/ChartExport.tsx'
import type { DashboardFrame } from '#web/dashboard/use-dashboard.ts'
import { useSectionAnswer } from '#web/dashboard/use-section-answer.ts'
import { noteOf, type Annotations } from '#web/metrics/annotations.ts'
import { chartFormat } from '#web/metrics/metric-charts.ts'
import { HeatGrid } from '#web/table/HeatGrid.tsx'
import { sheetFrom, typeOfUnit } from '#web/table/sheet.ts'
import { dayText } from '#web/ui/dates.ts'
import { shortNumbers } from '#web/ui/short-numbers.ts'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { trendsInput, type TrendsOf, type TrendsView } from './trends-view.ts'
import styles from './TrendsPage.module.css'
import { HEAT_STEPS, heatEdges, heatStepOf, mappedDays, weekdayMap } from './weekdays.ts'

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Of the names and means beside the weeks, in pixels, and of a week at least. */
const MAP_EDGES = 78
const WEEK_WIDTH_MIN = 19

interface WeekdayMapProps {
  frame: DashboardFrame<TrendsView>
  of: TrendsOf
  /** Of the page, which says which days have reports. */
  answer: Trends | undefined
  annotations: Annotations
}

/** The days of the last weeks, by weekday: each number, and the mean of each weekday. */
export function WeekdayMap({ frame, of, answer, annotations }: WeekdayMapProps) {
  const { view, scope, change, isReady, drawer } = frame
  const range = answer && mappedDays({ start: answer.period.startDate, end: answer.period.endDate })
  const question = of.ask.queryOptions(
    isReady && range
      ? {
          ...trendsInput(scope, view, of),
          startDate: range.start,
          endDate: range.end,
          dateInterval: 'DAILY',
          metrics: [...of.mapped],
        }
      : skipToken,
  )
  const { data, currencyCode, status, isCurrent } = useSectionAnswer(frame, question)
  // Both choices are in one answer.
  const metric = view.mapped
  const { unit, label } = metricOf(metric)
  const days = (data?.periods ?? []).map(({ startDate, metrics }) => ({
    day: startDate,
    value: metrics[metric]?.value ?? null,
  }))
  const { weeks, weekdays } = weekdayMap(days)
  const values = days.flatMap(({ value }) => value ?? [])
  const edges = heatEdges(values)
  const { text: short, unit: shortUnit } = shortNumbers(Math.max(0, ...values.map(Number)))
  const { full } = chartFormat(metric, currencyCode)
  const title = `${label} by weekday`
  const noteAt = (row: number, column: number) => {
    const { day } = weekdays[row]!.days[column]!
    return noteOf(annotations, { start: day, end: day })
  }
  return (
    <SectionFrame
      title={title}
      lead={
        <div className={styles.lead}>
          <span aria-hidden>By weekday</span>
          <SegmentedControl
            label="By weekday"
            options={of.mapped.map((value) => ({ value, label: metricOf(value).label }))}
            value={metric}
            onChange={(mapped) => change({ mapped }, true)}
          />
        </div>
      }
      note={edges.length > 0 && <Scale edges={edges} textOf={(edge) => `${short(edge)}${shortUnit}`} />}
      status={status}
      height={178}
      actions={
        <ChartExport
          title={title}
          sheet={() =>
            sheetFrom(
              days,
              [
                ['Day', 'day', ({ day }) => day],
                [label, typeOfUnit(unit), ({ value }) => value],
              ],
              currencyCode,
            )
          }
          isDisabled={!isCurrent}
        />
      }
    >
      <div className={styles.map}>
        <div style={{ minWidth: MAP_EDGES + weeks.length * WEEK_WIDTH_MIN }}>
          <HeatGrid
            label={title}
            rowsAre="Weekday"
            columns={weeks.map(({ number }) => String(number))}
            rows={weekdays.map(({ days: ofWeekday, mean }, index) => ({
              id: WEEKDAYS[index]!,
              name: WEEKDAYS[index]!,
              values: ofWeekday.map((day) => day && (day.value === null ? null : Number(day.value))),
              last: mean === null ? '' : short(Number(mean)),
            }))}
            format={short}
            stepOf={(value) => heatStepOf(value, edges)}
            absence="no report"
            lastIs="Mean"
            isDense
            isMarked={(row, column) => noteAt(row, column) !== undefined}
            onPress={{
              nameAt: (row, column) => {
                const { day, value } = weekdays[row]!.days[column]!
                return [`${WEEKDAYS[row]}, ${dayText(day)}: ${full(value!)}`, noteAt(row, column)]
                  .filter(Boolean)
                  .join(', ')
              },
              press: (row, column) => {
                const { day } = weekdays[row]!.days[column]!
                drawer.open({ metric, start: day, end: day }, true)
              },
            }}
          />
        </div>
      </div>
    </SectionFrame>
  )
}

interface ScaleProps {
  edges: readonly number[]
  textOf: (edge: number) => string
}

/** What the grounds mean: from below the first edge to the last and more. */
const Scale = ({ edges, textOf }: ScaleProps) => (
  <span className={styles.scale}>
    below {textOf(edges[0]!)}
    <span className={styles.grounds} aria-hidden>
      {HEAT_STEPS.slice(0, edges.length + 1).map((step) => (
        <i key={step} style={{ background: `var(--c-seq-${step})` }} />
      ))}
    </span>
    {textOf(edges.at(-1)!)} and more
  </span>
)
