import type { ChartInterval, ChartPeriod } from './chart-series.ts'
import { centreOf, DAYS_WITH_TICKS, periodTicks } from './period-axis.ts'
import styles from './axes.module.css'

interface PeriodAxisProps {
  periods: readonly ChartPeriod[]
  interval: ChartInterval
  width: number
  y: number
}

/** Half the first name: nearer to the edge it would be cut. */
const FIRST_LABEL = 24
const TICK_LENGTHS = { short: 3, long: 7 }

/** The scale under a plot, graduated as the date rule is. */
export function PeriodAxis({ periods, interval, width, y }: PeriodAxisProps) {
  // Beside a tick of weeks and days stands the month that begins there; a month has its name in its middle.
  const isBeside = interval === 'week' || (interval === 'day' && periods.length > DAYS_WITH_TICKS)
  return (
    <g>
      {periodTicks(periods, interval, width).map(({ index, isLong, label }) => {
        const x = centreOf(index, periods.length, width)
        const isAtStart = index === 0 && (isBeside || x < FIRST_LABEL)
        return (
          <g key={index}>
            <path
              d={`M${Math.round(x) + 0.5} ${y}v${TICK_LENGTHS[isLong ? 'long' : 'short']}`}
              className={styles.tick}
            />
            {label && (
              <text
                x={isAtStart ? 0 : isBeside ? x + 4 : x}
                y={y + (isBeside ? 14 : 18)}
                textAnchor={isBeside || isAtStart ? 'start' : 'middle'}
                className={styles.label}
              >
                {label}
              </text>
            )}
          </g>
        )
      })}
    </g>
  )
}
