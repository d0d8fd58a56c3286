import type { PnlLine } from '#contract/profit-and-loss-lines.ts'
import type { PnlRow } from '#contract/profit-and-loss.ts'
import { cx } from '#web/ui/class-names.ts'
import { compactText, thousandsText } from '#web/ui/numbers.ts'
import { Percent } from '#web/ui/NumberText.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { barScale, type BarScale } from './chart-scale.ts'
import type { ExplainedCell } from '#web/explain/explained-cell.ts'
import styles from './PnlChart.module.css'
import type { PnlColumn } from './pnl-columns.ts'

interface PnlChartProps {
  answer: readonly PnlRow[]
  columns: readonly PnlColumn[]
  onExplain: (cell: ExplainedCell) => void
}

const LEGEND = [
  { label: 'Net sales', colour: 'var(--c-sales)' },
  { label: 'Net profit', colour: 'var(--c-profit)' },
  { label: 'Net loss', colour: 'var(--c-refunds)' },
]

/**
 * Net sales and net profit over the columns they belong to. It repeats two lines of the table below as a picture,
 * so readers of screens are led to those.
 */
export function PnlChart({ answer, columns, onExplain }: PnlChartProps) {
  const numberOf = (index: number, line: PnlLine) => Number(answer[index]?.lines[line].value ?? 0)
  const scale = barScale(
    columns.flatMap((column, index) =>
      column.isSummary ? [] : [numberOf(index, 'netSales'), numberOf(index, 'netProfit')],
    ),
  )
  const explain = (column: PnlColumn, line: PnlLine) =>
    onExplain({ line, start: column.period.periodStart, end: column.period.periodEnd })
  return (
    <tr className={styles.strip} aria-hidden>
      <td className={styles.legend}>
        <ul>
          {LEGEND.map(({ label, colour }) => (
            <li key={label}>
              <i style={{ background: colour }} />
              {label}
            </li>
          ))}
        </ul>
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
            className={cx(column.isSummary ? styles.summary : styles.plot)}
          >
            {column.isSummary ? (
              <Margin row={row} onPress={() => explain(column, 'netProfit')} />
            ) : (
              <>
                {row && <Gridlines scale={scale} />}
                {row && <Bars row={row} scale={scale} onExplain={(line) => explain(column, line)} />}
              </>
            )}
          </td>
        )
      })}
    </tr>
  )
}

function Gridlines({ scale }: { scale: BarScale }) {
  return scale.ticks.map((tick) => (
    <span key={tick} className={cx(styles.grid, tick === 0 && styles.zero)} style={{ top: scale.y(tick) }} />
  ))
}

interface BarsProps {
  row: PnlRow
  scale: BarScale
  onExplain: (line: PnlLine) => void
}

/** A period that is not over, or not wholly read, is paler. */
function Bars({ row: { lines, partial, provisional }, scale, onExplain }: BarsProps) {
  const bar = (line: PnlLine, x: number, width: number, colours: [string, string]) => {
    const value = Number(lines[line].value ?? 0)
    const [top, bottom] = [scale.y(Math.max(value, 0)), scale.y(Math.min(value, 0))]
    return (
      <rect
        x={x}
        y={top}
        width={width}
        height={value === 0 ? 0 : Math.max(bottom - top, 1)}
        fill={value < 0 ? colours[1] : colours[0]}
        onClick={() => onExplain(line)}
      />
    )
  }
  return (
    <svg width="29" height="84" className={cx(styles.bars, (partial || provisional) && styles.pale)}>
      {bar('netSales', 0, 18, ['var(--c-sales)', 'var(--c-refunds)'])}
      {bar('netProfit', 20, 9, ['var(--c-profit)', 'var(--c-refunds)'])}
    </svg>
  )
}

function Margin({ row, onPress }: { row: PnlRow | undefined; onPress: () => void }) {
  const { netProfit, netSales } = row?.lines ?? {}
  return (
    <button type="button" tabIndex={-1} className={styles.margin} onClick={row && onPress}>
      Net margin
      <b>{row ? <Percent share={netProfit?.percentOfNetSales} isResult /> : <Skeleton width="48px" />}</b>
      <small>
        {row ? (
          `${thousandsText(netProfit?.value ?? '0')} of ${thousandsText(netSales?.value ?? '0')}`
        ) : (
          <Skeleton width="72px" />
        )}
      </small>
    </button>
  )
}
