import { useMutation } from '@tanstack/react-query'
import { problemText } from '#web/auth/problems.ts'
import { pool } from '#web/session/pool.ts'
import { signOut } from '#web/session/session.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import styles from './DeleteAccount.module.css'

export function SignOutEverywhere() {
  const leave = useMutation({
    mutationFn: async () => {
      await (await pool()).signOutEverywhere()
      await signOut()
    },
  })
  return (
    <div className={styles.deletion}>
      {leave.isError && <Alert appearance="negative">{problemText('account', leave.error)}</Alert>}
      <ConfirmDialog
        trigger={<Button isPending={leave.isPending}>Sign out everywhere</Button>}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        cancelLabel="Go back"
        onConfirm={() => leave.mutateAsync().catch(() => {})}
      >
        All your sessions end, including this one. You sign in again with your password.
      </ConfirmDialog>
    </div>
  )
}
