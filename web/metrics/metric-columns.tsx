/** Columns and figures of any metric, made from its declaration: a page lists names and nothing else. */
import { TriangleAlert } from 'lucide-react'
import type { MetricCell } from '#contract/answer.ts'
import { isAnswered } from '#contract/metrics/awaited.ts'
import { putsInOrder } from '#contract/metrics/evaluate.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import type { KeyFigure } from '#web/charts/KeyFigures.tsx'
import { metricAbsence, metricNotes } from '#web/explain/metric-reports.ts'
import { deltaColumn } from '#web/table/cell-kinds.tsx'
import { typeOfUnit } from '#web/table/sheet.ts'
import type { ColumnGroup, TableColumn } from '#web/table/table-column.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { exactText } from '#web/ui/numbers.ts'
import { NoEnd, NoValue, NumberText } from '#web/ui/NumberText.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { changeRulesOf, comparable } from './metric-charts.ts'
import { figureUnit, metricNumber, metricText } from './metric-text.ts'
import styles from './metric-columns.module.css'

interface MetricColumn<Row> {
  metric: MetricId
  /** Undefined while the row is being read. */
  cell: (row: Row) => MetricCell | undefined
  currencyCode: string
  group?: ColumnGroup
  /** In place of the metric's own name, where its group says the rest. */
  title?: string
  width?: number
  isHiddenAtFirst?: boolean
}

/** Results turn red below zero; parts of a price are what they are. */
const isResult = (metric: MetricId): boolean => metricOf(metric).better === 'more'

export function metricColumn<Row>(options: MetricColumn<Row>): TableColumn<Row> {
  const { metric, cell, currencyCode, title, width = 84, ...rest } = options
  const { label, definition, unit, decimals } = metricOf(metric)
  const format = metricText(unit, currencyCode, decimals)
  return {
    id: metric,
    title: title ?? label,
    hint: definition,
    kind: 'number',
    width,
    exportTitle: label,
    type: typeOfUnit(unit),
    ...rest,
    answered: cell,
    value: (row) => {
      const found = cell(row)
      return found && metricNumber(found)
    },
    format,
    isResult: isResult(metric),
    isSortable: putsInOrder(metric),
    isExplained: isAnswered(metric),
    cell: (row) => {
      const found = cell(row)
      if (!found) return null
      if (found.hasNoEnd) return <NoEnd />
      if (found.value === null) return <NoValue reason={metricAbsence(found, metric)} />
      return (
        <>
          {unit !== 'count' && <CostMark cell={found} />}
          <NumberText value={found.value} format={format} isResult={isResult(metric)} />
        </>
      )
    },
    cellHint: (row) => {
      const found = cell(row)
      return found && hintOf(found, metric, currencyCode)
    },
  }
}

/** Profit that is told without what some goods cost has a mark. */
export const CostMark = ({ cell: { lacks } }: { cell: MetricCell }) =>
  lacks?.includes('COSTS') && <LackMark>before cost of goods: </LackMark>

/** Beside a number that is not all that it will be; what it is without is read out. */
export const LackMark = ({ children }: { children: React.ReactNode }) => (
  <span className={styles.mark}>
    <Icon of={TriangleAlert} size={12} />
    <VisuallyHidden>{children}</VisuallyHidden>
  </span>
)

/** What rounding to whole units leaves out, and what the number is without. */
function hintOf(cell: MetricCell, metric: MetricId, currencyCode: string): string | undefined {
  const exact =
    metricOf(metric).unit === 'money' && cell.value !== null
      ? [`${exactText(cell.value, currencyCode)} ${currencyCode}`]
      : []
  return [...exact, ...metricNotes(cell, metric)].join('\n') || undefined
}

/** How a metric changed against its comparison; absent where the comparison is not wholly known. */
export function growthColumn<Row>(options: MetricColumn<Row>): TableColumn<Row> {
  const { metric, cell, currencyCode: _, title, ...rest } = options
  const { label } = metricOf(metric)
  return deltaColumn<Row>({
    ...rest,
    id: `${metric}.growth`,
    title: title ?? `${label}, growth`,
    exportTitle: `${label}, growth`,
    isSortable: false,
    answered: cell,
    now: (row) => {
      const found = cell(row)
      return found && comparable(metric, found)
    },
    prior: (row) => cell(row)?.previous ?? null,
    ...changeRulesOf(metric),
  })
}

/** A metric of a table, with or without how it changed. */
export interface ComparedColumn<Metric extends MetricId> {
  metric: Metric
  /** Where the head has no room for the metric's name. */
  title?: string
  /** Its change stands beside it. */
  growth?: true
  isHiddenAtFirst?: true
}

/** A metric, and its change beside it where that is asked for. */
export const comparedColumns =
  <Metric extends MetricId, Row>(
    { currencyCode, hasGrowth }: { currencyCode: string; hasGrowth: boolean },
    metricsOf: (row: Row) => Partial<Record<Metric, MetricCell>> | undefined,
  ) =>
  ({ metric, title, growth, ...rest }: ComparedColumn<Metric>): TableColumn<Row>[] => {
    const name = title ?? metricOf(metric).label
    const column = {
      ...rest,
      metric,
      title: name,
      currencyCode,
      width: Math.max(metricOf(metric).unit === 'money' ? 88 : 76, 24 + name.length * 7),
      cell: (row: Row) => metricsOf(row)?.[metric],
    }
    return [
      metricColumn(column),
      ...(growth && hasGrowth ? [growthColumn({ ...column, title: 'Change', width: 76 })] : []),
    ]
  }

/** A metric among the few numbers that a page is about. */
export function metricFigure(
  metric: MetricId,
  cell: MetricCell | undefined,
  currencyCode: string,
  { isCompared = true }: { isCompared?: boolean } = {},
): KeyFigure {
  const { label, unit, decimals, better, isCost } = metricOf(metric)
  const [note] = cell ? metricNotes(cell, metric) : []
  return {
    id: metric,
    label,
    unit: figureUnit(unit, currencyCode, decimals),
    value: cell && cell.value,
    // What the answer does not compare is compared with nothing here either.
    ...(isCompared && { prior: cell && (comparable(metric, cell) === null ? null : cell.previous) }),
    ...(better !== 'neither' && { better }),
    ...(isCost && { isCost }),
    ...(note !== undefined && { lack: { text: note } }),
  }
}
