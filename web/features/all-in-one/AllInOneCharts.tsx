import { skipToken } from '@tanstack/react-query'
import type { AllInOneCourse } from '#contract/all-in-one.ts'
import { PROFIT_STEPS, type ALL_IN_ONE_COURSE } from '#contract/dashboards/all-in-one.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import type { ChartTone } from '#web/charts/chart-series.ts'
import { countFormat, moneyFormat, ratioFormat } from '#web/charts/formats.ts'
import { LedgerWaterfall } from '#web/charts/LedgerWaterfall.tsx'
import { TimeChart, type TimeChartProps } from '#web/charts/TimeChart.tsx'
import type { DashboardFrame } from '#web/dashboard/use-dashboard.ts'
import { useSectionAnswer } from '#web/dashboard/use-section-answer.ts'
import { chartPeriods } from '#web/metrics/course-rows.ts'
import { metricSeries } from '#web/metrics/metric-charts.ts'
import { trpc } from '#web/trpc.ts'
import { compactRangeText } from '#web/ui/dates.ts'
import { isZero } from '#web/ui/numbers.ts'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import { allInOneInput, intervalOf, shortName, type AllInOneView } from './all-in-one-view.ts'
import styles from './AllInOnePage.module.css'
import { Marketplaces } from './Marketplaces.tsx'

type Drawn = (typeof ALL_IN_ONE_COURSE)[number]

const valuesOf = (course: AllInOneCourse | undefined, metric: Drawn) =>
  (course?.periods ?? []).map(({ metrics }) => metrics[metric].value)

/** How sales, advertising and visits moved over the days of the page, and where sales come from; `children` stand with them. */
export function AllInOneCharts({
  frame,
  children,
}: {
  frame: DashboardFrame<AllInOneView>
  children: React.ReactNode
}) {
  const { scope, isReady, context, drawer } = frame
  const question = trpc.allInOne.getTimeSeries.queryOptions(
    isReady ? { ...allInOneInput(scope, frame.view), dateInterval: intervalOf(frame.view) } : skipToken,
  )
  const { data: course, view, currencyCode, status } = useSectionAnswer(frame, question)
  const periods = chartPeriods(course?.periods ?? [])
  const series = (metric: Drawn) => metricSeries(metric, valuesOf(course, metric))
  const money = moneyFormat(currencyCode)
  const shared = {
    periods,
    interval: intervalOf(view) === 'DAILY' ? ('day' as const) : ('week' as const),
    today: context.today,
    status,
  }
  const explaining = (of: Record<string, Drawn>): Pick<TimeChartProps, 'onExplain'> => ({
    onExplain: (panel, index) => {
      const { start, end } = periods[index]!
      drawer.open({ metric: of[panel]!, start, end }, true)
    },
  })
  const bars = { form: 'bars', height: 92, format: money } as const
  const line = { form: 'line', height: 58 } as const
  return (
    <div className={styles.charts}>
      <TimeChart
        title="Sales and profit"
        summary="Sales without and with an advertisement, and net profit."
        {...shared}
        {...explaining({ sales: 'orderedProductSales', netProfit: 'netProfit' })}
        panels={[
          { ...bars, id: 'sales', form: 'stack', series: [series('organicSales'), series('adSales')] },
          { ...line, id: 'netProfit', title: 'Net profit', series: [series('netProfit')], format: money },
        ]}
      />
      <TimeChart
        title="Spend and efficiency"
        summary="Spend on advertising, and what share of advertised and of all sales it is."
        {...shared}
        {...explaining({ adSpend: 'adSpend', efficiency: 'tacos' })}
        panels={[
          { ...bars, id: 'adSpend', series: [series('adSpend')] },
          { ...line, id: 'efficiency', series: [series('acos'), series('tacos')], format: ratioFormat },
        ]}
      />
      <TimeChart
        title="Traffic and conversion"
        summary="Sessions, and the units that each of them ordered."
        {...shared}
        {...explaining({ sessions: 'sessions', conversion: 'unitSessionPercentage' })}
        panels={[
          { ...bars, id: 'sessions', series: [series('sessions')], format: countFormat },
          {
            ...line,
            id: 'conversion',
            title: shortName('unitSessionPercentage'),
            series: [series('unitSessionPercentage')],
            format: ratioFormat,
          },
        ]}
      />
      <Bridge frame={frame} />
      <Marketplaces frame={frame} />
      {children}
    </div>
  )
}

const STEP_TONES: Record<(typeof PROFIT_STEPS)[number], ChartTone> = {
  grossSales: 'sales',
  promotions: 'refunds',
  refunds: 'refunds',
  salesVat: 'other',
  cogs: 'cogs',
  sellingFees: 'fees',
  fulfilmentCosts: 'fees',
  storageAndInventory: 'fees',
  marketing: 'ads',
  accountLevel: 'other',
  statementOperatingExpenses: 'other',
}

/** How the sales of the days become their net profit. */
function Bridge({ frame }: { frame: DashboardFrame<AllInOneView> }) {
  const { view, scope, isReady, drawer } = frame
  const question = trpc.allInOne.getProfitBridge.queryOptions(
    isReady ? allInOneInput(scope, view) : skipToken,
  )
  const { data: bridge, currencyCode, status } = useSectionAnswer(frame, question)
  const money = moneyFormat(currencyCode)
  // What nothing was booked in is no step, but sales are where it begins.
  const steps = PROFIT_STEPS.flatMap((id) => {
    const amount = bridge?.steps[id].value
    const isShown = amount != null && (id === 'grossSales' || !isZero(amount))
    return isShown ? [{ id, label: metricOf(id as MetricId).label, amount, tone: STEP_TONES[id] }] : []
  })
  const isKnown = bridge?.netProfit.value != null
  return (
    <SectionFrame
      title="Profit bridge"
      note={
        bridge &&
        `${currencyCode}, ${compactRangeText(bridge.period.startDate, bridge.period.endDate)}, share of net sales`
      }
      height={196}
      status={
        bridge && !isKnown
          ? {
              kind: 'empty',
              title: 'No orders for these days',
              text: 'Import order reports to see what they left.',
            }
          : status
      }
    >
      {isKnown && (
        <LedgerWaterfall
          summary="From sales to net profit, by the day of the order"
          steps={steps}
          resultLabel="Net profit"
          format={money}
          shareOf={bridge.netSales.value}
          onExplain={(id) =>
            drawer.open(
              {
                metric: (id ?? 'netProfit') as MetricId,
                start: bridge.period.startDate,
                end: bridge.period.endDate,
              },
              true,
            )
          }
        />
      )}
    </SectionFrame>
  )
}
