import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Button } from './Button.tsx'
import styles from './ConfirmDialog.module.css'

interface ConfirmDialogProps {
  /** The button that asks. */
  trigger: React.ReactElement
  title?: string
  /** Names the act, never "OK". */
  confirmLabel: string
  onConfirm: () => void
  /** What will happen. */
  children: React.ReactNode
}

/** Asks before something that is not easily made good. */
export function ConfirmDialog({
  trigger,
  title = 'Are you sure?',
  confirmLabel,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  return (
    <DialogTrigger>
      {trigger}
      <ModalOverlay isDismissable className={styles.scrim!}>
        <Modal className={styles.modal!}>
          <Dialog role="alertdialog" className={styles.dialog!}>
            {({ close }) => (
              <>
                <Heading slot="title" className={styles.title!}>
                  {title}
                </Heading>
                <div className={styles.text}>{children}</div>
                <div className={styles.actions}>
                  <Button onPress={close}>Go back</Button>
                  <Button
                    kind="destructive"
                    onPress={() => {
                      onConfirm()
                      close()
                    }}
                  >
                    {confirmLabel}
                  </Button>
                </div>
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  )
}
