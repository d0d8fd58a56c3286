import { useNavigate } from '@tanstack/react-router'
import { PATHS } from '#web/paths.ts'
import { useInstallation } from '#web/shell/use-installation.ts'
import { pool } from '#web/session/pool.ts'
import { toast } from '#web/ui/toast.ts'
import { OverridePasswordForm } from './OverridePasswordForm.tsx'
import { pendingEmail, setPendingEmail } from './pending.ts'

export function OverridePasswordPage() {
  const navigate = useNavigate()
  const codesAt = useInstallation()?.codesAt ?? null
  const email = pendingEmail() ?? ''
  const override = async (confirmationCode: string, newPassword: string) => {
    const { confirmResetPassword } = await pool()
    await confirmResetPassword({ username: email, confirmationCode, newPassword })
    toast('Password successfully reset.', 'positive')
    await navigate({ to: PATHS.logIn })
  }
  const getNewCode = () => {
    setPendingEmail(null)
    void navigate({ to: PATHS.forgotPassword })
  }
  return <OverridePasswordForm email={email} codesAt={codesAt} override={override} getNewCode={getNewCode} />
}
