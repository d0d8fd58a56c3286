import { useNavigate } from '@tanstack/react-router'
import { PATHS } from '#web/paths.ts'
import { Accomplished } from './Accomplished.tsx'

export function VerificationSuccessfulPage() {
  const navigate = useNavigate()
  return (
    <Accomplished title="Email verified" onContinue={() => void navigate({ to: PATHS.logIn })}>
      Your account is ready. Sign in with the password you have chosen.
    </Accomplished>
  )
}
