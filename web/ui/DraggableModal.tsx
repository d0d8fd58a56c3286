import { GripVertical, X } from 'lucide-react'
import { useRef } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import styles from './DraggableModal.module.css'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { contentWith, type ClosableContent } from './ModalContent.tsx'
import type { OpenProps } from './ModalFrame.tsx'
import { useMovable } from './use-movable.ts'
import type { Position } from './window-position.ts'

interface DraggableModalProps extends OpenProps {
  title: string
  closeLabel?: string
  /** Where its corner stands when it opens. */
  start?: Position
  /** A CSS length. */
  width?: string
  children: ClosableContent
}

/**
 * A dialog that can be moved aside, by its head or with the arrow keys on its handle, so that what it changes
 * stays in view. It keeps the focus until it is closed.
 */
export function DraggableModal({ trigger, isOpen, onOpenChange, ...box }: DraggableModalProps) {
  const openProps = { ...(isOpen !== undefined && { isOpen }), ...(onOpenChange && { onOpenChange }) }
  const overlay = (
    <ModalOverlay {...(!trigger && openProps)} isDismissable className={styles.overlay!}>
      <Box {...box} />
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

const START: Position = { x: 100, y: 100 }

function Box({
  title,
  closeLabel = 'Close',
  start = START,
  width = '21.875rem',
  children,
}: Omit<DraggableModalProps, keyof OpenProps>) {
  const modal = useRef<HTMLDivElement>(null)
  const { position, moveProps } = useMovable(modal, start)
  return (
    <Modal
      ref={modal}
      className={styles.modal!}
      style={{ width, translate: `${position.x}px ${position.y}px` }}
    >
      <Dialog className={styles.dialog!}>
        {({ close }) => (
          <>
            <header className={styles.head}>
              <div {...moveProps} className={styles.handle}>
                <button
                  type="button"
                  className={styles.grip}
                  aria-label={`Move ${title} with the arrow keys`}
                >
                  <Icon of={GripVertical} />
                </button>
                <Heading slot="title" className={styles.title!}>
                  {title}
                </Heading>
              </div>
              <IconButton icon={X} label={closeLabel} onPress={close} />
            </header>
            <div className={styles.body}>{contentWith(children, close)}</div>
          </>
        )}
      </Dialog>
    </Modal>
  )
}
