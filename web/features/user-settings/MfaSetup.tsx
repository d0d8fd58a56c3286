import { EnrolmentFields, useEnrolment } from '#web/auth/EnrolmentFields.tsx'
import { SecretSetup } from '#web/auth/SecretSetup.tsx'
import { enrolApp, useTotpSecret } from '#web/auth/use-totp-secret.ts'
import { sessionClaims } from '#web/session/session.ts'
import { SettingsForm } from '#web/settings/SettingsForm.tsx'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { PoolBody } from './PoolBody.tsx'

interface MfaSetupProps {
  onDone: () => void
  onCancel: () => void
}

/** Shows a new secret, and has the app prove that it has it. */
export function MfaSetup({ onDone, onCancel }: MfaSetupProps) {
  const secret = useTotpSecret()
  const form = useEnrolment(async (code, deviceName) => {
    await enrolApp(code, deviceName)
    toast('Authenticator app set up.', 'positive')
    onDone()
  })
  return (
    <PoolBody title="The secret" query={secret}>
      {(known) => (
        <>
          <SecretSetup secret={known} email={sessionClaims().email ?? ''} />
          <SettingsForm
            label="Authenticator app"
            {...form.asProps}
            submitLabel="Turn on"
            others={
              <Button kind="ghost" onPress={onCancel}>
                Cancel
              </Button>
            }
          >
            <EnrolmentFields form={form} />
          </SettingsForm>
        </>
      )}
    </PoolBody>
  )
}
