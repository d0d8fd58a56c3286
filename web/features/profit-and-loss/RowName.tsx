import { ChevronDown, ChevronRight } from 'lucide-react'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { StatementRow } from './pnl-rows.ts'
import styles from './RowName.module.css'

/** The name of a line, indented by its depth, with the mark that folds it. */
export function RowName({ row }: { row: StatementRow }) {
  return (
    <span className={cx(styles.name, row.level > 1 && styles.nested)}>
      <span className={styles.mark}>
        {row.isOpen !== null && <Icon of={row.isOpen ? ChevronDown : ChevronRight} size={14} />}
      </span>
      <span className={styles.text}>{row.label}</span>
    </span>
  )
}
