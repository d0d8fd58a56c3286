import { X } from 'lucide-react'
import { useId } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { IconButton } from './IconButton.tsx'
import styles from './Modal.module.css'
import { ModalBody } from './ModalBody.tsx'

/** Content that may close what it stands in. */
export type ClosableContent = React.ReactNode | ((close: () => void) => React.ReactNode)

export const contentWith = (content: ClosableContent, close: () => void): React.ReactNode =>
  typeof content === 'function' ? content(close) : content

export interface ModalContentProps {
  title: string
  description?: React.ReactNode
  closeLabel?: string
  isAlert?: boolean
  /** Stand right at the foot; the act stands last. */
  actions?: ClosableContent
  /** Stands left at the foot. */
  note?: React.ReactNode
  children?: ClosableContent
}

/** Title, description, content and buttons of a modal dialog. */
export function ModalContent({
  title,
  description,
  closeLabel = 'Close',
  isAlert = false,
  actions,
  note,
  children,
}: ModalContentProps) {
  const describedBy = useId()
  return (
    <Dialog
      role={isAlert ? 'alertdialog' : 'dialog'}
      {...(description !== undefined && { 'aria-describedby': describedBy })}
      className={styles.dialog!}
    >
      {({ close }) => (
        <>
          <header className={styles.head}>
            <Heading slot="title" className={styles.title!}>
              {title}
            </Heading>
            <IconButton icon={X} label={closeLabel} onPress={close} />
          </header>
          {description !== undefined && (
            <div id={describedBy} className={styles.description}>
              {description}
            </div>
          )}
          {children !== undefined && children !== false && (
            <ModalBody>{contentWith(children, close)}</ModalBody>
          )}
          {actions !== undefined && (
            <footer className={styles.foot}>
              <div className={styles.note}>{note}</div>
              {contentWith(actions, close)}
            </footer>
          )}
        </>
      )}
    </Dialog>
  )
}
