import { useNavigate } from '@tanstack/react-router'
import { PATHS } from '#web/paths.ts'
import { pool } from '#web/session/pool.ts'
import { useInstallation } from '#web/shell/use-installation.ts'
import { setPendingEmail } from './pending.ts'
import { RegisterForm } from './RegisterForm.tsx'

export function RegisterPage() {
  const navigate = useNavigate()
  const register = async (email: string, password: string) => {
    const { signUp } = await pool()
    await signUp({ username: email, password, options: { userAttributes: { email } } })
    setPendingEmail(email)
    await navigate({ to: PATHS.emailVerification })
  }
  return <RegisterForm links={useInstallation()} register={register} />
}
