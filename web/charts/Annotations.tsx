import { cx } from '#web/ui/class-names.ts'
import styles from './axes.module.css'
import type { ChartPeriod } from './chart-series.ts'
import { targetsOf, type LaidOutPanel } from './panels.ts'
import { centreOf } from './period-axis.ts'

/** About the width of a letter, and of the mark before the words. */
const LETTER_WIDTH = 6
const MARK_WIDTH = 12

/** Marks of periods that something is to be said of. Words stand where they have room; tooltip and table always have them. */
export function Annotations({
  periods,
  width,
  bottom,
}: {
  periods: readonly ChartPeriod[]
  width: number
  bottom: number
}) {
  const marked = periods.flatMap(({ start, note }, index) =>
    note === undefined ? [] : [{ start, note, x: centreOf(index, periods.length, width) }],
  )
  return marked.map(({ start, note, x }, place) => {
    const end = marked[place + 1]?.x ?? width
    const hasRoom = note.length * LETTER_WIDTH + MARK_WIDTH < end - x
    return (
      <g key={start} data-annotation>
        <path d={`M${Math.round(x) + 0.5} 8V${bottom}`} className={styles.annotation} />
        <path d={`M${x} 1l4 4l-4 4l-4 -4z`} className={styles.annotationMark} />
        {hasRoom && (
          <text x={x + MARK_WIDTH - 5} y="9" className={cx(styles.label, styles.halo)}>
            {note}
          </text>
        )}
      </g>
    )
  })
}

/** What a panel is to reach: one value, or one in each period, where the line has steps. */
export function TargetLine({ laidOut: { panel, scale }, width }: { laidOut: LaidOutPanel; width: number }) {
  const targets = targetsOf(panel)
  const first = targets.findIndex((value) => value !== null)
  if (!panel.target || first === -1) return null
  const step = width / targets.length
  const yOf = (value: string) => Math.round(scale.y(Number(value))) + 0.5
  const [x, value] = [first * step, targets[first]!]
  return (
    <>
      <path d={stepsOf(targets, step, yOf)} className={styles.target} />
      <text x={x + 4} y={yOf(value) - 5} className={cx(styles.label, styles.halo)}>
        {panel.target.label} {panel.format.full(value)}
      </text>
    </>
  )
}

/** Level over each period, with a step where the next has another; open where one has none. */
const stepsOf = (targets: readonly (string | null)[], step: number, yOf: (value: string) => number): string =>
  targets
    .map((value, index) =>
      value === null
        ? ''
        : `${index > 0 && targets[index - 1] !== null ? 'L' : 'M'}${index * step} ${yOf(value)}H${(index + 1) * step}`,
    )
    .join('')
