import { Fragment, lazy, Suspense, useId, useState } from 'react'
import { metricOfLine } from '#contract/metrics/line-names.ts'
import type { PnlLine } from '#contract/profit-and-loss-lines.ts'
import type { PnlCell, PnlRow } from '#contract/profit-and-loss.ts'
import { Bar } from '#web/charts/Bar.tsx'
import { plotted, type ChartTone } from '#web/charts/chart-series.ts'
import { Hatches, hatchFill } from '#web/charts/Hatch.tsx'
import { Swatch } from '#web/charts/Swatch.tsx'
import { valueScale, type ValueScale } from '#web/charts/value-scale.ts'
import { cx } from '#web/ui/class-names.ts'
import { compactText, thousandsText, withTrueMinus } from '#web/ui/numbers.ts'
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

// Whoever only reads the table never asks for it.
const PnlTip = lazy(async () => ({ default: (await import('./PnlTip.tsx')).PnlTip }))

const LEGEND: { label: string; tone: ChartTone }[] = [
  { label: 'Net sales', tone: 'sales' },
  { label: 'Net profit', tone: 'profit' },
  { label: 'Net loss', tone: 'refunds' },
]
const TONES = LEGEND.map(({ tone }) => tone)

/** In pixels: low enough that the table begins on the same screen. */
const HEIGHT = 96
/** A small loss has its room under the line of zero, so that it does not cost the gains half of theirs. */
const PLOT = { top: 14, bottom: 76, lines: 3, endsRound: true }
const LOSS_BOTTOM = HEIGHT - 4
/** A loss is not to be missed. */
const LOSS_HEIGHT_MIN = 3

function scaleOf(values: readonly (number | null)[]): ValueScale {
  const scale = valueScale(
    values.map((value) => (value === null ? null : Math.max(value, 0))),
    PLOT,
  )
  const lowest = Math.min(0, ...values.map((value) => value ?? 0))
  return scale.y(lowest) <= LOSS_BOTTOM ? scale : valueScale(values, { ...PLOT, bottom: LOSS_BOTTOM })
}

/**
 * Net sales and net profit over the columns they belong to. It repeats two lines of the table below as a picture,
 * so readers of screens are led to those.
 */
export function PnlChart({ answer, columns, onExplain }: PnlChartProps) {
  const hatch = useId()
  const numberOf = (index: number, line: PnlLine) => plotted(answer[index]?.lines[line].value)
  const [hovered, setHovered] = useState<string | null>(null)
  const scale = scaleOf(
    columns.flatMap((column, index) =>
      column.isSummary ? [] : [numberOf(index, 'netSales'), numberOf(index, 'netProfit')],
    ),
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
        const { key, parts, period } = column
        if (column.isSummary)
          return (
            <td
              key={key}
              colSpan={parts.length}
              className={cx(styles.stripSummary, period.column === 'total' && styles.stripPinned)}
            >
              <Margin row={row} onPress={() => explain(column, 'netProfit')} />
            </td>
          )
        const hovering = {
          onMouseEnter: () => setHovered(key),
          onMouseLeave: () => setHovered(null),
        }
        return (
          <Fragment key={key}>
            {/* Over the first number of the period, whatever stands beside it. */}
            <td className={cx(styles.plot, hovered === key && styles.hovered)} {...hovering}>
              {row && (
                <>
                  <Gridlines scale={scale} />
                  <Bars row={row} scale={scale} hatch={hatch} onExplain={(line) => explain(column, line)} />
                  {hovered === key && (
                    <Suspense>
                      <PnlTip column={column} row={row} isBefore={index >= columns.length / 2} />
                    </Suspense>
                  )}
                </>
              )}
            </td>
            {parts.length > 1 && (
              <td
                colSpan={parts.length - 1}
                className={cx(styles.plot, hovered === key && styles.hovered)}
                {...hovering}
              >
                {row && <Gridlines scale={scale} />}
              </td>
            )}
          </Fragment>
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
    const zero = scale.y(0)
    return (
      <g onClick={() => onExplain(line)}>
        <Bar
          x={x}
          width={width}
          from={zero}
          to={value < 0 ? Math.max(scale.y(value), zero + LOSS_HEIGHT_MIN) : scale.y(value)}
          tone={tone}
          hatch={isFinal ? undefined : hatchFill(hatch, tone)}
        />
        {value < 0 && (
          <text x={x - 3} y={zero + 12} textAnchor="end" className={styles.loss}>
            {withTrueMinus(compactText(value))}
          </text>
        )}
        {/* What is pressed is as high as the strip: a small bar is hard to meet. */}
        <rect x={x - 1} width={width + 2} height={HEIGHT} fill="transparent" />
      </g>
    )
  }
  return (
    <svg width="29" height={HEIGHT} className={styles.bars}>
      {bar('netSales', 0, 18, 'sales')}
      {bar('netProfit', 20, 9, 'profit')}
    </svg>
  )
}

/** Thousands of more than this have no room. */
const THOUSANDS_BELOW = 1e8

/** `12k of 92k`, or why there is nothing to say. */
function sentenceOf(netProfit: PnlCell | undefined, netSales: PnlCell | undefined): string {
  if (netProfit?.value != null && netSales?.value != null) {
    const text = Math.abs(Number(netSales.value)) < THOUSANDS_BELOW ? thousandsText : compactText
    return `${text(netProfit.value)} of ${text(netSales.value)}`
  }
  return (netProfit && absenceText(netProfit)) ?? 'no data'
}

function Margin({ row, onPress }: { row: PnlRow | undefined; onPress: () => void }) {
  const { netProfit, netSales } = row?.lines ?? {}
  return (
    <button type="button" tabIndex={-1} className={styles.stripMargin} onClick={row && onPress}>
      Net margin
      <b>{row ? <Percent share={netProfit?.percentOfNetSales} isResult /> : <Skeleton width="48px" />}</b>
      <small>{row ? sentenceOf(netProfit, netSales) : <Skeleton width="72px" />}</small>
      {netProfit?.value != null && netProfit.lacks?.includes('COSTS') && <small>some costs missing</small>}
    </button>
  )
}
