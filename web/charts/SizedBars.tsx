import { NoValue } from '#web/ui/NumberText.tsx'
import { percentText } from '#web/ui/numbers.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import type { Change } from './change.ts'
import { ChangeBadge } from './ChangeBadge.tsx'
import { toneColour, type ChartFormat, type ChartTone } from './chart-series.ts'
import styles from './SizedBars.module.css'

export interface SizedBar {
  id: string
  label: string
  /** Before its name. */
  icon?: React.ReactNode
  /** Decimal text; null where it is not known. */
  value: string | null
  /** Of all of them together, 0.25 = 25 %. */
  share: number | null
  /** Absent where nothing is compared. */
  change?: Change
}

interface SizedBarsProps {
  /** One sentence that says what it shows. */
  summary: string
  /** What one of them is, and what it is measured by: "Marketplace", "Sales". */
  heads: { name: string; value: string }
  bars: readonly SizedBar[]
  total: Omit<SizedBar, 'id' | 'share'>
  tone: ChartTone
  format: ChartFormat
  /** A value was pressed: where does it come from? Without an id it is the total's. */
  onExplain?: (id: string | undefined) => void
}

/** Parts of a whole that are too many for one bar: each by its size, with its share and change, closed by their sum. */
export function SizedBars({ summary, heads, bars, total, tone, format, onExplain }: SizedBarsProps) {
  const largest = Math.max(0, ...bars.map(({ value }) => Number(value ?? 0)))
  return (
    <table className={styles.table} aria-label={summary}>
      <thead>
        <tr>
          <th scope="col" colSpan={2}>
            {heads.name}
          </th>
          <th scope="col">{heads.value}</th>
          <th scope="col">Share</th>
          <th scope="col">Growth</th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.id}>
            <Name bar={bar} />
            <td className={styles.bars}>
              {Number(bar.value ?? 0) > 0 && (
                <i
                  className={styles.bar}
                  style={{
                    width: `${((Number(bar.value) / largest) * 100).toFixed(2)}%`,
                    background: toneColour(tone),
                  }}
                />
              )}
            </td>
            <Numbers bar={bar} format={format} onExplain={onExplain && (() => onExplain(bar.id))} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <Name bar={total} columns={2} />
          <Numbers bar={total} format={format} onExplain={onExplain && (() => onExplain(undefined))} />
        </tr>
      </tfoot>
    </table>
  )
}

const Name = ({
  bar: { label, icon },
  columns = 1,
}: {
  bar: Pick<SizedBar, 'label' | 'icon'>
  columns?: number
}) => (
  <th scope="row" colSpan={columns} className={styles.name} title={label}>
    {icon}
    {label}
  </th>
)

interface NumbersProps {
  bar: Omit<SizedBar, 'id' | 'share'> & Partial<Pick<SizedBar, 'share'>>
  format: ChartFormat
  onExplain: (() => void) | undefined
}

const Numbers = ({ bar: { label, value, share, change }, format, onExplain }: NumbersProps) => (
  <>
    <td className={styles.amount}>
      {value === null ? (
        <NoValue />
      ) : onExplain ? (
        <button type="button" className={styles.explain} onClick={onExplain}>
          {format.full(value)}
          <VisuallyHidden>: explain {label}</VisuallyHidden>
        </button>
      ) : (
        format.full(value)
      )}
    </td>
    <td className={styles.share}>
      {share === undefined ? null : share === null ? <NoValue /> : percentText(share)}
    </td>
    <td className={styles.change}>{change && <ChangeBadge change={change} />}</td>
  </>
)
