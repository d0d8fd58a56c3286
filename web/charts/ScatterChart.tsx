import { useRef, useState } from 'react'
import { cx } from '#web/ui/class-names.ts'
import { NO_VALUE } from '#web/ui/numbers.ts'
import axes from './axes.module.css'
import type { ChartFormat, ChartValue } from './chart-series.ts'
import { NoData } from './NoData.tsx'
import { tooltipPlace } from './placement.ts'
import { nearestPoint, placedPoints, type PlacedPoint, type ScatterPoint } from './scatter.ts'
import styles from './ScatterChart.module.css'
import { useWidth } from './use-width.ts'

interface Dimension {
  label: string
  format: ChartFormat
}

interface ScatterChartProps {
  /** One sentence that says what the picture shows, for those who do not see it. */
  summary: string
  points: readonly ScatterPoint[]
  /** Its axis is logarithmic. */
  x: Dimension
  y: Dimension
  size: Dimension
  /** Where the plot is divided, and what its quarters mean. */
  split?: {
    x: ChartValue
    y: ChartValue
    names: Record<'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight', string>
  }
  /** A point was pressed: where does its height come from? */
  onExplain: (id: string) => void
}

const HEIGHT = 320
const AXIS_WIDTH = 52
const AXIS_HEIGHT = 34
/** Circles at the ends keep their halves. */
const INSET = 18
const TIP_WIDTH = 240
const WIDTH_UNMEASURED = 960

/** Things by two numbers, as circles whose area is a third. Arrow keys go from one to the next, from left to right. */
export function ScatterChart({ summary, points, x, y, size, split, onExplain }: ScatterChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame, 'scatter', WIDTH_UNMEASURED)
  const [active, setActive] = useState<number | null>(null)
  const box = { left: INSET, right: width - AXIS_WIDTH - INSET, top: INSET, bottom: HEIGHT - AXIS_HEIGHT }
  const { placed, x: xScale, y: yScale } = placedPoints(points, box)
  const at = active !== null && active < placed.length ? active : null
  const shown = at === null ? undefined : placed[at]
  const texts = ({ point }: PlacedPoint) =>
    [
      [x.label, text(x, point.x)],
      [y.label, text(y, point.y)],
      [size.label, text(size, point.size)],
    ] as const
  const [splitX, splitY] = [
    split?.x == null ? null : xScale.at(Math.max(Number(split.x), 1)),
    split?.y == null ? null : yScale.y(Number(split.y)),
  ]
  const last = placed.length - 1
  const current = at ?? last

  const move = (event: React.PointerEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    setActive(nearestPoint(placed, event.clientX - left, event.clientY - top))
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const to = {
      ArrowLeft: current - 1,
      ArrowDown: current - 1,
      ArrowRight: current + 1,
      ArrowUp: current + 1,
      Home: 0,
      End: last,
    }[event.key]
    if (event.key === 'Escape') return setActive(null)
    if (event.key === 'Enter' && placed[current]) return onExplain(placed[current].point.id)
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    setActive(Math.min(Math.max(to, 0), last))
  }
  const tip = shown && tooltipPlace(shown.x, TIP_WIDTH, { from: 0, to: width - AXIS_WIDTH })
  return (
    <div ref={frame} className={styles.frame}>
      <svg className={styles.plot} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={summary}>
        {yScale.ticks.map((tick) => (
          <g key={tick}>
            <path
              d={`M0 ${yScale.y(tick)}H${width - AXIS_WIDTH}`}
              className={tick === 0 ? axes.zero : axes.grid}
            />
            <text x={width - AXIS_WIDTH + 8} y={yScale.y(tick) + 4}>
              {y.format.short(tick)}
            </text>
          </g>
        ))}
        {xScale.ticks.map((tick) => (
          <text key={tick} x={xScale.at(tick)} y={HEIGHT - AXIS_HEIGHT + 16} textAnchor="middle">
            {x.format.short(tick)}
          </text>
        ))}
        <text x={(width - AXIS_WIDTH) / 2} y={HEIGHT - 2} textAnchor="middle">
          {x.label}
        </text>
        {placed.length === 0 && <NoData x={(width - AXIS_WIDTH) / 2} y={box.bottom / 2} />}
        {splitX !== null && <path d={`M${splitX} ${INSET / 2}V${box.bottom}`} className={styles.split} />}
        {splitY !== null && <path d={`M0 ${splitY}H${width - AXIS_WIDTH}`} className={styles.split} />}
        {placed.map(({ point, radius, isLoss, ...place }, index) => (
          <circle
            key={point.id}
            cx={place.x}
            cy={place.y}
            r={radius}
            className={cx(isLoss ? styles.loss : styles.gain, index === at && styles.active)}
          />
        ))}
        {split && (
          <>
            <Quadrant x={4} y={12} name={split.names.topLeft} />
            <Quadrant x={width - AXIS_WIDTH - 4} y={12} name={split.names.topRight} isAtEnd />
            <Quadrant x={4} y={box.bottom - 4} name={split.names.bottomLeft} />
            <Quadrant x={width - AXIS_WIDTH - 4} y={box.bottom - 4} name={split.names.bottomRight} isAtEnd />
          </>
        )}
      </svg>
      {placed.length > 0 && (
        <div
          // An input of a range cannot hold the drawing.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="slider"
          aria-label={summary}
          aria-valuemin={1}
          aria-valuemax={placed.length}
          aria-valuenow={current + 1}
          aria-valuetext={`${placed[current]!.point.name}: ${texts(placed[current]!)
            .map((pair) => pair.join(' '))
            .join(', ')}`}
          tabIndex={0}
          className={styles.area}
          style={{ height: HEIGHT, width: width - AXIS_WIDTH }}
          onPointerMove={move}
          onPointerDown={move}
          onPointerLeave={() => setActive(null)}
          onFocus={(event) => event.currentTarget.matches(':focus-visible') && setActive(current)}
          onBlur={() => setActive(null)}
          onKeyDown={onKeyDown}
          onClick={() => shown && onExplain(shown.point.id)}
        />
      )}
      {shown && tip && (
        <div
          className={styles.tip}
          style={{
            left: tip.left,
            ...(shown.y < HEIGHT / 2 ? { top: shown.y } : { bottom: HEIGHT - shown.y }),
          }}
          aria-hidden
        >
          <strong>{shown.point.name}</strong>
          {texts(shown).map(([label, value]) => (
            <span key={label}>
              {label} <b>{value}</b>
            </span>
          ))}
        </div>
      )}
    </div>
  )
}

const text = ({ format }: Dimension, value: ChartValue): string =>
  value === null ? NO_VALUE : format.full(value)

const Quadrant = ({ x, y, name, isAtEnd }: { x: number; y: number; name: string; isAtEnd?: boolean }) => (
  <text x={x} y={y} textAnchor={isAtEnd ? 'end' : 'start'} className={cx(styles.quadrant, axes.halo)}>
    {name}
  </text>
)
