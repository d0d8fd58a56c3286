import { useId } from 'react'
import { plotted, toneColour, type ChartTone } from './chart-series.ts'
import { areaPath, lastPoint, linePath, type PlotPoint } from './line-segments.ts'
import { EndLabel, labelY } from './LineMarks.tsx'
import styles from './marks.module.css'
import type { MarksProps } from './PanelMarks.tsx'
import { centreOf } from './period-axis.ts'

/** Ahead above the zero line, behind below it. */
export function DifferenceMarks({
  laidOut: { panel, series, scale, top, bottom },
  periods,
  width,
}: MarksProps) {
  const clip = useId()
  const zero = scale.y(0)
  const values = series[0]?.values ?? []
  const points = periods.map((_, index): PlotPoint => {
    const value = plotted(values[index])
    return { x: centreOf(index, periods.length, width), y: value === null ? null : scale.y(value) }
  })
  const last = lastPoint(points)
  const lastValue = last && values[last.index]
  const label =
    lastValue == null ? '' : `${lastValue.startsWith('-') ? '' : '+'}${panel.format.full(lastValue)}`
  const side = (name: string, tone: ChartTone, y: number, height: number) => (
    <g key={name}>
      <clipPath id={`${clip}${name}`}>
        <rect width={width} y={y} height={Math.max(height, 0)} />
      </clipPath>
      <g clipPath={`url(#${clip}${name})`}>
        <path d={areaPath(points, zero)} fill={toneColour(tone)} opacity=".16" />
        <path d={linePath(points)} className={styles.line} stroke={toneColour(tone)} />
      </g>
    </g>
  )
  return (
    <>
      {side('ahead', 'profit', top, zero - top)}
      {side('behind', 'refunds', zero, bottom - zero + 2)}
      {last && lastValue != null && (
        <>
          <circle
            cx={last.x}
            cy={last.y}
            r="3.5"
            fill={toneColour(last.y <= zero ? 'profit' : 'refunds')}
            className={styles.end}
          />
          <EndLabel x={last.x} y={Math.max(top + 4, labelY(points, last.x, label))} text={label} />
        </>
      )}
    </>
  )
}
