import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { sessionClaims } from '#web/session/session.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

/** Asks before the page, or the moment as of which it is read, is left with something that is not saved. */
export function LeaveGuard({ hasUnsaved }: { hasUnsaved: () => boolean }) {
  const [user] = useState(userOfSession)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      hasUnsaved() && (next.pathname !== current.pathname || next.search.asOf !== current.search.asOf),
    // Of a session that is over, or somebody else's by now, nothing stays.
    enableBeforeUnload: () => hasUnsaved() && user !== undefined && userOfSession() === user,
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
