/** The numbers of the review as a table: a row for each number, its periods beside each other. */
import {
  REVIEW_METRICS,
  TO_DATE,
  type ReviewMetric,
  type ToDate,
} from '#contract/dashboards/weekly-review.ts'
import type { CustomSummary } from '#contract/custom-summary-columns.ts'
import { isAnswered } from '#contract/metrics/awaited.ts'
import { metricOf } from '#contract/metrics/metrics.ts'
import { customPeriods } from '#contract/periods.ts'
import type { ReviewColumn, ReviewOverview, SixTwelve } from '#contract/weekly-review.ts'
import type { CellNeighbours } from '#web/dashboard/DashboardPage.tsx'
import type { ExplainedCell } from '#web/explain/explained-cell.ts'
import { metricAbsence, metricNotes } from '#web/explain/metric-reports.ts'
import { changeRulesOf } from '#web/metrics/metric-charts.ts'
import { metricNumber, metricText } from '#web/metrics/metric-text.ts'
import { deltaColumn } from '#web/table/cell-kinds.tsx'
import { periodName } from '#web/table/period-name.ts'
import { typeOfUnit } from '#web/table/sheet.ts'
import type { ColumnGroup, TableColumn } from '#web/table/table-column.ts'
import type { TableModel } from '#web/table/use-table.ts'
import { compactRangeText, monthOfYearText, rangeText } from '#web/ui/dates.ts'
import { NoEnd, NoValue, NumberText } from '#web/ui/NumberText.tsx'
import { titleOf, unitNote } from './review-metrics.ts'
import { comparable, weekName, type Against } from './review-shape.ts'
import styles from './WeeklyReview.module.css'

export type ReviewRow = ReviewMetric
export const REVIEW_ROWS: readonly ReviewRow[] = REVIEW_METRICS

/** A column of the table, and the period that it shows. */
export type PeriodOfColumn = ReadonlyMap<string, ReviewColumn>

interface Columns {
  columns: TableColumn<ReviewRow>[]
  /** Of columns that show values; changes have none of their own. */
  periods: PeriodOfColumn
}

const WIDTHS = { value: 82, change: 70 }

const TO_DATE_TITLES: Record<ToDate, string> = {
  monthToDate: 'Month to date',
  quarterToDate: 'Quarter to date',
  yearToDate: 'Year to date',
}

/** Six weeks and twelve months, what is to date, and the reader's own dates. */
export function sixTwelveColumns(
  { weeks, months, toDate, customs }: SixTwelve,
  owns: readonly CustomSummary[],
  currencyCode: string,
): Columns {
  const week = weeks.at(-1)!
  const ofWeek = { id: 'weeks', title: 'Weeks' }
  const made = started(currencyCode)
  weeks.forEach((column, index) => made.value(`week.${index}`, weekName(column.startDate), column, ofWeek))
  made.change('week.wow', 'WoW', week, 'previous', ofWeek)
  made.change('week.yoy', 'YoY', week, 'yearAgo', ofWeek)
  months.forEach((column, index) =>
    made.value(`month.${index}`, monthOfYearText(column.startDate), column, {
      id: 'months',
      title: 'Months',
    }),
  )
  for (const id of TO_DATE) {
    const group = { id, title: TO_DATE_TITLES[id], inFile: TO_DATE_TITLES[id] }
    made.value(id, 'Value', toDate[id], group)
    made.change(`${id}.yoy`, 'YoY', toDate[id], 'yearAgo', group)
  }
  customs.forEach((column, index) => {
    const own = owns[index]
    if (!own) return
    const { comparison } = customPeriods(own)
    const id = `own.${column.startDate}.${column.endDate}.${index}`
    const group = {
      id,
      title: compactRangeText(column.startDate, column.endDate),
      inFile: 'Custom dates',
      ...(comparison && { hint: `Compared with ${compactRangeText(comparison.start, comparison.end)}` }),
    }
    made.value(id, 'Value', column, group)
    if (!comparison) return
    // Columns of the same dates may be compared with different ones.
    const against = `change from ${periodName(comparison.start, comparison.end)}`
    made.change(`${id}.change`, 'Change', column, 'previous', group, against)
  })
  return made
}

/** The periods of the range, and all of it. */
export function rangeColumns(
  { periods, total }: ReviewOverview,
  nameOf: (column: ReviewColumn) => string,
  compared: string | null,
  currencyCode: string,
): Columns {
  const made = started(currencyCode)
  if (!total) return made
  const ofTotal = { id: 'total', title: 'Range', inFile: 'Total' }
  made.value('total', 'Total', total, ofTotal)
  made.change('total.before', 'vs before', total, 'previous', ofTotal)
  if (compared !== null) made.change('total.compared', `vs ${compared}`, total, 'yearAgo', ofTotal)
  const group = { id: 'periods', title: 'Periods' }
  periods.forEach((column, index) => made.value(`period.${index}`, nameOf(column), column, group))
  return made
}

/** Columns under one head, and what leads their names in a file where the dates do not say it. */
type Group = ColumnGroup & { inFile?: string }

/** `2026-06-01/2026-06-07`, `Month to date 2026-06-01/2026-06-09`. */
const fileTitle = ({ startDate, endDate }: ReviewColumn, { inFile }: Group): string =>
  [...(inFile === undefined ? [] : [inFile]), periodName(startDate, endDate)].join(' ')

function started(currencyCode: string) {
  const columns: TableColumn<ReviewRow>[] = [
    {
      id: 'metric',
      title: 'Number',
      kind: 'text',
      width: 190,
      canHide: false,
      isSortable: false,
      value: titleOf,
      cell: (metric) => (
        <span className={styles.metric}>
          {titleOf(metric)}
          <small>{unitNote(metric, currencyCode)}</small>
        </span>
      ),
      cellHint: (metric) => metricOf(metric).definition,
      inFile: [{ title: 'Unit', kind: 'text', value: (metric) => unitNote(metric, currencyCode) ?? '' }],
    },
  ]
  const periods = new Map<string, ReviewColumn>()
  return {
    columns,
    periods,
    value: (id: string, title: string, column: ReviewColumn, group: Group) => {
      periods.set(id, column)
      columns.push(valueColumn(id, title, column, group, currencyCode))
    },
    change: (
      id: string,
      title: string,
      column: ReviewColumn,
      against: Against,
      group: Group,
      inFile = title,
    ) => {
      const exportTitle = `${fileTitle(column, group)}, ${inFile}`
      columns.push({ ...changeColumn(id, title, column, against, group), exportTitle })
    },
  }
}

const valueColumn = (
  id: string,
  title: string,
  column: ReviewColumn,
  group: Group,
  currencyCode: string,
): TableColumn<ReviewRow> => ({
  id,
  title,
  hint: [rangeText(column.startDate, column.endDate), ...(column.isPartial ? ['Not wholly read.'] : [])].join(
    '\n',
  ),
  group,
  kind: 'number',
  width: WIDTHS.value,
  exportTitle: fileTitle(column, group),
  isSortable: false,
  className: column.isPartial ? styles.partial : undefined,
  type: (metric) => typeOfUnit(metricOf(metric).unit),
  value: (metric) => metricNumber(column.metrics[metric]),
  answered: (metric) => column.metrics[metric],
  cell: (metric) => {
    const cell = column.metrics[metric]
    const { unit, decimals, better } = metricOf(metric)
    if (cell.hasNoEnd) return <NoEnd />
    if (cell.value === null) return <NoValue reason={metricAbsence(cell, metric)} />
    return (
      <NumberText
        value={cell.value}
        format={metricText(unit, currencyCode, decimals)}
        isResult={better === 'more'}
      />
    )
  },
  cellHint: (metric) => metricNotes(column.metrics[metric], metric).join('\n') || undefined,
})

const changeColumn = (
  id: string,
  title: string,
  column: ReviewColumn,
  against: Against,
  group: ColumnGroup,
): TableColumn<ReviewRow> =>
  deltaColumn<ReviewRow>({
    id,
    title,
    group,
    width: WIDTHS.change,
    isSortable: false,
    now: (metric) => comparable(column.metrics[metric], against),
    prior: (metric) => column.metrics[metric][against],
    rulesOf: changeRulesOf,
  })

/** Which number a cell of the table shows; null where it shows none. */
export function explainedIn(
  periods: PeriodOfColumn,
  metric: ReviewRow,
  column: string,
): ExplainedCell | null {
  const found = periods.get(column)
  return found && isAnswered(metric) ? { metric, start: found.startDate, end: found.endDate } : null
}

/** The numbers around one. */
export function neighboursInReview(
  { columns, lines }: TableModel<ReviewRow>,
  periods: PeriodOfColumn,
  { metric, start, end }: ExplainedCell,
): CellNeighbours | null {
  const shown = columns.filter(({ id }) => periods.has(id))
  const line = lines.findIndex(({ row }) => row === metric)
  const place = shown.findIndex(({ id }) => {
    const found = periods.get(id)
    return found?.startDate === start && found.endDate === end
  })
  if (line < 0 || place < 0) return null
  const at = (row: number, column: number): ExplainedCell | null => {
    const [found, { id } = { id: '' }] = [lines[row], shown[column]]
    return found ? explainedIn(periods, found.row, id) : null
  }
  return {
    place: `${line + 1} of ${lines.length}`,
    previous: at(line - 1, place),
    next: at(line + 1, place),
    left: at(line, place - 1),
    right: at(line, place + 1),
  }
}
