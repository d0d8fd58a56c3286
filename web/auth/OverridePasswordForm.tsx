import type { InstallationMeta } from '#contract/installation.ts'
import { CodeField } from '#web/ui/CodeField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { CodeHint } from './CodeHint.tsx'
import { AuthForm } from './AuthForm.tsx'
import { AuthScreen } from './AuthScreen.tsx'
import { LONG_CODE_LENGTH, newPassword, resetCode } from './rules.ts'
import { useForm } from './use-form.ts'

interface OverridePasswordFormProps {
  email: string
  codesAt?: InstallationMeta['codesAt']
  override: (code: string, password: string) => Promise<void>
  getNewCode: () => void
}

export function OverridePasswordForm({
  email,
  codesAt = null,
  override,
  getNewCode,
}: OverridePasswordFormProps) {
  const form = useForm({
    initial: { verificationCode: '', password: '' },
    rules: { verificationCode: resetCode, password: newPassword },
    place: 'passwordReset',
    submit: (values) => override(values.verificationCode, values.password),
  })
  return (
    <AuthScreen title="Choose a new password" intro={<>We have sent a code to {email}.</>}>
      <AuthForm
        form={form}
        submitLabel="Reset password"
        others={
          <Button kind="ghost" size="xl" onPress={getNewCode}>
            Get a new code
          </Button>
        }
      >
        <CodeHint codesAt={codesAt} email={email} />
        <CodeField
          {...form.field('verificationCode')}
          label="Verification code"
          longerLength={LONG_CODE_LENGTH}
        />
        {/* Tells a manager of passwords whose password changes. */}
        <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          {...form.field('password')}
          label="New password"
          autoComplete="new-password"
          helper="At least 10 characters, with a number, an uppercase and a lowercase letter and a special character."
          isWide
        />
      </AuthForm>
    </AuthScreen>
  )
}
