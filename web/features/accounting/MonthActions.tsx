import { useState } from 'react'
import { REASON_LENGTH_MAX, type MonthProfit, type MonthState } from '#contract/closed-months.ts'
import { withoutText } from '#contract/lack-words.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { ModalContent } from '#web/ui/ModalContent.tsx'
import { ModalFrame } from '#web/ui/ModalFrame.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { monthName } from './month-name.ts'

interface MonthActionsProps {
  month: MonthState
  refusal: string | undefined
  isPending: boolean
  onClose: () => Promise<unknown>
  onReopen: (reason: string) => Promise<unknown>
}

export function MonthActions({ month, refusal, isPending, onClose, onReopen }: MonthActionsProps) {
  const { closed, isOver } = month
  const name = monthName(month.month)
  if (!isOver) return null
  if (closed === null)
    return (
      <ConfirmDialog
        trigger={
          <Button kind="ghost" size="sm" isPending={isPending} disabledReason={refusal}>
            Close
          </Button>
        }
        title={`Close ${name}?`}
        confirmLabel="Close month"
        cancelLabel="Go back"
        onConfirm={onClose}
      >
        Its numbers stay as they are now, for everyone and on every page. Later changes are listed separately.{' '}
        <Without profit={month.netProfit} />
      </ConfirmDialog>
    )
  return (
    <ModalFrame
      trigger={
        <Button kind="ghost" size="sm" isPending={isPending} disabledReason={refusal}>
          Reopen
        </Button>
      }
      isAlert
    >
      <ReopenDialog name={name} onReopen={onReopen} />
    </ModalFrame>
  )
}

/** What is not in the numbers that are to stay. */
function Without({ profit: { lacks } }: { profit: MonthProfit }) {
  const without = withoutText(lacks)
  return without !== null && <strong>Its net profit is {without}.</strong>
}

function ReopenDialog({ name, onReopen }: { name: string; onReopen: (reason: string) => Promise<unknown> }) {
  const [reason, setReason] = useState('')
  const [isPending, setPending] = useState(false)
  const reopen = async (close: () => void) => {
    setPending(true)
    await onReopen(reason)
    close()
  }
  return (
    <ModalContent
      isAlert
      title={`Reopen ${name}?`}
      description="Changes since closing become part of the month, and later changes affect it again until you close it. The reason is kept in the audit log."
      actions={(close) => (
        <>
          <Button onPress={close}>Go back</Button>
          <Button
            kind="destructive"
            isPending={isPending}
            disabledReason={reason.trim() === '' ? 'Enter a reason first.' : undefined}
            onPress={() => void reopen(close)}
          >
            Reopen month
          </Button>
        </>
      )}
    >
      <TextField
        isWide
        label="Reason"
        autoComplete="off"
        maxLength={REASON_LENGTH_MAX}
        value={reason}
        onChange={setReason}
      />
    </ModalContent>
  )
}
