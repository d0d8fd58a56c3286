import { cx } from '#web/ui/class-names.ts'
import type { ChartInterval, ChartPeriod } from './chart-series.ts'
import { centreOf, periodTicks } from './period-axis.ts'
import styles from './axes.module.css'

interface PeriodAxisProps {
  periods: readonly ChartPeriod[]
  interval: ChartInterval
  width: number
  y: number
}

const TICK_LENGTHS = { short: 3, long: 7 }

/** The scale under a plot, graduated as the date rule is. */
export function PeriodAxis({ periods, interval, width, y }: PeriodAxisProps) {
  // Beside a tick of weeks and days stands the month that begins there; a month has its name in its middle.
  const isCentred = interval === 'month' || periods.length <= 62
  const isBeside = interval === 'week' || !isCentred
  return (
    <g>
      {periodTicks(periods, interval, width).map(({ index, isLong, label }) => {
        const x = centreOf(index, periods.length, width)
        const isAtStart = isBeside && index === 0
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
                textAnchor={isBeside ? 'start' : 'middle'}
                className={cx(styles.label)}
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
