import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { hasSessionEnded } from '#web/session/session-end.ts'
import { LogInForm } from './LogInForm.tsx'
import { pendingEmail } from './pending.ts'
import { signIn } from './sign-in-flow.ts'

export function LogInPage() {
  const navigate = useNavigate()
  const [hasEnded] = useState(hasSessionEnded)
  const logIn = async (email: string, password: string) => {
    await navigate({ to: await signIn(email, password) })
  }
  return <LogInForm email={pendingEmail() ?? ''} hasEnded={hasEnded} logIn={logIn} />
}
