/** Rows by day, week or month: what a page of them has in common with every other. */
import type { CourseInterval } from '#contract/dashboards/course.ts'
import type { DateRange } from '#contract/date-range.ts'
import { periodText } from '#web/charts/period-axis.ts'
import type { Drawer } from '#web/dashboard/use-drawer.ts'
import type { ExplainedCell } from '#web/explain/explained-cell.ts'
import { PaperTables } from '#web/print/PaperTables.tsx'
import { DataTable } from '#web/table/DataTable.tsx'
import type { TableColumn } from '#web/table/table-column.ts'
import type { TableModel } from '#web/table/use-table.ts'
import { rangeText } from '#web/ui/dates.ts'
import { AXES } from './course-interval.ts'
import { metricOfColumn } from './keyed-rows.ts'
import styles from './keyed-table.module.css'

/** A period of the answer, or all of them together. */
export interface PeriodRow extends DateRange {
  isTotal: boolean
  /** Cut by the range, or not wholly covered by reports. */
  isPartial: boolean
}

const TITLES: Record<CourseInterval, string> = { DAILY: 'Day', WEEKLY: 'Week', MONTHLY: 'Month' }

export const periodId = ({ start }: PeriodRow): string => start

interface PeriodColumn<Row> {
  interval: CourseInterval
  /** How a period is named, if not by its calendar. */
  text?: (row: Row) => string
  /** Its days, where the name does not say them. */
  days?: (row: Row) => string
  /** Of the total. */
  totalText?: string
  /** Where a period leads. */
  linked?: (row: Row, name: string) => React.ReactNode
}

/** Which days a row is of. In a file they are dates that put themselves in order. */
export const periodColumn = <Row extends PeriodRow>({
  interval,
  // Part of a month is its days.
  text = (row) => (row.isPartial ? rangeText(row.start, row.end) : periodText(row, AXES[interval])),
  days,
  totalText = 'Total',
  linked = (_, name) => name,
}: PeriodColumn<Row>): TableColumn<Row> => ({
  id: 'period',
  title: TITLES[interval],
  kind: 'text',
  width: 222,
  canHide: false,
  inFile: [
    { title: 'From', kind: 'text', type: 'day', value: ({ start }) => start },
    { title: 'To', kind: 'text', type: 'day', value: ({ end }) => end },
  ],
  value: ({ start, end, isTotal }) => (isTotal ? 'Total' : start === end ? start : `${start} to ${end}`),
  cell: (row) =>
    row.isTotal ? (
      totalText
    ) : (
      <span className={styles.name}>
        {linked(row, text(row))}
        {days && <small className={styles.partial}>{days(row)}</small>}
        {row.isPartial && <small className={styles.partial}>in part</small>}
      </span>
    ),
  cellHint: ({ isPartial }) =>
    isPartial ? 'Cut by the range, or without the reports of some days.' : undefined,
})

/** Which number a cell of the table shows; null where it shows none. */
export function explainedInPeriod({ start, end }: PeriodRow, column: string): ExplainedCell | null {
  const metric = metricOfColumn(column)
  return metric ? { metric, start, end } : null
}

interface PeriodTableProps<Row extends PeriodRow> {
  label: string
  table: TableModel<Row>
  drawer: Drawer
  /** Nothing has been answered yet. */
  isLoading: boolean
}

/** Each number of it is opened in the drawer. */
export function PeriodTable<Row extends PeriodRow>({
  label,
  table,
  drawer,
  isLoading,
}: PeriodTableProps<Row>) {
  const { cell } = drawer
  const explained =
    cell && !cell.of
      ? table.lines.find(({ row }) => row.start === cell.start && row.end === cell.end)
      : undefined
  return (
    <PaperTables table={table}>
      {(part) => (
        <DataTable
          table={part}
          label={label}
          rowClass={rowClass}
          isLoading={isLoading}
          marked={explained ? { row: explained.id, columns: [cell!.metric] } : null}
          onExplain={({ row, column }, reach) => {
            const found = explainedInPeriod(row, column.id)
            if (!found) return
            if (reach === 'follow') drawer.follow(found)
            else drawer.open(found, reach === 'enter')
          }}
          onLeave={drawer.close}
        />
      )}
    </PaperTables>
  )
}

const rowClass = ({ isTotal, isPartial }: PeriodRow): string | undefined =>
  isTotal ? styles.total : isPartial ? styles.part : undefined
