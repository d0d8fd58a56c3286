import { ModalContent, type ModalContentProps } from './ModalContent.tsx'
import { ModalFrame, type ModalFrameProps } from './ModalFrame.tsx'

type ModalProps = Omit<ModalFrameProps, 'children'> & ModalContentProps

/** A dialog over the page, which keeps the focus until it is closed and then gives it back. */
export const Modal = ({ trigger, isOpen, onOpenChange, size, isAlert = false, ...content }: ModalProps) => (
  <ModalFrame
    {...(trigger && { trigger })}
    {...(isOpen !== undefined && { isOpen })}
    {...(onOpenChange && { onOpenChange })}
    {...(size && { size })}
    isAlert={isAlert}
  >
    <ModalContent isAlert={isAlert} {...content} />
  </ModalFrame>
)
