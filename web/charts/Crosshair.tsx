import { cx } from '#web/ui/class-names.ts'
import type { ChartInterval, ChartPeriod } from './chart-series.ts'
import { plotted, toneColour } from './chart-series.ts'
import styles from './Crosshair.module.css'
import { listedSeries, type ChartPanel, type LaidOutPanel } from './panels.ts'
import { centreOf, indexAt, placeName, placeWithin } from './period-axis.ts'
import { spokenPeriod } from './spoken-period.ts'

interface CrosshairProps {
  periods: readonly ChartPeriod[]
  interval: ChartInterval
  panels: readonly ChartPanel[]
  laidOut: readonly LaidOutPanel[]
  width: number
  height: number
  active: number | null
  onMove: (index: number | null) => void
  /** A point was pressed: where does its number come from? */
  onExplain?: ((panel: string, index: number) => void) | undefined
}

/** How far Page Up and Page Down go. */
const PAGE = 10

/**
 * The line that snaps to a period, under the pointer or by arrow keys. To a screen reader it is a slider over the
 * periods, so every step is read out as its value.
 */
export function Crosshair(props: CrosshairProps) {
  const { periods, interval, panels, laidOut, width, height, active, onMove, onExplain } = props
  const last = periods.length - 1
  const at = active ?? lastWithData(panels, last)

  const explain = (index: number, panel = laidOut[0]) => {
    // What is forecast or not there has no line in any file.
    const isTold = panel?.series.some(({ values }) => values[index] != null)
    if (isTold && periods[index]?.state !== 'forecast') onExplain?.(panel!.panel.id, index)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const to = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageDown: at - PAGE,
      PageUp: at + PAGE,
      Home: 0,
      End: last,
    }[event.key]
    if (event.key === 'Escape') return onMove(null)
    if (event.key === 'Enter') return explain(at)
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    onMove(placeWithin(to, periods.length))
  }
  const follow = (event: React.PointerEvent) => {
    const { left, width: drawn } = event.currentTarget.getBoundingClientRect()
    onMove(indexAt(event.clientX - left, periods.length, drawn))
  }
  const press = (event: React.MouseEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    const y = ((event.clientY - box.top) / box.height) * height
    explain(
      indexAt(event.clientX - box.left, periods.length, box.width),
      laidOut.findLast(({ top }) => top <= y),
    )
  }
  return (
    <div
      // An input of a range cannot hold the drawing.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="slider"
      aria-label={placeName(interval)}
      aria-valuemin={1}
      aria-valuemax={periods.length}
      aria-valuenow={at + 1}
      aria-valuetext={spokenPeriod(at, { periods, interval, panels })}
      tabIndex={0}
      className={cx(styles.area, onExplain && styles.explained)}
      style={{ width, height }}
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={() => onMove(null)}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && onMove(at)}
      onBlur={() => onMove(null)}
      onKeyDown={onKeyDown}
      onClick={press}
    >
      {active !== null && (
        <svg width={width} height={height} aria-hidden>
          <path
            d={`M${Math.round(centreOf(active, periods.length, width)) + 0.5} 8V${height}`}
            className={styles.line}
          />
          {laidOut.map((one) => (
            <Points
              key={one.panel.id}
              laidOut={one}
              index={active}
              x={centreOf(active, periods.length, width)}
            />
          ))}
        </svg>
      )}
    </div>
  )
}

/** Rings on the lines where the crosshair meets them. */
function Points({
  laidOut: { panel, series, scale },
  index,
  x,
}: {
  laidOut: LaidOutPanel
  index: number
  x: number
}) {
  if (panel.form !== 'line' && panel.form !== 'area') return null
  return series.map(({ id, tone, values }) => {
    const value = plotted(values[index])
    return (
      value !== null && (
        <circle
          key={id}
          cx={x}
          cy={scale.y(value)}
          r="4"
          stroke={toneColour(tone)}
          className={styles.point}
        />
      )
    )
  })
}

function lastWithData(panels: readonly ChartPanel[], last: number): number {
  const series = panels.flatMap((panel) => listedSeries(panel, []))
  for (let index = last; index > 0; index--) {
    if (series.some(({ values }) => values[index] != null)) return index
  }
  return Math.max(last, 0)
}
