import { useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Modal } from './Modal.tsx'

type DraftModalProps = Omit<
  React.ComponentProps<typeof Modal>,
  'trigger' | 'isOpen' | 'onOpenChange' | 'isAlert'
> & {
  /** Something is typed in it that closing would lose. */
  hasUnsaved: boolean
  onClose: () => void
}

/** A dialog that is typed into. Escape, a press beside it and its cross may be accidents, and ask first. */
export function DraftModal({ hasUnsaved, onClose, ...modal }: DraftModalProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Modal
        {...modal}
        isOpen
        onOpenChange={() => {
          if (hasUnsaved) setAsking(true)
          else onClose()
        }}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title="Close without saving?"
        cancelLabel="Stay"
        confirmLabel="Discard and close"
        isWarning
        onConfirm={onClose}
      >
        What you typed in this dialog is not saved and will be lost if you close it.
      </ConfirmDialog>
    </>
  )
}
