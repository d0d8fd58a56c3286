import { ChevronLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ExplainGroup, GroupKey } from '#contract/explain.ts'
import type { MetricUnit } from '#contract/metrics/metric.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { countText, percentText } from '#web/ui/numbers.ts'
import { NumberText } from '#web/ui/NumberText.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './ChosenGroup.module.css'
import { groupName, KEY_WORDS, valueFormat } from './group-names.ts'

interface ChosenGroupProps {
  by: GroupKey
  /** Null while it is read, and where there is none of that name. */
  group: ExplainGroup | null
  isRead: boolean
  /** It was chosen here, not by an address. */
  takesFocus: boolean
  unit: MetricUnit
  currencyCode: string
  onBack: () => void
}

/** The group whose lines follow, and the way back to the others. */
export function ChosenGroup({ by, group, isRead, takesFocus, unit, currencyCode, onBack }: ChosenGroupProps) {
  const box = useRef<HTMLElement>(null)
  const wasChosen = useRef(takesFocus)
  const isWaiting = !group && !isRead
  useEffect(() => {
    // A drawer that a link opens begins at its top until there is something to go to.
    if (isWaiting) return
    box.current?.scrollIntoView({ block: 'start' })
    if (wasChosen.current) box.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [isWaiting])
  const { one, many } = KEY_WORDS[by]
  const { name, code } = group ? groupName(by, group) : { name: `No such ${one} here`, code: '' }
  return (
    <section ref={box} className={styles.chosen} aria-label={isWaiting ? KEY_WORDS[by].label : name}>
      <IconButton icon={ChevronLeft} label={`Back to all ${many}`} onPress={onBack} />
      <div className={styles.name}>
        <b>{isWaiting ? <Skeleton width="8rem" /> : name}</b>
        {code !== '' && <small>{code}</small>}
      </div>
      {group && (
        <div className={styles.amounts}>
          <b>
            <NumberText value={group.value} format={valueFormat(unit, currencyCode)} />
          </b>
          <small>
            {group.share === null ? '' : `${percentText(Number(group.share))} of it, `}
            {countText(group.rowCount, 'row')}
          </small>
        </div>
      )}
    </section>
  )
}
