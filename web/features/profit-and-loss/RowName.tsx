import { ChevronDown, ChevronRight } from 'lucide-react'
import { Icon } from '#web/ui/Icon.tsx'
import type { StatementRow } from './pnl-rows.ts'
import styles from './RowName.module.css'

/** The name of a line, indented by its depth, with the mark that folds it. */
export function RowName({ row }: { row: StatementRow }) {
  return (
    <span className={styles.name} style={{ paddingLeft: (row.level - 1) * 15 }}>
      <span className={styles.mark}>
        {row.isOpen !== null && <Icon of={row.isOpen ? ChevronDown : ChevronRight} size={14} />}
      </span>
      <span className={styles.text}>{row.label}</span>
    </span>
  )
}
