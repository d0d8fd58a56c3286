import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import type { SearchParams } from '#web/search-params.ts'
import { sessionClaims } from '#web/session/session.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

interface LeaveGuardProps {
  hasUnsaved: () => boolean
  /** Parameters of the address that decide which rows are there, while some of these have changes that are not saved. */
  held?: readonly string[]
  /** Forgets what is not saved, where the page stays and other rows come. */
  onDiscard?: () => void
}

/**
 * Asks before the page, the moment as of which it is read, or rows with changes are left with something that is not saved. Stands
 * beside what may give way to a failure: what was typed does not.
 */
export function LeaveGuard({ hasUnsaved, held = [], onDiscard }: LeaveGuardProps) {
  const [user] = useState(userOfSession)
  const isLeftUnsaved = () => {
    const field = document.activeElement
    if (field instanceof HTMLElement && field.matches('input,select,textarea')) {
      // What is being typed counts once its field is left. Whoever stays goes on there; a cell has no field any more then.
      field.blur()
      ;(field.closest<HTMLElement>('td,th') ?? field).focus()
    }
    return hasUnsaved()
  }
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      (next.pathname !== current.pathname ||
        ['asOf', ...held].some((name) => searchOf(next)[name] !== searchOf(current)[name])) &&
      isLeftUnsaved(),
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
      onConfirm={() => {
        onDiscard?.()
        proceed?.()
      }}
      onOpenChange={(isOpen) => {
        if (!isOpen) reset?.()
      }}
    >
      Your changes on this page are not saved and will be lost if you leave.
    </ConfirmDialog>
  )
}

const searchOf = ({ search }: { search: object }): SearchParams => search as SearchParams

const userOfSession = (): string | undefined => sessionClaims().sub
