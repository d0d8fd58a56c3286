import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { AuthForm } from './AuthForm.tsx'
import { AuthScreen } from './AuthScreen.tsx'
import { EnrolmentFields, useEnrolment } from './EnrolmentFields.tsx'
import { ExitButton } from './ExitButton.tsx'
import { SecretSetup } from './SecretSetup.tsx'

interface AddMfaFormProps {
  secret: string
  email: string
  add: (code: string, deviceName: string) => Promise<void>
  /** Absent where the pool lets nobody in without a second factor. */
  skip?: () => void
}

export function AddMfaForm({ secret, email, add, skip }: AddMfaFormProps) {
  const [isAsking, setAsking] = useState(false)
  const form = useEnrolment(add)
  return (
    <AuthScreen
      title="Add an authenticator app"
      intro="Passwords get stolen. An authenticator app asks for a code from your phone as well."
    >
      <SecretSetup secret={secret} email={email} />
      <AuthForm
        form={form}
        submitLabel="Continue"
        others={
          skip ? (
            <Button kind="ghost" size="xl" onPress={() => setAsking(true)}>
              Skip
            </Button>
          ) : (
            <ExitButton />
          )
        }
      >
        <EnrolmentFields form={form} />
      </AuthForm>
      {skip && (
        <ConfirmDialog
          isOpen={isAsking}
          onOpenChange={setAsking}
          isWarning
          cancelLabel="Go back"
          confirmLabel="I accept the risks"
          onConfirm={skip}
        >
          Without a second factor, anyone who learns your password can read all your numbers.
        </ConfirmDialog>
      )}
    </AuthScreen>
  )
}
