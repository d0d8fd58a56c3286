import { useId, useRef, useState } from 'react'
import { cx } from '#web/ui/class-names.ts'
import { Annotations } from './Annotations.tsx'
import axes from './axes.module.css'
import type { Change } from './change.ts'
import {
  plotted,
  toneColour,
  type ChartFormat,
  type ChartInterval,
  type ChartPeriod,
  type ChartTone,
  type ChartValue,
} from './chart-series.ts'
import { ChartTooltip } from './ChartTooltip.tsx'
import { Crosshair } from './Crosshair.tsx'
import { LineMarks } from './LineMarks.tsx'
import { layOut, type ChartPanel, type LaidOutPanel } from './panels.ts'
import { centreOf } from './period-axis.ts'
import styles from './SixTwelveChart.module.css'
import { useWidth } from './use-width.ts'
import { BaseLine } from './ValueAxis.tsx'

/** Of one kind of period, with a scale of its own. */
export interface ChartSide {
  interval: ChartInterval
  periods: readonly ChartPeriod[]
  /** Under the axis, one for each period: `46`, `O`. */
  labels: readonly string[]
  values: readonly ChartValue[]
  prior: readonly ChartValue[]
}

/** A number under the plot: a value, or a change with its judgement. */
export interface ChartBox {
  label: string
  /** What is muted in the label stands in it for those who hear it. */
  text: string
  hint?: string | undefined
  judgement?: Change['judgement']
  /** Where its number comes from. */
  onPress?: (() => void) | undefined
}

interface SixTwelveChartProps {
  title: string
  /** The unit, muted. */
  note?: string | undefined
  /** One sentence that says what the picture shows. */
  summary: string
  tone: ChartTone
  format: ChartFormat
  better?: 'more' | 'less' | undefined
  priorLabel: string
  /** Six weeks and twelve months, or one course. */
  sides: readonly ChartSide[]
  boxes: readonly ChartBox[]
  /** A point was pressed: where does its number come from? */
  onExplain?: (side: number, index: number) => void
}

const PLOT_HEIGHT = 96
const AXIS_HEIGHT = 20
/** Beside a plot, for both ends of its scale. */
const AXIS_WIDTH = 42
const BETWEEN = 16
/** What a tooltip may cover on either side of both plots. */
const AROUND = AXIS_WIDTH + 14
const WIDTH_UNMEASURED = 140

/** One metric of a review in its place: weeks, a gap, months, and below them what is to be read first. */
export function SixTwelveChart(props: SixTwelveChartProps) {
  const { title, note, sides, boxes } = props
  const titleId = useId()
  return (
    <section className={styles.chart} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {title}
        {note && <small>{note}</small>}
      </h2>
      <div className={styles.sides} style={{ gap: BETWEEN }}>
        {sides.map((side, index) => (
          <Side key={side.interval} {...props} side={side} index={index} />
        ))}
      </div>
      <dl className={styles.boxes}>
        {boxes.map(({ label, text, hint, judgement, onPress }) => (
          <div key={label} title={hint}>
            <dt>{label}</dt>
            <dd className={cx(judgement && styles[judgement])}>
              {onPress ? (
                <button
                  type="button"
                  className={styles.press}
                  onClick={onPress}
                  aria-label={`Explain ${title}, ${label}: ${text}`}
                >
                  {text}
                </button>
              ) : (
                text
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Side(props: SixTwelveChartProps & { side: ChartSide; index: number }) {
  const { title, summary, tone, format, better, priorLabel, sides, side, index: place, onExplain } = props
  const { interval, periods, labels, values, prior } = side
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame, `six twelve ${place}`, WIDTH_UNMEASURED)
  const [active, setActive] = useState<number | null>(null)
  const panel: ChartPanel = {
    id: title,
    form: 'line',
    height: PLOT_HEIGHT,
    fromZero: false,
    format,
    series: [{ id: title, label: title, tone, values, prior, priorLabel, ...(better && { better }) }],
  }
  const laidOut = layOut([panel])
  const [drawn] = laidOut as [LaidOutPanel]
  const shown = active !== null && active < periods.length ? active : null
  const isRight = sides.length === 2 && place === 1
  const beside = sides.length === 2 ? width + BETWEEN : 0
  // Beside a point the number is short; the tooltip has all of it.
  const marked = { ...drawn, panel: { ...panel, format: { ...format, full: format.short } } }
  return (
    <div className={cx(styles.side, isRight && styles.right)}>
      <div ref={frame} className={styles.plotFrame}>
        <svg
          className={styles.plot}
          viewBox={`0 0 ${width} ${PLOT_HEIGHT + AXIS_HEIGHT}`}
          role="img"
          aria-label={place === 0 ? `${title}. ${summary}` : `${title} by ${interval}`}
        >
          <Ends laidOut={drawn} width={width} isRight={isRight} />
          <LineMarks laidOut={marked} periods={periods} width={width} />
          {interval === 'week' && <Points laidOut={drawn} values={values} tone={tone} width={width} />}
          <Annotations periods={periods} width={width} bottom={PLOT_HEIGHT} />
          <Labels labels={labels} width={width} />
        </svg>
        <Crosshair
          periods={periods}
          interval={interval}
          panels={[panel]}
          laidOut={laidOut}
          width={width}
          height={PLOT_HEIGHT}
          active={shown}
          onMove={setActive}
          onExplain={onExplain && ((_, index) => onExplain(place, index))}
        />
        {shown !== null && (
          <ChartTooltip
            periods={periods}
            interval={interval}
            panels={[panel]}
            index={shown}
            plotWidth={width}
            room={{
              from: -AROUND - (isRight ? beside : 0),
              to: width + AROUND + (isRight ? 0 : beside),
            }}
          />
        )}
      </div>
    </div>
  )
}

/** Both ends of the scale, on the outer side of the plot. */
function Ends({
  laidOut: { panel, scale, bottom },
  width,
  isRight,
}: {
  laidOut: LaidOutPanel
  width: number
  isRight: boolean
}) {
  if (scale.ticks.length === 0) return <BaseLine width={width} y={bottom} />
  return scale.ticks.map((tick, index) => {
    const y = Math.round(scale.y(tick)) + 0.5
    const isEnd = index === 0 || index === scale.ticks.length - 1
    return (
      <g key={tick}>
        <line x2={width} y1={y} y2={y} className={cx(axes.grid, index === 0 && axes.zero)} />
        {isEnd && (
          <text x={isRight ? width + 8 : -8} y={y + 4} textAnchor={isRight ? 'start' : 'end'}>
            {panel.format.short(tick)}
          </text>
        )}
      </g>
    )
  })
}

function Points({
  laidOut: { scale },
  values,
  tone,
  width,
}: {
  laidOut: LaidOutPanel
  values: readonly ChartValue[]
  tone: ChartTone
  width: number
}) {
  return values.map((value, index) => {
    const number = plotted(value)
    const x = centreOf(index, values.length, width)
    return number !== null && <circle key={x} cx={x} cy={scale.y(number)} r="2" fill={toneColour(tone)} />
  })
}

/** About the width of a label, and of the space after it. */
const LABEL_WIDTH = 15

/** Names of periods under the plot: as many as have room, the last always. */
function Labels({ labels, width }: { labels: readonly string[]; width: number }) {
  const last = labels.length - 1
  const longest = Math.max(...labels.map(({ length }) => length), 1)
  const room = longest > 1 ? LABEL_WIDTH : LABEL_WIDTH / 2
  const every = Math.max(1, Math.ceil((labels.length * room) / width))
  return labels.map((label, index) => {
    const x = centreOf(index, labels.length, width)
    return (
      // Months share their letters.
      <g key={index}>
        <path d={`M${Math.round(x) + 0.5} ${PLOT_HEIGHT}v3`} className={axes.tick} />
        {(last - index) % every === 0 && (
          <text
            x={x}
            y={PLOT_HEIGHT + 15}
            textAnchor="middle"
            className={cx(axes.label, index === last && styles.last)}
          >
            {label}
          </text>
        )}
      </g>
    )
  })
}
