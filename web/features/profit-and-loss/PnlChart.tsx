import { useId } from 'react'
import { metricOfLine } from '#contract/metrics/line-names.ts'
import type { PnlLine } from '#contract/profit-and-loss-lines.ts'
import type { PnlCell, PnlRow } from '#contract/profit-and-loss.ts'
import { Bar } from '#web/charts/Bar.tsx'
import { plotted, type ChartTone } from '#web/charts/chart-series.ts'
import { Hatches, hatchFill } from '#web/charts/Hatch.tsx'
import { Swatch } from '#web/charts/Swatch.tsx'
import { valueScale, type ValueScale } from '#web/charts/value-scale.ts'
import { cx } from '#web/ui/class-names.ts'
import { compactText, thousandsText } from '#web/ui/numbers.ts'
import { Percent } from '#web/ui/NumberText.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { absenceText } from '#web/explain/lacks.ts'
import type { ExplainedCell } from '#web/explain/explained-cell.ts'
import styles from './Statement.module.css'
import type { PnlColumn } from './pnl-columns.ts'

interface PnlChartProps {
  answer: readonly PnlRow[]
  columns: readonly PnlColumn[]
  onExplain: (cell: ExplainedCell) => void
}

const LEGEND: { label: string; tone: ChartTone }[] = [
  { label: 'Net sales', tone: 'sales' },
  { label: 'Net profit', tone: 'profit' },
  { label: 'Net loss', tone: 'refunds' },
]
const TONES = LEGEND.map(({ tone }) => tone)

/** In pixels: low enough that the table begins on the same screen. */
const HEIGHT = 84
const PLOT = { top: 25, bottom: 70, lines: 3 }

/**
 * Net sales and net profit over the columns they belong to. It repeats two lines of the table below as a picture,
 * so readers of screens are led to those.
 */
export function PnlChart({ answer, columns, onExplain }: PnlChartProps) {
  const hatch = useId()
  const numberOf = (index: number, line: PnlLine) => plotted(answer[index]?.lines[line].value)
  const scale = valueScale(
    columns.flatMap((column, index) =>
      column.isSummary ? [] : [numberOf(index, 'netSales'), numberOf(index, 'netProfit')],
    ),
    PLOT,
  )
  const explain = (column: PnlColumn, line: PnlLine) =>
    onExplain({ metric: metricOfLine(line), start: column.period.periodStart, end: column.period.periodEnd })
  return (
    <tr className={styles.strip} aria-hidden>
      <td className={styles.legend}>
        <ul>
          {LEGEND.map(({ label, tone }) => (
            <li key={label}>
              <Swatch kind="square" tone={tone} />
              {label}
            </li>
          ))}
        </ul>
        <svg width="0" height="0" className={styles.patterns}>
          <Hatches id={hatch} tones={TONES} />
        </svg>
        {answer.length > 0 &&
          scale.ticks.map((tick) => (
            <span key={tick} className={styles.tick} style={{ top: scale.y(tick) - 8 }}>
              {compactText(tick)}
            </span>
          ))}
      </td>
      {columns.map((column, index) => {
        const row = answer[index]
        return (
          <td
            key={column.key}
            colSpan={column.parts.length}
            className={cx(column.isSummary ? styles.stripSummary : styles.plot)}
          >
            {column.isSummary ? (
              <Margin row={row} onPress={() => explain(column, 'netProfit')} />
            ) : (
              <>
                {row && <Gridlines scale={scale} />}
                {row && (
                  <Bars row={row} scale={scale} hatch={hatch} onExplain={(line) => explain(column, line)} />
                )}
              </>
            )}
          </td>
        )
      })}
    </tr>
  )
}

function Gridlines({ scale }: { scale: ValueScale }) {
  return scale.ticks.map((tick) => (
    <span key={tick} className={cx(styles.grid, tick === 0 && styles.zero)} style={{ top: scale.y(tick) }} />
  ))
}

interface BarsProps {
  row: PnlRow
  scale: ValueScale
  hatch: string
  onExplain: (line: PnlLine) => void
}

/** A period that is not over, or not wholly read, is hatched; one without data has no bar. */
function Bars({ row: { lines, partial, provisional, coverage }, scale, hatch, onExplain }: BarsProps) {
  const isFinal = !partial && !provisional && coverage.share === 1
  const bar = (line: PnlLine, x: number, width: number, gain: ChartTone) => {
    const value = plotted(lines[line].value)
    if (value === null) return null
    const tone = value < 0 ? 'refunds' : gain
    return (
      <Bar
        x={x}
        width={width}
        from={scale.y(0)}
        to={scale.y(value)}
        tone={tone}
        hatch={isFinal ? undefined : hatchFill(hatch, tone)}
        onClick={() => onExplain(line)}
      />
    )
  }
  return (
    <svg width="29" height={HEIGHT} className={styles.bars}>
      {bar('netSales', 0, 18, 'sales')}
      {bar('netProfit', 20, 9, 'profit')}
    </svg>
  )
}

/** `12k of 92k`, or why there is nothing to say. */
function sentenceOf(netProfit: PnlCell | undefined, netSales: PnlCell | undefined): string {
  if (netProfit?.value != null && netSales?.value != null)
    return `${thousandsText(netProfit.value)} of ${thousandsText(netSales.value)}`
  return (netProfit && absenceText(netProfit)) ?? 'no data'
}

function Margin({ row, onPress }: { row: PnlRow | undefined; onPress: () => void }) {
  const { netProfit, netSales } = row?.lines ?? {}
  return (
    <button type="button" tabIndex={-1} className={styles.stripMargin} onClick={row && onPress}>
      Net margin
      <b>{row ? <Percent share={netProfit?.percentOfNetSales} isResult /> : <Skeleton width="48px" />}</b>
      <small>{row ? sentenceOf(netProfit, netSales) : <Skeleton width="72px" />}</small>
      {netProfit?.value != null && netProfit.lacks?.includes('COSTS') && <small>before cost of goods</small>}
    </button>
  )
}
