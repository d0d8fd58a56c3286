import { ChevronLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ExplainGroup, GroupKey } from '#contract/explain.ts'
import type { MetricUnit } from '#contract/metrics/metric.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { countText, percentText } from '#web/ui/numbers.ts'
import { NumberText } from '#web/ui/NumberText.tsx'
import styles from './ChosenGroup.module.css'
import { groupName, KEY_WORDS, valueFormat } from './group-names.ts'

interface ChosenGroupProps {
  by: GroupKey
  group: ExplainGroup
  unit: MetricUnit
  currencyCode: string
  onBack: () => void
}

/** The group whose lines follow, and the way back to the others. */
export function ChosenGroup({ by, group, unit, currencyCode, onBack }: ChosenGroupProps) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'start' })
    box.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [])
  const { name, code } = groupName(by, group)
  const share = group.share === null ? '' : `${percentText(Number(group.share))} of it, `
  return (
    <section ref={box} className={styles.chosen} aria-label={name}>
      <IconButton icon={ChevronLeft} label={`Back to all ${KEY_WORDS[by].many}`} onPress={onBack} />
      <div className={styles.name}>
        <b>{name}</b>
        {code !== '' && <small>{code}</small>}
      </div>
      <div className={styles.amounts}>
        <b>
          <NumberText value={group.value} format={valueFormat(unit, currencyCode)} />
        </b>
        <small>
          {share}
          {countText(group.rowCount, 'row')}
        </small>
      </div>
    </section>
  )
}
