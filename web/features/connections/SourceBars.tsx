import type { ConnectionCard } from '#contract/connections.ts'
import { countText } from '#web/ui/numbers.ts'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { remainingText } from './card-state.ts'
import styles from './SourceBars.module.css'

/** How far each source is in all regions together, for whoever waits for the first numbers. */
export function SourceBars({ cards }: { cards: readonly ConnectionCard[] }) {
  const sources = new Map<
    string,
    { done: number; total: number; problems: number; remaining: number | null }
  >()
  for (const { label, done, total, problems, remainingSeconds } of cards.flatMap((card) => card.sources)) {
    const sum = sources.get(label) ?? { done: 0, total: 0, problems: 0, remaining: 0 }
    const isOver = done === total
    sources.set(label, {
      done: sum.done + done,
      total: sum.total + total,
      problems: sum.problems + problems.length,
      // Regions are read beside each other; of one that nobody can tell, nobody can tell all.
      remaining: isOver
        ? sum.remaining
        : sum.remaining === null || remainingSeconds === null
          ? null
          : Math.max(sum.remaining, remainingSeconds),
    })
  }
  return (
    <ul className={styles.sources} aria-label="What is being read">
      {[...sources].map(([label, { done, total, problems, remaining }]) => (
        <li key={label} className={styles.source}>
          <span className={styles.label}>{label}</span>
          <ProgressBar label={label} share={total === 0 ? 0 : done / total} />
          <span className={styles.count}>
            {done} of {total}
            {done < total && remaining !== null && `, ${remainingText(remaining)} left`}
            {problems > 0 && `, ${countText(problems, 'problem')}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
