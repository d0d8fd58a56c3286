import type { ImportStatus } from '#contract/import-status.ts'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { STATUS } from './import-words.ts'
import styles from './StatusWord.module.css'

export function StatusWord({ status }: { status: ImportStatus }) {
  const { word, icon, tone } = STATUS[status]
  return (
    <span className={cx(styles.status, styles[tone])}>
      <Icon of={icon} size={14} />
      {word}
    </span>
  )
}
