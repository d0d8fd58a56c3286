import {
  COURSE_DAYS,
  TILE_COLUMNS,
  type TileColumn,
  type TileMetric,
} from '#contract/dashboards/executive-summary.ts'
import type { TileCell } from '#contract/executive-summary.ts'
import { metricOf } from '#contract/metrics/metrics.ts'
import { metricAbsence, metricNotes } from '#web/explain/metric-reports.ts'
import { changeRulesOf, comparable, toneOf } from '#web/metrics/metric-charts.ts'
import { CostMark } from '#web/metrics/metric-columns.tsx'
import { figureUnit } from '#web/metrics/metric-text.ts'
import { deltaColumn, sparkColumn } from '#web/table/cell-kinds.tsx'
import { typeOfUnit } from '#web/table/sheet.ts'
import type { TableColumn } from '#web/table/table-column.ts'
import { dayText, rangeText } from '#web/ui/dates.ts'
import { figureText } from '#web/ui/figure-parts.ts'
import { FigureText } from '#web/ui/FigureText.tsx'
import { NoValue } from '#web/ui/NumberText.tsx'
import { exactText } from '#web/ui/numbers.ts'
import styles from './ExecutiveSummary.module.css'

export interface Reading {
  metric: TileMetric
  cells: Record<TileColumn, TileCell>
  /** Of the last days that are over. */
  course: readonly (string | null)[]
}

const HEADS: Record<TileColumn, string> = {
  TODAY: 'Today',
  YESTERDAY: 'Yesterday',
  LAST_7_DAYS: 'Last 7 days',
  MONTH_TO_DATE: 'Month to date',
  PROJECTED: 'Month projected',
}
/** What metrics are called here; the drawer has their own names. */
const NAMES: Partial<Record<TileMetric, string>> = {
  orderedAmount: 'Sales',
  orderedQuantity: 'Units',
  contributionMargin3: 'Estimated CM3',
  contributionMargin3Percent: 'Estimated margin',
}
const nameOf = (metric: TileMetric): string => NAMES[metric] ?? metricOf(metric).label

/** Each stretch of days, how it changed, and the last days one by one. */
export const readingColumns = (currencyCode: string, courseOf: readonly string[]): TableColumn<Reading>[] => [
  {
    id: 'metric',
    title: 'Metric',
    kind: 'text',
    width: 130,
    canHide: false,
    isSortable: false,
    value: ({ metric }) => nameOf(metric),
  },
  ...TILE_COLUMNS.flatMap((id): TableColumn<Reading>[] => [
    {
      id,
      title: HEADS[id],
      kind: 'number',
      width: 96,
      isSortable: false,
      isExplained: id !== 'PROJECTED',
      type: ({ metric }) => typeOfUnit(metricOf(metric).unit),
      value: ({ cells }) => cells[id].value,
      answered: ({ cells }) => cells[id],
      cell: ({ metric, cells }) => {
        const { value } = cells[id]
        if (value === null) return <NoValue reason={metricAbsence(cells[id], metric)} />
        const unit = figureUnit(metricOf(metric).unit, currencyCode)
        return (
          <>
            {unit.kind !== 'count' && <CostMark cell={cells[id]} />}
            <FigureText value={value} unit={unit} unitClass={() => styles.unit} />
          </>
        )
      },
      cellHint: ({ metric, cells }) => hintOf(metric, cells[id], currencyCode),
    },
    deltaColumn<Reading>({
      id: `${id}.growth`,
      title: 'Change',
      exportTitle: `${HEADS[id]}, change`,
      width: 64,
      isSortable: false,
      now: ({ metric, cells }) => comparable(metric, cells[id]),
      prior: ({ cells }) => cells[id].previous,
      rulesOf: ({ metric }) => changeRulesOf(metric),
    }),
  ]),
  sparkColumn<Reading>({
    id: 'course',
    title: `${COURSE_DAYS} days`,
    hint: 'The last days that are over, one by one. Each row has a scale of its own.',
    series: ({ course }) => ({ values: course }),
    tone: ({ metric }) => toneOf(metric),
    tipAt: ({ metric, course }, index) => {
      const value = course[index]
      const unit = figureUnit(metricOf(metric).unit, currencyCode)
      return `${dayText(courseOf[index]!)}: ${value == null ? 'no report' : figureText(value, unit)}`
    },
  }),
]

/** The days, what they are compared with, and what the number is without. */
function hintOf(metric: TileMetric, cell: TileCell, currencyCode: string): string | undefined {
  const { value, period, comparison } = cell
  const isMoney = metricOf(metric).unit === 'money'
  return [
    ...(isMoney && value !== null ? [`${exactText(value, currencyCode)} ${currencyCode}`] : []),
    ...(period ? [rangeText(period.startDate, period.endDate)] : []),
    ...(comparison && cell.previous !== null
      ? [`Against ${rangeText(comparison.startDate, comparison.endDate)}`]
      : []),
    ...metricNotes(cell, metric),
  ].join('\n')
}
