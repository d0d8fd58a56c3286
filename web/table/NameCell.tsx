import { ChevronDown, ChevronRight } from 'lucide-react'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './NameCell.module.css'

interface NameCellProps {
  level: number
  isOpen: boolean | null
  children: React.ReactNode
}

/** The name of a row in a tree, indented by its depth, with the mark that folds it. */
export function NameCell({ level, isOpen, children }: NameCellProps) {
  return (
    <span className={styles.name} style={{ '--level': level } as React.CSSProperties}>
      <span className={styles.mark} data-fold>
        {isOpen !== null && <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} />}
      </span>
      <span className={styles.text}>{children}</span>
    </span>
  )
}
