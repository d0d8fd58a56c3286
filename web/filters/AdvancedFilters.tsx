import { SlidersHorizontal } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { DraggableModal } from '#web/ui/DraggableModal.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import styles from './AdvancedFilters.module.css'

const START = { x: 560, y: 47 }

interface AdvancedFiltersProps {
  /** A filter in here holds that is not the default. */
  isApplied: boolean
  children: React.ReactNode
}

/** The filters that are seldom used, and those for which the bar has no room. */
export function AdvancedFilters({ isApplied, children }: AdvancedFiltersProps) {
  const button = (
    <Button kind="primary" size="sm" icon={SlidersHorizontal}>
      Advanced filters
      {isApplied && <VisuallyHidden> Filters are applied.</VisuallyHidden>}
    </Button>
  )
  return (
    <span className={styles.button} data-advanced-filters>
      <DraggableModal
        trigger={button}
        title="Advanced filters"
        closeLabel="Close advanced filters"
        start={START}
        width="21.875rem"
      >
        <div className={styles.fields}>{children}</div>
      </DraggableModal>
      {isApplied && <span className={styles.dot} />}
    </span>
  )
}
