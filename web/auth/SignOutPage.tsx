import { useEffect } from 'react'
import { signOut } from '#web/session/session.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { AuthScreen } from './AuthScreen.tsx'

/** Signs out by being shown, which a link that is only looked at does not do. */
export function SignOutPage() {
  useEffect(() => void signOut(), [])
  return (
    <AuthScreen title="Signing out">
      <Spinner label="Signing out" />
    </AuthScreen>
  )
}
