import { useMutation } from '@tanstack/react-query'
import { problemText } from '#web/auth/problems.ts'
import { pool } from '#web/session/pool.ts'
import { signOut } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Device } from './DeviceList.tsx'
import { deviceText } from '#web/ui/device-text.ts'

interface ForgetDeviceProps {
  device: Device
  isThis: boolean
  onForgotten: () => void
}

export function ForgetDevice({ device: { id, name }, isThis, onForgotten }: ForgetDeviceProps) {
  const forget = useMutation({
    mutationFn: async () => {
      await (await pool()).forgetDevice({ device: { id } })
      // Its own sessions end with a device.
      if (isThis) return signOut()
      toast(`${deviceText(name)} is forgotten.`, 'positive')
      onForgotten()
    },
    onError: (error) => toast(problemText('account', error), 'negative'),
  })
  return (
    <ConfirmDialog
      trigger={
        <Button kind="ghost" size="sm" isPending={forget.isPending}>
          Forget
        </Button>
      }
      title={isThis ? 'Forget this browser?' : `Forget ${deviceText(name)}?`}
      confirmLabel="Forget device"
      cancelLabel="Go back"
      isWarning
      onConfirm={() => forget.mutateAsync().catch(() => {})}
    >
      {isThis
        ? 'You are signed out here, and the next sign-in asks for everything again.'
        : 'The next sign-in there asks for everything again. To end its session now, sign out everywhere.'}
    </ConfirmDialog>
  )
}
