import { useNavigate } from '@tanstack/react-router'
import { PATHS } from '#web/paths.ts'
import { pool } from '#web/session/pool.ts'
import { ForgotPasswordForm } from './ForgotPasswordForm.tsx'
import { pendingEmail, setPendingEmail } from './pending.ts'

export function ForgotPasswordPage() {
  const navigate = useNavigate()
  const sendCode = async (email: string) => {
    const { resetPassword } = await pool()
    await resetPassword({ username: email })
    setPendingEmail(email)
    await navigate({ to: PATHS.overridePassword })
  }
  return <ForgotPasswordForm email={pendingEmail() ?? ''} sendCode={sendCode} />
}
