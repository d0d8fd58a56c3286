import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { NoValue } from '#web/ui/NumberText.tsx'
import type { ChartInterval, ChartPeriod, ChartValue } from './chart-series.ts'
import { changeOf } from './change.ts'
import { listedSeries, type ChartPanel } from './panels.ts'
import { periodText, stateText } from './period-axis.ts'

interface ChartTableProps {
  label: string
  periods: readonly ChartPeriod[]
  interval: ChartInterval
  panels: readonly ChartPanel[]
}

/** A period by its place in the series. */
interface PeriodRow {
  period: ChartPeriod
  index: number
}

/** The numbers of a chart, one row per period. */
export function ChartTable({ label, periods, interval, panels }: ChartTableProps) {
  const periodColumn: SimpleColumn<PeriodRow> = {
    id: 'period',
    title: 'Period',
    kind: 'text',
    isName: true,
    cell: ({ period }) => [periodText(period, interval), stateText(period)].filter(Boolean).join(', '),
  }
  const numberColumn = (
    id: string,
    title: string,
    cell: (index: number) => React.ReactNode,
  ): SimpleColumn<PeriodRow> => ({ id, title, kind: 'number', cell: ({ index }) => cell(index) })

  const numbers = panels.flatMap((panel) =>
    listedSeries(panel, periods).flatMap(({ id, label: name, values, prior, priorLabel = 'Before' }) => [
      numberColumn(id, name, (index) => <Value value={values[index]} format={panel.format.full} />),
      ...(prior
        ? [
            numberColumn(`${id} prior`, priorLabel, (index) => (
              <Value value={prior[index]} format={panel.format.full} />
            )),
            numberColumn(
              `${id} change`,
              'Change',
              (index) => changeOf(values[index], prior[index], { isRatio: panel.format.isRatio }).text,
            ),
          ]
        : []),
    ]),
  )
  return (
    <SimpleTable
      label={label}
      columns={[periodColumn, ...numbers]}
      rows={periods.map((period, index) => ({ period, index }))}
      rowId={({ period }) => period.start}
    />
  )
}

const Value = ({ value, format }: { value: ChartValue | undefined; format: (value: string) => string }) =>
  value == null ? <NoValue /> : format(value)
