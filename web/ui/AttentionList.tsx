import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import styles from './AttentionList.module.css'
import { Button } from './Button.tsx'
import { cx } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** How bad it is: money is lost, it will be, or something is not known. */
const LEVELS = {
  bad: { icon: CircleAlert, name: 'Urgent' },
  warn: { icon: TriangleAlert, name: 'Warning' },
  note: { icon: Info, name: 'Note' },
} as const
type Level = keyof typeof LEVELS
const WORST_FIRST: readonly Level[] = ['bad', 'warn', 'note']

export interface Attention {
  id: string
  level: Level
  /** How many of what it concerns: "3 products run out within 14 days". */
  title: string
  /** The worst of them, or what it means. */
  text: string
  /** The one thing to do about it. */
  act?: { label: string; onPress: () => void }
}

interface AttentionListProps {
  label: string
  items: readonly Attention[]
  /** Stands alone where nothing needs attention. */
  calm: string
}

/** What needs attention, the worst first. What is at zero is not listed. */
export function AttentionList({ label, items, calm }: AttentionListProps) {
  if (items.length === 0) return <p className={styles.calm}>{calm}</p>
  return (
    <ul className={styles.list} aria-label={label}>
      {items
        .toSorted((a, b) => WORST_FIRST.indexOf(a.level) - WORST_FIRST.indexOf(b.level))
        .map(({ id, level, title, text, act }) => (
          <li key={id} className={styles.item}>
            <span className={cx(styles.sign, styles[level])}>
              <Icon of={LEVELS[level].icon} size={16} />
              <VisuallyHidden>{LEVELS[level].name}</VisuallyHidden>
            </span>
            <div className={styles.words}>
              <b>{title}</b>
              <span>{text}</span>
            </div>
            {act && (
              <Button kind="ghost" size="sm" onPress={act.onPress} aria-label={`${act.label}: ${title}`}>
                {act.label}
              </Button>
            )}
          </li>
        ))}
    </ul>
  )
}
