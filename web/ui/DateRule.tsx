import { useId } from 'react'
import { addDays, type DateRange } from '#contract/date-range.ts'
import { positionOf, scaleExtent, scaleTicks, type ScaleTick } from './date-scale.ts'
import styles from './DateRule.module.css'
import { cx } from './class-names.ts'
import { rangeText } from './dates.ts'

interface DateRuleProps {
  selected: DateRange
  comparison: DateRange | null
  today: string
}

const percent = (at: number): string => `${(at * 100).toFixed(3)}%`
const TICK_HEIGHTS = { week: 3, month: 6, quarter: 11 }

/** The graduated scale under a filter bar: which days one looks at, against which, and where today is. */
export function DateRule({ selected, comparison, today }: DateRuleProps) {
  const hatch = useId()
  const extent = scaleExtent(comparison ? [selected, comparison] : [selected], today)
  const now = percent(positionOf(today, extent))
  return (
    <div className={styles.rule}>
      <svg
        width="100%"
        height="24"
        role="img"
        aria-label={`Selected ${rangeText(selected.start, selected.end)}${
          comparison ? `, compared with ${rangeText(comparison.start, comparison.end)}` : ''
        }`}
      >
        <defs>
          <pattern
            id={hatch}
            width="4"
            height="4"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="4" height="4" fill="var(--bg)" />
            <rect width="1.4" height="4" fill="var(--line-control)" />
          </pattern>
        </defs>
        {scaleTicks(extent).map((tick) => (
          <Tick key={`${tick.kind}${tick.at}`} tick={tick} />
        ))}
        {comparison && <Bar range={comparison} extent={extent} fill={`url(#${hatch})`} />}
        <Bar range={selected} extent={extent} fill="var(--accent)" />
        {[selected.start, addDays(selected.end, 1)].map((day) => (
          <rect
            key={day}
            x={percent(positionOf(day, extent))}
            y="11"
            width="2"
            height="12"
            fill="var(--accent)"
          />
        ))}
        <svg x={now} overflow="visible">
          <path d="M0 23V8" stroke="var(--here)" strokeWidth="2" />
          <path d="M-4 3h8l-4 6z" fill="var(--here)" />
        </svg>
      </svg>
    </div>
  )
}

function Tick({ tick: { at, kind, label, isYear } }: { tick: ScaleTick }) {
  const x = percent(at)
  return (
    <>
      <line x1={x} x2={x} y1={23 - TICK_HEIGHTS[kind]} y2="23" className={styles[kind]} />
      {/* Too close to the end, a name would be cut. */}
      {label && at < 0.97 && (
        <text x={x} dx="4" y="12" className={cx(isYear && styles.year)}>
          {label}
        </text>
      )}
    </>
  )
}

function Bar({ range, extent, fill }: { range: DateRange; extent: DateRange; fill: string }) {
  const from = positionOf(range.start, extent)
  const to = positionOf(addDays(range.end, 1), extent)
  return <rect x={percent(from)} width={percent(to - from)} y="19" height="4" fill={fill} />
}
