import { DialogTrigger } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { cx } from './class-names.ts'
import styles from './Modal.module.css'

export interface OpenProps {
  /** The button that opens it. Without one, `isOpen` does. */
  trigger?: React.ReactElement
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

export interface ModalFrameProps extends OpenProps {
  size?: 'sm' | 'md' | 'lg'
  /** Asks something that must be answered: it does not close by a press beside it. */
  isAlert?: boolean
  children?: React.ReactNode
}

/** What a modal dialog stands in. It is there only while it is open, so leaving it forgets what was done in it. */
export function ModalFrame({
  trigger,
  isOpen,
  onOpenChange,
  size = 'sm',
  isAlert = false,
  children,
}: ModalFrameProps) {
  const openProps = { ...(isOpen !== undefined && { isOpen }), ...(onOpenChange && { onOpenChange }) }
  const overlay = (
    <ModalOverlay {...(!trigger && openProps)} isDismissable={!isAlert} className={styles.scrim!}>
      <Modal className={cx(styles.modal, styles[size])}>{children}</Modal>
    </ModalOverlay>
  )
  if (!trigger) return overlay
  return (
    <DialogTrigger {...openProps}>
      {trigger}
      {overlay}
    </DialogTrigger>
  )
}
