import { useMutation } from '@tanstack/react-query'
import { ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { problemText } from '#web/auth/problems.ts'
import { pool } from '#web/session/pool.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './Mfa.module.css'
import { MfaSetup } from './MfaSetup.tsx'

interface MfaProps {
  isOn: boolean
  onChange: () => void
}

/** Whether a code is asked for at sign-in, and the way to have it otherwise. */
export function Mfa({ isOn, onChange }: MfaProps) {
  const [isSettingUp, setSettingUp] = useState(false)
  const turnOff = useMutation({
    mutationFn: async () => (await pool()).updateMFAPreference({ totp: 'DISABLED' }),
    onSuccess: () => {
      toast('You no longer need a code to sign in.', 'positive')
      onChange()
    },
  })
  const finish = () => {
    setSettingUp(false)
    onChange()
  }
  if (isSettingUp) return <MfaSetup onDone={finish} onCancel={() => setSettingUp(false)} />
  return (
    <div className={styles.mfa}>
      <p className={styles.state} data-on={isOn || undefined}>
        <Icon of={isOn ? ShieldCheck : ShieldOff} />
        {isOn ? 'On: you enter a code when you sign in.' : 'Off: your password is all you need.'}
      </p>
      {turnOff.isError && <Alert appearance="negative">{problemText('account', turnOff.error)}</Alert>}
      <div className={styles.actions}>
        <Button kind={isOn ? 'secondary' : 'primary'} onPress={() => setSettingUp(true)}>
          {isOn ? 'Set up another app' : 'Set up'}
        </Button>
        {isOn && (
          <ConfirmDialog
            trigger={
              <Button kind="ghost" isPending={turnOff.isPending}>
                Turn off
              </Button>
            }
            title="Turn off the authenticator app?"
            confirmLabel="Turn off"
            cancelLabel="Go back"
            isWarning
            onConfirm={() => turnOff.mutateAsync().catch(() => {})}
          >
            Without a second factor, anyone who learns your password can read all your numbers.
          </ConfirmDialog>
        )}
      </div>
    </div>
  )
}
