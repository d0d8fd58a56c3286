import { useNavigate } from '@tanstack/react-router'
import { PATHS } from '#web/paths.ts'
import { Accomplished } from './Accomplished.tsx'

export function AddMfaSuccessfulPage() {
  const navigate = useNavigate()
  return (
    <Accomplished
      title="Authenticator app added"
      onContinue={() => void navigate({ to: PATHS.postRegistration, replace: true })}
    >
      From now on you enter a code from the app when you sign in.
    </Accomplished>
  )
}
