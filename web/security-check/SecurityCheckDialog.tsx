import { useEffect, useRef, useState } from 'react'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ModalContent } from '#web/ui/ModalContent.tsx'
import { ModalFrame } from '#web/ui/ModalFrame.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'

interface SecurityCheckDialogProps {
  /** Rejects when the check was not passed. */
  check: (signal: AbortSignal) => Promise<void>
  onClose: (isPassed: boolean) => void
}

/** Asks whether a person is there. The browser then works for a moment, which a flood of programs can not afford. */
export function SecurityCheckDialog({ check, onClose }: SecurityCheckDialogProps) {
  const [state, setState] = useState<'asked' | 'checking' | 'failed'>('asked')
  const work = useRef<AbortController>(null)
  useEffect(() => () => work.current?.abort(), [])

  const begin = async () => {
    setState('checking')
    work.current = new AbortController()
    const { signal } = work.current
    try {
      await check(signal)
      onClose(true)
    } catch {
      if (!signal.aborted) setState('failed')
    }
  }
  return (
    <ModalFrame isOpen isAlert onOpenChange={() => onClose(false)}>
      <ModalContent
        isAlert
        title="Security check"
        description="There have been many requests from your network. Confirm that a person is making them. Your browser then works for a few seconds; nothing about you is sent to anyone."
        actions={
          // A dialog with one thing to do begins there.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          <Button kind="primary" autoFocus isPending={state === 'checking'} onPress={() => void begin()}>
            I am a person
          </Button>
        }
      >
        {state === 'checking' && <ProgressBar label="Checking" isLabelShown />}
        {state === 'failed' && <Alert appearance="negative">Something went wrong. Please try again.</Alert>}
      </ModalContent>
    </ModalFrame>
  )
}
