import { Check, CircleDashed } from 'lucide-react'
import type { Deletion } from '#contract/company-settings.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import styles from './DeletionProgress.module.css'

/** The steps of a deletion, of which the first is done as soon as there is anything to show. */
export function DeletionProgress({ deletion }: { deletion: Deletion | undefined }) {
  const steps: [label: string, isDone: boolean][] = [
    ['Members, settings and imports', true],
    ['Numbers', deletion?.areNumbersGone === true],
    ['Files', deletion?.areFilesGone === true],
  ]
  const done = steps.filter(([, isDone]) => isDone).length
  return (
    <>
      {deletion?.isDone !== true && (
        <ProgressBar label="Deleting the company" share={done / (steps.length + 1)} />
      )}
      <ul className={styles.steps}>
        {steps.map(([label, isDone]) => (
          <li key={label} className={styles.step} data-done={isDone || undefined}>
            <Icon of={isDone ? Check : CircleDashed} />
            {label}
            <span className={styles.state}>{isDone ? 'removed' : 'being removed'}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
