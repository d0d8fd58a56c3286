import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { beforeText, unsaidText } from '#contract/lack-words.ts'
import { metricOfLine } from '#contract/metrics/line-names.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import { lineDefinition, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import type { PnlRow } from '#contract/profit-and-loss.ts'
import { KeyFigures, type KeyFigure } from '#web/charts/KeyFigures.tsx'
import { absenceText } from '#web/explain/lacks.ts'
import type { ExplainedCell } from '#web/explain/explained-cell.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { isZero } from '#web/ui/numbers.ts'
import { figureColumn, isWhole, versusText, type PnlColumn } from './pnl-columns.ts'
import { netMarginOf, priorOf } from './pnl-rows.ts'
import styles from './Statement.module.css'

interface PnlFiguresProps {
  /** One row per column; empty while it is being read. */
  answer: readonly PnlRow[]
  columns: readonly PnlColumn[]
  currencyCode: string
  /** Money that Amazon holds back is told apart from what it has released. */
  hasDeferred: boolean
  onExplain: (cell: ExplainedCell) => void
}

const RESULTS: readonly PnlLine[] = ['netSales', 'netProfit']
const COSTS: readonly PnlLine[] = ['cogs', 'marketing']

/** The few numbers of one period, by itself the last complete one, against the period that it is compared with. */
export function PnlFigures({ answer, columns, currencyCode, hasDeferred, onExplain }: PnlFiguresProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  // Whichever way the table turns, the next one is later.
  const periods = columns
    .filter(({ isSummary }) => !isSummary)
    .toSorted((a, b) => (a.period.periodStart < b.period.periodStart ? -1 : 1))
  const complete = figureColumn(periods)
  const column = periods.find(({ key }) => key === chosen) ?? complete
  if (!column) return null
  const place = periods.indexOf(column)
  const row = answer[columns.indexOf(column)]
  const { periodStart: start, periodEnd: end } = column.period
  const step = (icon: typeof ChevronLeft, label: string, to: PnlColumn | undefined) => (
    <IconButton
      icon={icon}
      size="sm"
      label={label}
      disabledReason={to ? undefined : 'No more periods in these dates.'}
      onPress={() => to && setChosen(to.key)}
    />
  )
  const versus = column.period.comparisonStart === null ? '' : `, ${versusText(column)}`
  return (
    <div className={styles.figures}>
      <div className={styles.period}>
        {column === complete && isWhole(column) && periods.length > 1 ? 'Last complete' : 'Period'}
        {column.parts.includes('growth') && versus}
        <div className={styles.stepper}>
          {periods.length > 1 && step(ChevronLeft, 'Previous period', periods[place - 1])}
          <output>{nameOf(column)}</output>
          {periods.length > 1 && step(ChevronRight, 'Next period', periods[place + 1])}
        </div>
      </div>
      <KeyFigures
        label="Key figures"
        size="slim"
        figures={[
          ...figuresOf(row, column, currencyCode),
          ...(hasDeferred ? deferredFigure(row, currencyCode) : []),
        ]}
        onExplain={(metric) => onExplain({ metric: metric as MetricId, start, end })}
      />
    </div>
  )
}

const nameOf = ({ title, period }: PnlColumn): string =>
  /^[A-Z][a-z]{2}$/.test(title) ? `${title} ${period.periodStart.slice(0, 4)}` : title

/** Only transactions say what is held back: where nothing is, it is not known. */
function deferredFigure(row: PnlRow | undefined, currencyCode: string): KeyFigure[] {
  const cell = row?.lines.deferredNetProceeds
  if (!cell || (cell.unconverted === undefined && (cell.value === null || isZero(cell.value)))) return []
  const lack = absenceText(cell)
  return [
    {
      id: metricOfLine('deferredNetProceeds'),
      label: 'Deferred',
      unit: { kind: 'money', currencyCode },
      value: cell.value,
      note: 'not yet in this P&L',
      ...(lack !== null && { lack: { text: lack } }),
    },
  ]
}

function figuresOf(row: PnlRow | undefined, column: PnlColumn, currencyCode: string): KeyFigure[] {
  const isCompared = column.parts.includes('growth')
  const figureOf = (line: PnlLine, isResult: boolean): KeyFigure => {
    const cell = row?.lines[line]
    const isBeforeCosts = line === 'netProfit' && cell?.lacks?.includes('COSTS') === true
    const unsaid = cell && !isResult ? unsaidText(cell) : null
    const lack = (cell && absenceText(cell)) ?? unsaid ?? (isBeforeCosts ? beforeText(['COSTS']) : null)
    return {
      id: metricOfLine(line),
      label: lineDefinition(line).label,
      unit: { kind: 'money', currencyCode },
      value: cell && (unsaid === null ? cell.value : null),
      ...(isCompared && { prior: cell && priorOf(cell) }),
      // A cost may have risen because more was sold: that is no judgement.
      ...(isResult ? { better: 'more' as const } : { isCost: true }),
      ...(lack !== null && { lack: { text: lack } }),
    }
  }
  const margin = row && netMarginOf(row)
  return [
    ...RESULTS.map((line) => figureOf(line, true)),
    {
      id: 'netMargin',
      label: 'Net margin',
      unit: { kind: 'ratio' },
      value: margin && margin.value,
      ...(isCompared && { prior: margin && margin.prior }),
      better: 'more',
    },
    ...COSTS.map((line) => figureOf(line, false)),
  ]
}
