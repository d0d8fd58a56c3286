import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import styles from './AdvancedFilters.module.css'

// Loaded when somebody asks for it.
const DraggableModal = lazy(async () => ({
  default: (await import('#web/ui/DraggableModal.tsx')).DraggableModal,
}))

const START = { x: 560, y: 47 }

interface AdvancedFiltersProps {
  /** A filter in here holds that is not the default. */
  isApplied: boolean
  children: React.ReactNode
}

/** The filters that are seldom used, and those for which the bar has no room. */
export function AdvancedFilters({ isApplied, children }: AdvancedFiltersProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <span className={styles.button} data-advanced-filters>
      <Button
        kind="primary"
        size="sm"
        icon={SlidersHorizontal}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => setOpen(true)}
      >
        Advanced filters
        {isApplied && <VisuallyHidden> Filters are applied.</VisuallyHidden>}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <DraggableModal
            isOpen
            onOpenChange={setOpen}
            title="Advanced filters"
            closeLabel="Close advanced filters"
            start={START}
            width="21.875rem"
          >
            <div className={styles.fields}>{children}</div>
          </DraggableModal>
        </Suspense>
      )}
      {isApplied && <span className={styles.dot} />}
    </span>
  )
}
