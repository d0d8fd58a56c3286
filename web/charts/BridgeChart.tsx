import { useRef } from 'react'
import { cx } from '#web/ui/class-names.ts'
import { NoValue } from '#web/ui/NumberText.tsx'
import { isNegative, isZero } from '#web/ui/numbers.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { bridgeBars, type BridgeBar, type BridgeStep, type BridgeTotal } from './bridge.ts'
import styles from './BridgeChart.module.css'
import { plotted, toneColour, type ChartFormat, type ChartTone } from './chart-series.ts'
import { PriorTick } from './PriorTick.tsx'
import { useWidth } from './use-width.ts'
import { valueScale } from './value-scale.ts'

interface BridgeChartProps {
  /** One sentence that says what it shows. */
  summary: string
  start: BridgeTotal
  steps: readonly BridgeStep[]
  end: BridgeTotal
  /** What is left between the steps and the end. */
  restLabel?: string
  format: ChartFormat
  /** What the ticks are, as in "a year earlier". */
  priorLabel?: string
  /** Of the two totals, by what they are of. */
  tone?: ChartTone
  /** Of the plot in pixels. */
  height?: number
  /** The name of a step was pressed. */
  onPress?: (id: string) => void
}

const STEP_WIDTH_MIN = 74
const BAR_SHARE = 0.6
const BAR_WIDTH_MAX = 64
const WIDTH_UNMEASURED = 960

/** How one total became another: two bars from zero and, between them, what added and what took away. */
export function BridgeChart(props: BridgeChartProps) {
  const {
    summary,
    start,
    steps,
    end,
    restLabel = 'Not explained',
    format,
    priorLabel,
    tone = 'sales',
    height = 160,
    onPress,
  } = props
  const frame = useRef<HTMLDivElement>(null)
  const bars = bridgeBars(start, steps, end, restLabel)
  const width = Math.max(
    useWidth(frame, `bridge to ${end.label}`, WIDTH_UNMEASURED),
    bars.length * STEP_WIDTH_MIN,
  )
  const step = width / bars.length
  const barWidth = Math.min(step * BAR_SHARE, BAR_WIDTH_MAX)
  const scale = valueScale(
    bars.flatMap((bar) => [plotted(bar.from), plotted(bar.to), plotted(priorEnd(bar))]),
    { top: 8, bottom: height - 8 },
  )
  const xAt = (index: number) => index * step + (step - barWidth) / 2
  /** The bar that hangs on this one: one that is not known is passed over. */
  const nextAt = (index: number) => bars.findIndex(({ to }, at) => at > index && to !== null)
  return (
    // Where it is too wide it scrolls, and the arrow keys must reach that.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={frame} className={styles.frame} aria-label={summary} tabIndex={0}>
      <svg width={width} height={height} className={styles.plot} aria-hidden>
        <line x2={width} y1={crisp(scale.y(0))} y2={crisp(scale.y(0))} className={styles.zero} />
        {bars.map((bar, index) => (
          <g key={bar.id}>
            {bar.to !== null && nextAt(index) > index && (
              <line
                x1={xAt(index) + barWidth}
                x2={xAt(nextAt(index))}
                y1={crisp(scale.y(Number(bar.to)))}
                y2={crisp(scale.y(Number(bar.to)))}
                className={styles.link}
              />
            )}
            {bar.from !== null && bar.to !== null && (
              <FloatingBar
                x={xAt(index)}
                width={barWidth}
                from={scale.y(Number(bar.from))}
                to={scale.y(Number(bar.to))}
                tone={toneOf(bar, tone)}
              />
            )}
            {plotted(priorEnd(bar)) !== null && (
              <PriorTick x={xAt(index)} width={barWidth} y={scale.y(Number(priorEnd(bar)))} />
            )}
          </g>
        ))}
      </svg>
      <ol
        className={styles.names}
        style={{ width, gridTemplateColumns: `repeat(${bars.length}, minmax(0, 1fr))` }}
      >
        {bars.map((bar) => (
          <Name key={bar.id} bar={bar} format={format} priorLabel={priorLabel} onPress={onPress} />
        ))}
      </ol>
    </section>
  )
}

interface NameProps {
  bar: BridgeBar
  format: ChartFormat
  priorLabel: string | undefined
  onPress: ((id: string) => void) | undefined
}

function Name({ bar: { id, label, kind, amount, prior }, format, priorLabel, onPress }: NameProps) {
  const isTotal = kind === 'total'
  const signed = (value: string) =>
    isTotal || isNegative(value) || isZero(value) ? format.full(value) : `+${format.full(value)}`
  const judgement = isTotal || amount === null || isZero(amount) ? null : isNegative(amount) ? 'bad' : 'good'
  return (
    <li className={cx(styles.name, isTotal && styles.total)}>
      <span className={cx(styles.amount, kind === 'step' && judgement && styles[judgement])}>
        {amount === null ? <NoValue /> : signed(amount)}
      </span>
      {prior !== undefined && (
        <span className={styles.prior}>
          <VisuallyHidden>{priorLabel ?? 'before'} </VisuallyHidden>
          {prior === null ? <NoValue /> : signed(prior)}
        </span>
      )}
      {onPress && kind === 'step' ? (
        <button type="button" className={styles.press} onClick={() => onPress(id)}>
          {label}
        </button>
      ) : (
        <span className={styles.label}>{label}</span>
      )}
    </li>
  )
}

/** What adds is good and what takes away is bad: amounts of a bridge are of a result. */
function toneOf({ kind, amount }: BridgeBar, ofTotals: ChartTone): ChartTone {
  if (kind === 'total') return amount !== null && isNegative(amount) ? 'refunds' : ofTotals
  if (kind === 'rest') return 'other'
  return amount !== null && isNegative(amount) ? 'refunds' : 'profit'
}

/** Where a bar would end if it were that of the comparison: a total from zero, a step from where it hangs. */
function priorEnd({ kind, from, prior }: BridgeBar): string | null {
  if (prior == null) return null
  if (kind === 'total') return prior
  return from === null ? null : String(Number(from) + Number(prior))
}

function FloatingBar({
  from,
  to,
  tone,
  ...place
}: {
  x: number
  width: number
  from: number
  to: number
  tone: ChartTone
}) {
  const height = Math.max(Math.abs(from - to), 1.5)
  return <rect {...place} y={Math.min(from, to)} height={height} rx="1" fill={toneColour(tone)} />
}

/** A hairline between two pixels would be two pale ones. */
const crisp = (y: number): number => Math.round(y) + 0.5
