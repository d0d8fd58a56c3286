import { metricOfLine } from '#contract/metrics/line-names.ts'
import { isPnlLine } from '#contract/profit-and-loss-lines.ts'
import type { PnlRow } from '#contract/profit-and-loss.ts'
import { BridgeChart } from '#web/charts/BridgeChart.tsx'
import { ChartExport } from '#web/charts/ChartExport.tsx'
import { stepsSheet } from '#web/charts/chart-sheet.ts'
import { moneyFormat, ratioFormat } from '#web/charts/formats.ts'
import { TimeChart } from '#web/charts/TimeChart.tsx'
import type { ExplainedCell } from '#web/explain/explained-cell.ts'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import {
  bridgeSteps,
  chartedRows,
  chartPeriods,
  costSeries,
  marginSeries,
  profitSeries,
} from './pnl-series.ts'
import { totalOf } from './pnl-rows.ts'
import type { PnlView } from './pnl-view.ts'

interface PnlOtherChartProps {
  answer: readonly PnlRow[]
  view: PnlView
  /** Of the answer, which may still be that of the view before. */
  currencyCode: string
  onExplain: (cell: ExplainedCell) => void
}

/** The statement as a picture of its own: where the money went, period by period or in all, or what was left of it. */
export function PnlOtherChart({ answer, view, currencyCode, onExplain }: PnlOtherChartProps) {
  const rows = chartedRows(answer)
  const money = moneyFormat(currencyCode)
  if (view.chart === 'bridge') {
    const title = 'From net sales to net profit'
    const start = { label: 'Net sales', amount: totalOf(answer, 'netSales').value }
    const steps = bridgeSteps(answer)
    const end = { label: 'Net profit', amount: totalOf(answer, 'netProfit').value }
    return (
      <SectionFrame
        title={title}
        note={currencyCode}
        height={220}
        actions={<ChartExport title={title} sheet={() => stepsSheet([start, ...steps, end], currencyCode)} />}
      >
        <BridgeChart
          summary="What took net sales down to net profit, over the whole range."
          start={start}
          steps={steps}
          end={end}
          format={money}
          onPress={(id) =>
            isPnlLine(id) && onExplain({ metric: metricOfLine(id), start: view.startDate, end: view.endDate })
          }
        />
      </SectionFrame>
    )
  }
  const time = {
    periods: chartPeriods(rows),
    interval: view.dateInterval === 'WEEKLY' ? ('week' as const) : ('month' as const),
  }
  const explain = (metric: ExplainedCell['metric'], index: number) => {
    const row = rows[index]
    if (row) onExplain({ metric, start: row.periodStart, end: row.periodEnd })
  }
  if (view.chart === 'margins')
    return (
      <TimeChart
        {...time}
        title="Margins"
        note="share of net sales"
        summary="Share of net sales left after cost of goods, after Amazon fees, after marketing and as net profit."
        panels={[
          { id: 'margins', form: 'line', height: 160, series: marginSeries(rows), format: ratioFormat },
        ]}
        onExplain={(_, index) => explain('netMargin', index)}
      />
    )
  return (
    <TimeChart
      {...time}
      title="Costs and net profit"
      note={currencyCode}
      summary="What each group of costs took, and what was left as net profit."
      panels={[
        { id: 'costs', form: 'stack', height: 140, series: costSeries(rows), format: money },
        {
          id: 'netProfit',
          title: 'Net profit',
          form: 'line',
          height: 60,
          series: [profitSeries(rows)],
          format: money,
        },
      ]}
      onExplain={(_, index) => explain('netProfit', index)}
    />
  )
}
