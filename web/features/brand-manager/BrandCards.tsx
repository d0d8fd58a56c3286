import { skipToken } from '@tanstack/react-query'
import type { BrandCard } from '#contract/brand-manager.ts'
import { brandCards } from '#contract/dashboards/brand-manager.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import { KeyFigures } from '#web/charts/KeyFigures.tsx'
import { periodText } from '#web/charts/period-axis.ts'
import type { DashboardFrame } from '#web/dashboard/use-dashboard.ts'
import { useSectionAnswer } from '#web/dashboard/use-section-answer.ts'
import { AXES } from '#web/metrics/course-interval.ts'
import { toneOf } from '#web/metrics/metric-charts.ts'
import { metricFigure } from '#web/metrics/metric-columns.tsx'
import { trpc } from '#web/trpc.ts'
import { begunPeriods, useCourse } from './BrandCourse.tsx'
import { brandInput, type BrandManagerView } from './brand-manager-view.ts'

/** The few numbers of the page, one of which the chart shows. */
export function BrandCards({ frame }: { frame: DashboardFrame<BrandManagerView> }) {
  const { scope, change, drawer } = frame
  const question = trpc.brandManager.getSummary.queryOptions(
    frame.isReady ? brandInput(scope, frame.view) : skipToken,
  )
  const { data: found, view, currencyCode, status } = useSectionAnswer(frame, question)
  const course = useCourse(frame)
  const periods = begunPeriods(course.data)
  // Until both are there, the ends of a line would be told in the currency of the other.
  const [whole] = course.currencyCode === currencyCode ? (course.data?.parts ?? []) : []
  const cells = whole?.cells.slice(0, periods.length) ?? []
  return (
    <KeyFigures
      label="All rows together"
      status={status}
      figures={brandCards(view.showB2BMetrics).map((card) => ({
        ...metricFigure(card, found?.cards[card], currencyCode, {
          isCompared: view.growthType !== null,
        }),
        ...(SHORT[card] && { label: SHORT[card] }),
        ...(cells.length > 1 && {
          spark: {
            values: cells.map((cell) => cell[card]?.value ?? null),
            // The course is told beside that of the year before, whatever the figure is compared with.
            ...(view.growthType === 'YEAR_ON_YEAR' && {
              prior: cells.map((cell) => cell[card]?.previous ?? null),
            }),
            tone: toneOf(card),
            periodAt: (index: number) => periodText(periods[index]!, AXES[course.view.interval]),
          },
        }),
      }))}
      comparison={view.growthType === 'MONTH_ON_MONTH' ? 'vs before' : 'vs prior year'}
      selected={frame.view.card}
      onSelect={(card) => change({ card: card as BrandManagerView['card'] }, true)}
      onExplain={(card) =>
        found &&
        drawer.open(
          { metric: card as MetricId, start: found.period.startDate, end: found.period.endDate },
          true,
        )
      }
    />
  )
}

/** Names that a card has no room for. */
const SHORT: Partial<Record<BrandCard, string>> = {
  unitsOrdered: 'Units',
  unitSessionPercentage: 'Conversion',
  averageSellingPrice: 'Avg. price',
  contributionMargin3: 'CM3',
}
