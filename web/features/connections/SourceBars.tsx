import type { ConnectionCard } from '#contract/connections.ts'
import { countText } from '#web/ui/numbers.ts'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import styles from './SourceBars.module.css'

/** How far each source is in all regions together, for whoever waits for the first numbers. */
export function SourceBars({ cards }: { cards: readonly ConnectionCard[] }) {
  const sources = new Map<string, { done: number; total: number; problems: number }>()
  for (const { label, done, total, problems } of cards.flatMap((card) => card.sources)) {
    const sum = sources.get(label) ?? { done: 0, total: 0, problems: 0 }
    sources.set(label, {
      done: sum.done + done,
      total: sum.total + total,
      problems: sum.problems + problems.length,
    })
  }
  return (
    <ul className={styles.sources} aria-label="What is being read">
      {[...sources].map(([label, { done, total, problems }]) => (
        <li key={label} className={styles.source}>
          <span className={styles.label}>{label}</span>
          <ProgressBar label={label} share={total === 0 ? 0 : done / total} />
          <span className={styles.count}>
            {done} of {total}
            {problems > 0 && `, ${countText(problems, 'problem')}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
