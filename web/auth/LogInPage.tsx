import { useNavigate } from '@tanstack/react-router'
import { LogInForm } from './LogInForm.tsx'
import { pendingEmail } from './pending.ts'
import { signIn } from './sign-in-flow.ts'

export function LogInPage() {
  const navigate = useNavigate()
  const logIn = async (email: string, password: string) => {
    await navigate({ to: await signIn(email, password) })
  }
  return <LogInForm email={pendingEmail() ?? ''} logIn={logIn} />
}
