import { Bar } from './Bar.tsx'
import { barPlaces } from './bar-places.ts'
import { plotted } from './chart-series.ts'
import { hatchFill } from './Hatch.tsx'
import styles from './marks.module.css'
import type { MarksProps } from './PanelMarks.tsx'
import { PriorTick } from './PriorTick.tsx'

/** Bars from zero, several series side by side; the comparison is a tick across each. */
export function BarMarks({ laidOut: { panel, series, scale }, periods, width, hatch }: MarksProps) {
  const places = barPlaces(periods.length, series.length, width)
  return series.map((one, position) => (
    <g key={one.id}>
      {periods.map((period, index) => {
        const value = plotted(one.values[index])
        const prior = plotted(one.prior?.[index])
        const x = places.x(index, position)
        return (
          <g key={period.start}>
            {value !== null && (
              <Bar
                x={x}
                width={places.width}
                from={scale.y(0)}
                to={scale.y(value)}
                tone={one.toneAt?.(index) ?? one.tone}
                hatch={period.state && hatchFill(hatch, one.toneAt?.(index) ?? one.tone)}
              />
            )}
            {value !== null && panel.printsValues && (
              <text x={x + places.width / 2} y={scale.y(Math.max(value, 0)) - 5} className={styles.barValue}>
                {panel.format.short(value)}
              </text>
            )}
            {prior !== null && <PriorTick x={x} width={places.width} y={scale.y(prior)} />}
          </g>
        )
      })}
    </g>
  ))
}
