import { useState } from 'react'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { printWhenReady } from './printing.ts'

interface SaveToPdfDialogProps {
  closesFirst: boolean
  onClose: () => void
}

/** Says what will happen. Closing it while it waits gives the printing up. */
export function SaveToPdfDialog({ closesFirst, onClose }: SaveToPdfDialogProps) {
  const [leaving] = useState(() => new AbortController())
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => {
        if (isOpen) return
        leaving.abort()
        onClose()
      }}
      title="Save to PDF"
      confirmLabel="Continue"
      onConfirm={() =>
        printWhenReady({ signal: leaving.signal, closesFirst }).catch((error: unknown) => {
          if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
        })
      }
    >
      The page is put on A4 sheets in landscape, with all columns and rows that its tables show. After about
      four seconds the print dialog opens: choose “Save as PDF” as the destination there.
    </ConfirmDialog>
  )
}
