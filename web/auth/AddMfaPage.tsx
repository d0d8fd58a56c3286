import { useNavigate } from '@tanstack/react-router'
import { PATHS } from '#web/paths.ts'
import { sessionClaims } from '#web/session/session.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { AddMfaForm } from './AddMfaForm.tsx'
import styles from './AddMfaPage.module.css'
import { AuthScreen } from './AuthScreen.tsx'
import { pendingEmail, pendingStep } from './pending.ts'
import { problemText } from './problems.ts'
import { answerChallenge } from './sign-in-flow.ts'
import { enrolApp, useTotpSecret } from './use-totp-secret.ts'

/** On the way in where the pool demands a second factor, and afterwards where it can be had. */
export function AddMfaPage() {
  const step = pendingStep()
  return step?.signInStep === 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP' ? (
    <DemandedMfa secret={step.totpSetupDetails.sharedSecret} />
  ) : (
    <OfferedMfa />
  )
}

function DemandedMfa({ secret }: { secret: string }) {
  const navigate = useNavigate()
  const add = async (code: string, friendlyDeviceName: string) => {
    await answerChallenge(code, { friendlyDeviceName })
    await navigate({ to: PATHS.addMfaSuccessful })
  }
  return <AddMfaForm secret={secret} email={pendingEmail() ?? ''} add={add} />
}

function OfferedMfa() {
  const navigate = useNavigate()
  const secret = useTotpSecret()
  const skip = () => void navigate({ to: PATHS.postRegistration, replace: true })
  const add = async (code: string, name: string) => {
    await enrolApp(code, name)
    await navigate({ to: PATHS.addMfaSuccessful })
  }
  if (secret.data !== undefined)
    return <AddMfaForm secret={secret.data} email={sessionClaims().email ?? ''} add={add} skip={skip} />
  return (
    <AuthScreen title="Add an authenticator app">
      <div className={styles.waiting}>
        {secret.isError ? (
          <>
            <Alert appearance="negative">{problemText('enrolment', secret.error)}</Alert>
            <Button kind="primary" size="xl" onPress={() => void secret.refetch()}>
              Try again
            </Button>
            <Button kind="ghost" size="xl" onPress={skip}>
              Continue without
            </Button>
          </>
        ) : (
          <Spinner label="Preparing the QR code" />
        )}
      </div>
    </AuthScreen>
  )
}
