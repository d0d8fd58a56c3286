/** The numbers of charts as tables for files. */
import { sheetFrom, type CellType, type FileColumnOf, type Sheet } from '#web/table/sheet.ts'
import type { ChartFormat, ChartInterval, ChartPeriod, ChartSeries } from './chart-series.ts'
import { targetSeries, type ChartPanel } from './panels.ts'

const typeOf = ({ type, isRatio, currencyCode }: ChartFormat): CellType =>
  type ?? (isRatio ? 'share' : currencyCode === undefined ? 'number' : 'money')

/** One row per period, and a column for each series; also for those that the picture adds up. */
export function timeSheet(
  periods: readonly ChartPeriod[],
  interval: ChartInterval,
  panels: readonly ChartPanel[],
): Sheet {
  type Row = { period: ChartPeriod; index: number }
  const isTime = interval !== 'category'
  const names: FileColumnOf<Row>[] = isTime
    ? [
        ['From', 'day', ({ period }) => period.start],
        ['To', 'day', ({ period }) => period.end],
      ]
    : [['Name', 'text', ({ period }) => period.name ?? period.start]]
  const ofSeries = ({ label, values, prior, priorLabel = 'Before' }: ChartSeries, type: CellType) => [
    [label, type, ({ index }: Row) => values[index]] as const,
    ...(prior
      ? [[`${label}, ${priorLabel.toLowerCase()}`, type, ({ index }: Row) => prior[index]] as const]
      : []),
  ]
  return sheetFrom(
    periods.map((period, index) => ({ period, index })),
    [
      ...names,
      ['State', 'text', ({ period }) => period.state ?? ''],
      ...panels.flatMap((panel) =>
        [...panel.series, ...targetSeries(panel)].flatMap((one) => ofSeries(one, typeOf(panel.format))),
      ),
    ],
    panels.find(({ format }) => format.currencyCode)?.format.currencyCode,
  )
}

/** Steps of a sum, one per row, and what they come to. */
export const stepsSheet = (
  steps: readonly { label: string; amount: string | null }[],
  currencyCode: string,
): Sheet =>
  sheetFrom(
    steps,
    [
      ['Step', 'text', ({ label }) => label],
      ['Amount', 'money', ({ amount }) => amount],
    ],
    currencyCode,
  )
