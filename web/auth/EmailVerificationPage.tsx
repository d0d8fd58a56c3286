import { useNavigate } from '@tanstack/react-router'
import { PATHS } from '#web/paths.ts'
import { useInstallation } from '#web/shell/use-installation.ts'
import { pool } from '#web/session/pool.ts'
import { EmailVerificationForm } from './EmailVerificationForm.tsx'
import { pendingEmail } from './pending.ts'

export function EmailVerificationPage() {
  const navigate = useNavigate()
  const codesAt = useInstallation()?.codesAt ?? null
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
  return <EmailVerificationForm email={email} codesAt={codesAt} verify={verify} resend={resend} />
}
