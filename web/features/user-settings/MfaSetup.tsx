import { deviceName, setupCode } from '#web/auth/rules.ts'
import { SecretSetup } from '#web/auth/SecretSetup.tsx'
import { useForm } from '#web/auth/use-form.ts'
import { enrolApp, useTotpSecret } from '#web/auth/use-totp-secret.ts'
import { sessionClaims } from '#web/session/session.ts'
import { SettingsForm } from '#web/settings/SettingsForm.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { PoolBody } from './PoolBody.tsx'

interface MfaSetupProps {
  onDone: () => void
  onCancel: () => void
}

/** Shows a new secret, and has the app prove that it has it. */
export function MfaSetup({ onDone, onCancel }: MfaSetupProps) {
  const secret = useTotpSecret()
  const form = useForm({
    initial: { deviceName: '', verificationCode: '' },
    rules: { deviceName, verificationCode: setupCode },
    place: 'enrolment',
    submit: async (values) => {
      await enrolApp(values.verificationCode, values.deviceName)
      toast('Authenticator app set up.', 'positive')
      onDone()
    },
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
            <TextField
              {...form.field('deviceName')}
              label="Device name"
              placeholder="My phone"
              autoComplete="off"
              isWide
            />
            <TextField
              {...form.field('verificationCode')}
              label="Verification code"
              autoComplete="one-time-code"
              inputMode="numeric"
              isWide
            />
          </SettingsForm>
        </>
      )}
    </PoolBody>
  )
}
