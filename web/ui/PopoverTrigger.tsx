import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { ButtonContext } from 'react-aria-components/Button'
import type { PopoverDialogProps } from './PopoverDialog.tsx'

// Layers over the page are large, and the first sight of a page has none.
const loadDialog = () => import('./PopoverDialog.tsx')
const PopoverDialog = lazy(async () => ({ default: (await loadDialog()).PopoverDialog }))

interface PopoverTriggerProps extends Pick<PopoverDialogProps, 'label' | 'children'> {
  /** The one button that opens it. */
  button: React.ReactNode
  placement?: PopoverDialogProps['placement']
  /** Begins to load what `children` show, which few visits open. */
  load?: (() => Promise<unknown>) | undefined
  waiting?: React.ReactNode
}

/** A button and what it opens. Both are loaded no sooner than somebody is about to press it. */
export function PopoverTrigger({
  button,
  label,
  placement = 'bottom start',
  load,
  waiting,
  children,
}: PopoverTriggerProps) {
  const triggerRef = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const props = useMemo(() => {
    const prepare = () => void Promise.all([loadDialog(), load?.()])
    return {
      ref: triggerRef,
      'aria-haspopup': 'dialog' as const,
      'aria-expanded': isOpen,
      onPress: () => setOpen(true),
      onHoverStart: prepare,
      onFocus: prepare,
    }
  }, [isOpen, load])
  return (
    <>
      <ButtonContext value={props}>{button}</ButtonContext>
      {isOpen && (
        <Suspense>
          <PopoverDialog
            label={label}
            placement={placement}
            triggerRef={triggerRef}
            onClose={() => setOpen(false)}
            waiting={waiting}
          >
            {children}
          </PopoverDialog>
        </Suspense>
      )}
    </>
  )
}
