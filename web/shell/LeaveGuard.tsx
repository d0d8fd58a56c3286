import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { sessionClaims } from '#web/session/session.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

/**
 * Asks before the page, or the moment as of which it is read, is left with something that is not saved. Stands beside what may give
 * way to a failure: what was typed does not.
 */
export function LeaveGuard({ hasUnsaved }: { hasUnsaved: () => boolean }) {
  const [user] = useState(userOfSession)
  const isLeftUnsaved = () => {
    // What is being typed counts once its field is left.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    return hasUnsaved()
  }
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      (next.pathname !== current.pathname || next.search.asOf !== current.search.asOf) && isLeftUnsaved(),
    // Of a session that is over, or somebody else's by now, nothing stays.
    enableBeforeUnload: () => user !== undefined && userOfSession() === user && isLeftUnsaved(),
    withResolver: true,
  })
  return (
    <ConfirmDialog
      isOpen={status === 'blocked'}
      title="Leave without saving?"
      cancelLabel="Stay"
      confirmLabel="Discard and leave"
      isWarning
      onConfirm={() => proceed?.()}
      onOpenChange={(isOpen) => {
        if (!isOpen) reset?.()
      }}
    >
      What was changed on this page is not saved, and is lost when you leave it.
    </ConfirmDialog>
  )
}

const userOfSession = (): string | undefined => sessionClaims().sub
