import { TriangleAlert } from 'lucide-react'
import { addDays, type DateRange } from '#contract/date-range.ts'
import type { Coverage } from '#contract/imports.ts'
import { positionOf } from '#web/ui/date-scale.ts'
import { dayText, rangeText } from '#web/ui/dates.ts'
import { Flag } from '#web/ui/Flag.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { countText } from '#web/ui/numbers.ts'
import { extentOf } from './covered-days.ts'
import styles from './CoverageList.module.css'

type Source = Coverage['sources'][number]

/** Which days each source covers, drawn on one scale, and which days are missing in between. */
export function CoverageList({ sources }: { sources: readonly Source[] }) {
  const extent = extentOf(sources)
  return (
    <ul className={styles.list}>
      {sources.map((source) => (
        <li key={`${source.source}.${source.account}`} className={styles.source}>
          <div className={styles.name}>
            <b>{source.label}</b>
            <span className={styles.account}>
              {source.account}
              {source.marketplaces.map((code) => (
                <Flag key={code} country={code} />
              ))}
            </span>
          </div>
          <div className={styles.days}>
            {extent && source.ranges.length > 0 && <Scale source={source} extent={extent} />}
            {source.gaps.map((gap) => (
              <span key={gap.start} className={styles.gap}>
                <Icon of={TriangleAlert} size={14} />
                No settlement file covers {rangeText(gap.start, gap.end)}
              </span>
            ))}
          </div>
          <span className={styles.rows}>{countText(source.rows, 'row')}</span>
        </li>
      ))}
    </ul>
  )
}

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`

function Scale({ source: { ranges }, extent }: { source: Source; extent: DateRange }) {
  const first = ranges[0]?.start ?? extent.start
  const last = ranges.at(-1)?.end ?? extent.end
  return (
    <>
      <svg width="100%" height="10" aria-hidden className={styles.scale}>
        <rect y="3" width="100%" height="4" fill="var(--bg-active)" />
        {ranges.map(({ start, end }) => {
          const from = positionOf(start, extent)
          const to = positionOf(addDays(end, 1), extent)
          return (
            <rect
              key={start}
              x={percent(from)}
              y="1"
              width={percent(to - from)}
              height="8"
              rx="1"
              fill="var(--accent)"
            />
          )
        })}
      </svg>
      <span className={styles.span}>
        {dayText(first)} to {dayText(last)}
      </span>
    </>
  )
}
