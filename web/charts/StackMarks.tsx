import { Bar } from './Bar.tsx'
import { barPlaces } from './bar-places.ts'
import { plotted } from './chart-series.ts'
import { hatchFill } from './Hatch.tsx'
import type { MarksProps } from './PanelMarks.tsx'
import { totalSeries } from './panels.ts'
import { PriorTick } from './PriorTick.tsx'

/** Bars upon each other from zero; the tick across them is the sum of the comparison. */
export function StackMarks({ laidOut: { series, layers, scale }, periods, width, hatch }: MarksProps) {
  const places = barPlaces(periods.length, 1, width)
  const { prior } = totalSeries(series, periods.length)
  return (
    <>
      {layers.map(({ series: { id, tone }, spans }) => (
        <g key={id}>
          {spans.map(
            (span, index) =>
              span && (
                <Bar
                  key={index}
                  x={places.x(index, 0)}
                  width={places.width}
                  from={scale.y(span[0])}
                  to={scale.y(span[1])}
                  tone={tone}
                  hatch={periods[index]?.state && hatchFill(hatch, tone)}
                />
              ),
          )}
        </g>
      ))}
      {prior?.map((value, index) => {
        const total = plotted(value)
        return (
          total !== null && (
            <PriorTick key={index} x={places.x(index, 0)} width={places.width} y={scale.y(total)} />
          )
        )
      })}
    </>
  )
}
