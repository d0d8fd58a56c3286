import { lazy, Suspense } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import type { DraftProps } from './ChoiceDraft.tsx'
import styles from './DraftPicker.module.css'
import { FilterTrigger } from './FilterTrigger.tsx'
import { Popover } from './Popover.tsx'

// Search and list are closed most of the time.
const loadDraft = () => import('./ChoiceDraft.tsx')
const ChoiceDraft = lazy(async () => ({ default: (await loadDraft()).ChoiceDraft })) as <T extends string>(
  props: DraftProps<T>,
) => React.ReactNode

interface DraftPickerProps<T extends string> extends Omit<DraftProps<T>, 'onClose'> {
  label: string
  /** What the closed filter shows. */
  children: React.ReactNode
  isDisabled?: boolean
}

/** A filter of which many choices may hold, and which applies only when it is confirmed. */
export function DraftPicker<T extends string>({
  label,
  isDisabled = false,
  children,
  ...draft
}: DraftPickerProps<T>) {
  return (
    <DialogTrigger>
      <FilterTrigger
        aria-label={label}
        isDisabled={isDisabled}
        onHoverStart={() => void loadDraft()}
        onFocus={() => void loadDraft()}
      >
        {children}
      </FilterTrigger>
      <Popover placement="bottom start">
        <Dialog aria-label={label} className={styles.dialog!}>
          {({ close }) => (
            <Suspense>
              <ChoiceDraft {...draft} onClose={close} />
            </Suspense>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
