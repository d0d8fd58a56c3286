import { skipToken } from '@tanstack/react-query'
import type { BrandCard, BrandCourse as Course } from '#contract/brand-manager.ts'
import { addDays, addMonths, startOfMonth } from '#contract/date-range.ts'
import type { CourseDimension } from '#contract/dashboards/course.ts'
import type { ForecastMonths } from '#contract/metrics/forecast.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import { ChartExport } from '#web/charts/ChartExport.tsx'
import { shownGrowth } from '#web/charts/change.ts'
import type { ChartPeriod, ChartValue } from '#web/charts/chart-series.ts'
import { TimeChart } from '#web/charts/TimeChart.tsx'
import type { DashboardFrame } from '#web/dashboard/use-dashboard.ts'
import { useSectionAnswer } from '#web/dashboard/use-section-answer.ts'
import { AXES } from '#web/metrics/course-interval.ts'
import { partIcon, partId, PartsOverTime, partsSheet, SPLIT_NAMES } from '#web/metrics/course-parts.tsx'
import { IntervalSwitch } from '#web/metrics/IntervalSwitch.tsx'
import { chartFormat, metricSeries, priorSeries } from '#web/metrics/metric-charts.ts'
import { projectionText } from '#web/metrics/projection.ts'
import { HeatGrid } from '#web/table/HeatGrid.tsx'
import { trpc } from '#web/trpc.ts'
import { monthText } from '#web/ui/dates.ts'
import { formatter, growthText } from '#web/ui/numbers.ts'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { brandInput, COURSES, type BrandManagerView } from './brand-manager-view.ts'

export interface CourseProps {
  frame: DashboardFrame<BrandManagerView>
  dimension: Exclude<CourseDimension, 'NONE'>
}

/** How the chosen card moved: over time, by marketplace, brand or product, and how it grew from month to month. */
export function BrandCourse(props: CourseProps) {
  const { view, change } = props.frame
  const switches = (
    <>
      {view.course === 'TIME' && (
        <IntervalSwitch value={view.interval} onChange={(interval) => change({ interval })} />
      )}
      <SegmentedControl
        label="Chart"
        options={COURSES.map((value) => ({
          value,
          label: { TIME: 'Time', SPLIT: 'Split', GROWTH: 'Growth' }[value],
        }))}
        value={view.course}
        onChange={(course) => change({ course }, true)}
      />
    </>
  )
  if (view.course === 'SPLIT') return <Split {...props} switches={switches} />
  if (view.course === 'GROWTH') return <Growth {...props} switches={switches} />
  return <OverTime frame={props.frame} beside="adSpend" switches={switches} />
}

/** The same over a table by period. */
export const SalesCourse = ({ frame }: Pick<CourseProps, 'frame'>) => (
  <OverTime
    frame={frame}
    beside="sessions"
    switches={
      <IntervalSwitch value={frame.view.interval} onChange={(interval) => frame.change({ interval })} />
    }
  />
)

interface WithSwitches extends CourseProps {
  switches: React.ReactNode
}

/** The course of all cards, which the strip draws too. */
export function useCourse(frame: DashboardFrame<BrandManagerView>) {
  const { view, scope, isReady } = frame
  const question = trpc.brandManager.getTimeSeries.queryOptions(
    isReady
      ? { ...brandInput(scope, view), dateInterval: view.interval, growthType: 'YEAR_ON_YEAR' }
      : skipToken,
  )
  return useSectionAnswer(frame, question)
}

/** Periods to come are a forecast where there is one. */
const chartPeriods = ({ periods }: Course, hasForecast: boolean): ChartPeriod[] =>
  periods.map(({ startDate, endDate, state }) => ({
    start: startDate,
    end: endDate,
    ...(state === 'PARTIAL' && { state: 'partial' }),
    ...(state === 'FUTURE' && hasForecast && { state: 'forecast' }),
  }))

/** Periods that have begun. */
export const begunPeriods = (course: Course | undefined): ChartPeriod[] =>
  course
    ? chartPeriods({ ...course, periods: course.periods.filter(({ state }) => state !== 'FUTURE') }, false)
    : []

interface OverTimeProps extends Omit<WithSwitches, 'dimension'> {
  /** Has a panel of its own under the chosen card. */
  beside: BrandCard
}

function OverTime({ frame, beside, switches }: OverTimeProps) {
  const { scope, context, isReady, drawer } = frame
  // All cards are in one answer.
  const { card } = frame.view
  const { data: found, view, currencyCode, status } = useCourse(frame)
  const { interval } = view
  const isForecast = (of: BrandManagerView) =>
    of.interval === 'MONTHLY' && card === 'orderedProductSales' && of.endDate >= context.today
  const question = trpc.brandManager.getForecast.queryOptions(
    isReady && isForecast(frame.view) ? brandInput(scope, frame.view) : skipToken,
  )
  const forecast = useSectionAnswer(frame, question)
  const hasForecast = isForecast(view)
  // Either may come first: months to come of another question are not drawn beside these.
  const months = hasForecast && forecast.view === view ? (forecast.data?.months ?? []) : []
  const { label } = metricOf(card)
  const periods = found ? chartPeriods(found, hasForecast) : []
  const [whole] = found?.parts ?? []
  const valuesOf = (id: BrandCard): ChartValue[] =>
    (whole?.cells ?? []).map((cell) => cell[id]?.value ?? null)
  const series = (id: BrandCard) => ({
    ...metricSeries(
      id,
      id === card && hasForecast ? withForecast(valuesOf(id), periods, months) : valuesOf(id),
    ),
    ...(frame.view.growthType &&
      id === card && {
        ...priorSeries(
          id,
          (whole?.cells ?? []).map((cell) => cell[id]),
        ),
        priorLabel: 'Prior year',
      }),
  })
  const projected = projectionText(months, currencyCode, monthText)
  return (
    <TimeChart
      title={`${label} by ${AXES[interval]}`}
      {...(projected && { note: projected })}
      summary={`${label} by ${AXES[interval]}, with the year before.`}
      periods={periods}
      interval={AXES[interval]}
      today={context.today}
      status={status}
      onExplain={(metric, index) => {
        const { start, end } = periods[index]!
        drawer.open({ metric: metric as MetricId, start, end }, true)
      }}
      panels={[
        {
          id: card,
          form: interval === 'MONTHLY' ? 'bars' : metricOf(card).unit === 'percent' ? 'line' : 'area',
          height: 140,
          series: [series(card)],
          format: chartFormat(card, currencyCode),
        },
        ...(card === beside
          ? []
          : [
              {
                id: beside,
                title: metricOf(beside).label,
                form: 'bars' as const,
                height: 54,
                series: [series(beside)],
                format: chartFormat(beside, currencyCode),
              },
            ]),
      ]}
    >
      {switches}
    </TimeChart>
  )
}

/** What is to come has the number that is forecast; it is drawn hatched, and in no sum. */
const withForecast = (
  values: readonly ChartValue[],
  periods: readonly ChartPeriod[],
  months: ForecastMonths['months'],
): ChartValue[] =>
  values.map((value, index) => {
    const period = periods[index]
    if (period?.state !== 'forecast') return value
    const month = months.find(({ startDate }) => startDate === startOfMonth(period.start))
    return month ? month.value : value
  })

function Split({ frame, dimension, switches }: WithSwitches) {
  const { view: asked, scope, isReady } = frame
  const question = trpc.brandManager.getTimeSeries.queryOptions(
    isReady
      ? {
          ...brandInput(scope, asked),
          dateInterval: asked.interval,
          growthType: 'YEAR_ON_YEAR',
          dimension,
          metric: asked.card,
        }
      : skipToken,
  )
  const { data: course, view, currencyCode, status, isCurrent } = useSectionAnswer(frame, question)
  const { card, interval } = view
  const periods = begunPeriods(course)
  const title = `${metricOf(card).label} by ${SPLIT_NAMES[dimension]}`
  return (
    <SectionFrame
      title={title}
      note={`${currencyCode}, own scales`}
      status={status}
      height={112}
      actions={
        <>
          {switches}
          <ChartExport
            title={title}
            sheet={() => partsSheet(course!, card, currencyCode)}
            isDisabled={!isCurrent}
          />
        </>
      }
    >
      <PartsOverTime
        label={title}
        metric={card}
        parts={course?.parts ?? []}
        by={dimension}
        periods={periods}
        interval={AXES[interval]}
        hasPrior={view.growthType !== null}
        currencyCode={currencyCode}
      />
    </SectionFrame>
  )
}

/** So many full months before this one. */
const GROWTH_MONTHS = 12

function Growth({ frame, dimension, switches }: WithSwitches) {
  const { view: asked, scope, context, isReady } = frame
  const thisMonth = startOfMonth(context.today)
  const months = { startDate: addMonths(thisMonth, -GROWTH_MONTHS), endDate: addDays(thisMonth, -1) }
  const question = trpc.brandManager.getTimeSeries.queryOptions(
    isReady
      ? { ...brandInput(scope, asked), ...months, dateInterval: 'MONTHLY', dimension, metric: asked.card }
      : skipToken,
  )
  const { data: course, view, currencyCode, status, isCurrent } = useSectionAnswer(frame, question)
  const { card } = view
  const periods = course?.periods ?? []
  const isRatio = metricOf(card).unit === 'percent'
  const against =
    view.growthType === 'MONTH_ON_MONTH' ? 'against the month before' : 'against the year before'
  const title = `Growth of ${metricOf(card).label.toLowerCase()} by ${SPLIT_NAMES[dimension]}`
  return (
    <SectionFrame
      title={title}
      note={isRatio ? `${against}, in points` : against}
      status={status}
      height={112}
      actions={
        <>
          {switches}
          <ChartExport
            title={title}
            sheet={() => partsSheet(course!, card, currencyCode)}
            isDisabled={!isCurrent}
          />
        </>
      }
    >
      <HeatGrid
        label={`Growth of ${metricOf(card).label} by ${SPLIT_NAMES[dimension]} and month`}
        rowsAre={SPLIT_NAMES[dimension].replace(/^./, (letter) => letter.toUpperCase())}
        columns={periods.map(({ startDate }) => monthYear(startDate))}
        rows={(course?.parts ?? []).map((part) => ({
          id: partId(part),
          name: part.name,
          icon: partIcon(part, dimension),
          values: part.cells.map(({ [card]: cell }) =>
            cell?.growth == null ? null : shownGrowth(cell.value, cell.previous, { isRatio }),
          ),
        }))}
        format={(value) => (isRatio ? pointsText(value * 100) : growthText(value))}
      />
    </SectionFrame>
  )
}

/** `1.1`: percentage points, where the head says so. */
const pointsText = formatter({ minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** `Nov`, and with its year in January. */
const monthYear = (start: string): string =>
  start.slice(5, 7) === '01' ? `${monthText(start)} ${start.slice(2, 4)}` : monthText(start)
