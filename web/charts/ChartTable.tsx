import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { NoValue } from '#web/ui/NumberText.tsx'
import { changeAt } from './change.ts'
import type { ChartFormat, ChartInterval, ChartPeriod, ChartSeries, ChartValue } from './chart-series.ts'
import { listedSeries, type ChartPanel } from './panels.ts'
import { periodText, placeName, stateText } from './period-axis.ts'

interface ChartTableProps {
  label: string
  periods: readonly ChartPeriod[]
  interval: ChartInterval
  panels: readonly ChartPanel[]
}

/** A period by its place: the series hold its numbers. */
interface PeriodRow {
  index: number
  period: ChartPeriod
}

/** The numbers of a chart, one row per period. */
export function ChartTable({ label, periods, interval, panels }: ChartTableProps) {
  const name: SimpleColumn<PeriodRow> = {
    id: 'period',
    title: placeName(interval),
    kind: 'text',
    isName: true,
    cell: ({ period }) => {
      const state = stateText(period)
      return `${periodText(period, interval)}${state ? `, ${state}` : ''}`
    },
  }
  const columns = panels.flatMap((panel) =>
    listedSeries(panel, periods).flatMap((series) => columnsOf(panel.id, series, panel.format)),
  )
  return (
    <SimpleTable
      label={label}
      columns={[name, ...columns]}
      rows={periods.map((period, index) => ({ period, index }))}
      rowId={({ period }) => period.start}
    />
  )
}

function columnsOf(
  panel: string,
  series: ChartSeries,
  { full, isRatio }: ChartFormat,
): SimpleColumn<PeriodRow>[] {
  const { id, label, values, prior, priorLabel = 'Before' } = series
  const column = (
    name: string,
    title: string,
    cell: (index: number, period: ChartPeriod) => React.ReactNode,
  ) => ({
    id: `${panel} ${id} ${name}`,
    title,
    kind: 'number' as const,
    cell: ({ index, period }: PeriodRow) => cell(index, period),
  })
  const now = column('now', label, (index) => <Value value={values[index]} format={full} />)
  if (!prior) return [now]
  return [
    now,
    column('prior', priorLabel, (index) => <Value value={prior[index]} format={full} />),
    column('change', 'Change', (index, period) => changeAt(period, series, index, { isRatio }).text),
  ]
}

const Value = ({ value, format }: { value: ChartValue | undefined; format: (value: string) => string }) =>
  value == null ? <NoValue /> : format(value)
