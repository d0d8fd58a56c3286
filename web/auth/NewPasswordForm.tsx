import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { AuthForm } from './AuthForm.tsx'
import { AuthScreen } from './AuthScreen.tsx'
import { ExitButton } from './ExitButton.tsx'
import { answer, challengePassword, newPassword, type Rules } from './rules.ts'
import { useForm } from './use-form.ts'

interface NewPasswordFormProps {
  /** What else the pool wants to know, by its own names: `phone_number`. */
  missing: readonly string[]
  confirm: (password: string, attributes: Record<string, string>) => Promise<void>
}

/** The first password was given by somebody else and is to be replaced. */
export function NewPasswordForm({ missing, confirm }: NewPasswordFormProps) {
  const form = useForm<Record<string, string>>({
    initial: { password: '', ...Object.fromEntries(missing.map((name) => [name, ''])) },
    rules: rulesFor(missing),
    place: 'challenge',
    submit: ({ password = '', ...attributes }) => confirm(password, attributes),
  })
  const { value, ...password } = form.field('password')
  return (
    <AuthScreen title="Choose a password" intro="Your current password works for the first sign-in only.">
      <AuthForm form={form} submitLabel="Continue" others={<ExitButton />}>
        <PasswordField
          {...password}
          value={value ?? ''}
          // Nothing typed has a message of its own.
          error={password.error && !value ? challengePassword.message : password.error}
          label="New password"
          autoComplete="new-password"
          isWide
        />
        {missing.map((name) => {
          const { value: typed, ...field } = form.field(name)
          return <TextField key={name} {...field} value={typed ?? ''} label={labelOf(name)} isWide />
        })}
      </AuthForm>
    </AuthScreen>
  )
}

const rulesFor = (missing: readonly string[]): Rules<Record<string, string>> => ({
  password: newPassword,
  ...Object.fromEntries(missing.map((name) => [name, answer])),
})

/** `phone_number` as people write it. */
function labelOf(attribute: string): string {
  const words = attribute.replace(/^custom:/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
