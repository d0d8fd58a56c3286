import { useNavigate } from '@tanstack/react-router'
import { PATHS } from '#web/paths.ts'
import { pool } from '#web/session/pool.ts'
import { EmailVerificationForm } from './EmailVerificationForm.tsx'
import { pendingEmail } from './pending.ts'

export function EmailVerificationPage() {
  const navigate = useNavigate()
  const email = pendingEmail() ?? ''
  const verify = async (confirmationCode: string) => {
    const { confirmSignUp } = await pool()
    await confirmSignUp({ username: email, confirmationCode })
    await navigate({ to: PATHS.verificationSuccessful })
  }
  const resend = async () => {
    const { resendSignUpCode } = await pool()
    await resendSignUpCode({ username: email })
  }
  return <EmailVerificationForm email={email} verify={verify} resend={resend} />
}
