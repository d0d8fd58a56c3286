import { categories, type ChartPeriod } from '#web/charts/chart-series.ts'
import { moneyFormat } from '#web/charts/formats.ts'
import { TimeChart } from '#web/charts/TimeChart.tsx'
import { useSectionAnswer } from '#web/dashboard/use-section-answer.ts'
import { trpc } from '#web/trpc.ts'
import { weekdayText } from '#web/ui/dates.ts'
import { LIVE, nowInput, type RealTimeFrame } from './real-time-view.ts'

/** Sales of today by the clock of each marketplace, against the same weekday a week before. */
export function TodayByHour({ frame }: { frame: RealTimeFrame }) {
  const { drawer } = frame
  const question = {
    ...trpc.executiveSummary.realTimeData.getHourly.queryOptions(nowInput(frame)),
    ...LIVE,
  }
  const { data, currencyCode, status } = useSectionAnswer(frame, question)
  const hours = data?.hours ?? []
  const last = hours.findLastIndex(({ sales }) => sales !== null)
  const periods = categories(
    hours.map((_, hour) => `${String(hour).padStart(2, '0')}:00`),
    (hour) => (hour === last ? 'partial' : undefined),
    // The hour that runs is not over, and was whole a week before.
  ).map((period, hour): ChartPeriod => (hour === last ? { ...period, isUncompared: true } : period))
  const format = moneyFormat(currencyCode)
  const isNothing = hours.every(({ sales, salesBefore }) => sales === null && salesBefore === null)
  const priorLabel = data && `Last ${weekdayText(data.comparison)}`
  const shared = { tone: 'sales', better: 'more', ...(priorLabel && { priorLabel }) } as const
  return (
    <TimeChart
      title="Today by hour"
      summary="Sales of today by hour, and added up from midnight on, with the same weekday a week before."
      periods={periods}
      interval="category"
      status={
        data && isNothing
          ? {
              kind: 'empty',
              title: 'No orders today yet',
              text: 'Hourly sales appear once an order report covers today.',
            }
          : status
      }
      onExplain={() => data && drawer.open({ metric: 'orderedAmount', start: data.day, end: data.day }, true)}
      panels={[
        {
          id: 'sales',
          form: 'bars',
          height: 118,
          format,
          series: [
            {
              ...shared,
              id: 'sales',
              label: 'Sales',
              values: hours.map(({ sales }) => sales),
              prior: hours.map(({ salesBefore }) => salesBefore),
            },
          ],
        },
        {
          id: 'soFar',
          title: 'So far',
          form: 'line',
          height: 96,
          format,
          series: [
            {
              ...shared,
              id: 'soFar',
              label: 'Since midnight',
              values: hours.map(({ salesSoFar }) => salesSoFar),
              prior: hours.map(({ salesSoFarBefore }) => salesSoFarBefore),
            },
          ],
        },
      ]}
    />
  )
}
