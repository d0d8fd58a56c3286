import { useState } from 'react'
import { Button } from './Button.tsx'
import { ModalContent } from './ModalContent.tsx'
import { ModalFrame, type OpenProps } from './ModalFrame.tsx'
import { TextField } from './TextField.tsx'
import { useDebounced } from './use-debounced.ts'

const TYPED_TEXT_DEBOUNCE_MS = 500

interface QuestionProps {
  title?: string
  /** Better names the act. */
  confirmLabel?: string
  cancelLabel?: string
  /** There is nothing to choose; it is only to be known. */
  isCancelHidden?: boolean
  /** What is confirmed is not easily made good. */
  isWarning?: boolean
  /** Has to be typed first, word for word. */
  confirmationText?: string
  /** A promise keeps the dialog open and its button pending; only if it is kept, the dialog closes. */
  onConfirm: () => void | Promise<unknown>
  /** What will happen. */
  children?: React.ReactNode
}

/** Asks before something is done. */
export const ConfirmDialog = ({ trigger, isOpen, onOpenChange, ...question }: OpenProps & QuestionProps) => (
  <ModalFrame
    {...(trigger && { trigger })}
    {...(isOpen !== undefined && { isOpen })}
    {...(onOpenChange && { onOpenChange })}
    isAlert
  >
    <Question {...question} />
  </ModalFrame>
)

function Question({
  title = 'Are you sure?',
  confirmLabel = 'Confirm',
  cancelLabel = 'Cancel',
  isCancelHidden = false,
  isWarning = false,
  confirmationText,
  onConfirm,
  children,
}: QuestionProps) {
  const [typed, setTyped] = useState('')
  const [isPending, setPending] = useState(false)
  const settled = useDebounced(typed, TYPED_TEXT_DEBOUNCE_MS)
  const isTyped = confirmationText === undefined || settled === confirmationText

  const confirm = async (close: () => void) => {
    setPending(true)
    try {
      await onConfirm()
      close()
    } catch {
      // Whoever asked says why; that it was refused is no crash.
    } finally {
      setPending(false)
    }
  }
  return (
    <ModalContent
      isAlert
      title={title}
      description={children}
      actions={(close) => (
        <>
          {!isCancelHidden && <Button onPress={close}>{cancelLabel}</Button>}
          <Button
            kind={isWarning ? 'destructive' : 'primary'}
            isPending={isPending}
            disabledReason={isTyped ? undefined : `Type “${confirmationText}” first.`}
            onPress={() => void confirm(close)}
          >
            {confirmLabel}
          </Button>
        </>
      )}
    >
      {confirmationText !== undefined && (
        <TextField
          isWide
          label={`Type “${confirmationText}” to confirm`}
          autoComplete="off"
          value={typed}
          onChange={setTyped}
        />
      )}
    </ModalContent>
  )
}
