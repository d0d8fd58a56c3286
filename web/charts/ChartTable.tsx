import { Cell, DataTable, Head } from '#web/ui/DataTable.tsx'
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

/** The numbers of a chart, one row per period. */
export function ChartTable({ label, periods, interval, panels }: ChartTableProps) {
  const columns = panels.flatMap((panel) =>
    listedSeries(panel, periods).map((series) => ({ ...series, format: panel.format })),
  )
  return (
    <DataTable
      label={label}
      head={
        <>
          <Head isText>Period</Head>
          {columns.flatMap(({ id, label: name, prior, priorLabel = 'Before' }) => [
            <Head key={id}>{name}</Head>,
            ...(prior
              ? [<Head key={`${id} prior`}>{priorLabel}</Head>, <Head key={`${id} change`}>Change</Head>]
              : []),
          ])}
        </>
      }
    >
      {periods.map((period, index) => {
        const state = stateText(period)
        return (
          <tr key={period.start}>
            <Cell isText>
              {periodText(period, interval)}
              {state && `, ${state}`}
            </Cell>
            {columns.flatMap(({ id, values, prior, format }) => [
              <Cell key={id}>
                <Value value={values[index]} format={format.full} />
              </Cell>,
              ...(prior
                ? [
                    <Cell key={`${id} prior`}>
                      <Value value={prior[index]} format={format.full} />
                    </Cell>,
                    <Cell key={`${id} change`}>
                      {changeOf(values[index], prior[index], { isRatio: format.isRatio }).text}
                    </Cell>,
                  ]
                : []),
            ])}
          </tr>
        )
      })}
    </DataTable>
  )
}

const Value = ({ value, format }: { value: ChartValue | undefined; format: (value: string) => string }) =>
  value == null ? <NoValue /> : format(value)
