import { Suspense } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from './Popover.tsx'
import styles from './PopoverDialog.module.css'

export interface PopoverDialogProps {
  label: string
  placement: 'bottom start' | 'bottom end'
  /** The button that it hangs from. */
  triggerRef: React.RefObject<HTMLButtonElement | null>
  onClose: () => void
  /** Keeps the place of what loads. */
  waiting: React.ReactNode
  children: (close: () => void) => React.ReactNode
}

/** What a `PopoverTrigger` has opened. */
export const PopoverDialog = ({
  label,
  placement,
  triggerRef,
  onClose,
  waiting,
  children,
}: PopoverDialogProps) => (
  <Popover isOpen onOpenChange={onClose} triggerRef={triggerRef} placement={placement}>
    <Dialog aria-label={label} className={styles.dialog!}>
      <Suspense fallback={waiting}>{children(onClose)}</Suspense>
    </Dialog>
  </Popover>
)
