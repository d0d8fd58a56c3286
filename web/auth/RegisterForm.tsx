import type { InstallationLinks } from '#contract/installation.ts'
import { PATHS } from '#web/paths.ts'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { AuthForm } from './AuthForm.tsx'
import { AuthLink } from './AuthLink.tsx'
import { AuthScreen } from './AuthScreen.tsx'
import styles from './AuthScreen.module.css'
import { LegalConfirmation } from './LegalConfirmation.tsx'
import { email, legalConfirmation, newPassword } from './rules.ts'
import { useForm } from './use-form.ts'

interface RegisterFormProps {
  links?: Omit<InstallationLinks, 'supportEmail'> | undefined
  register: (email: string, password: string) => Promise<void>
}

export function RegisterForm({ links, register }: RegisterFormProps) {
  const form = useForm<{ email: string; password: string; legalConfirmation: boolean }>({
    initial: { email: '', password: '', legalConfirmation: false },
    rules: { email, password: newPassword, legalConfirmation },
    place: 'signUp',
    submit: (values) => register(values.email, values.password),
  })
  return (
    <AuthScreen title="Sign up">
      <AuthForm form={form} submitLabel="Sign up">
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          autoComplete="username"
          spellCheck="false"
          isWide
        />
        <PasswordField
          {...form.field('password')}
          label="Password"
          autoComplete="new-password"
          helper="At least 10 characters, with a number, an uppercase and a lowercase letter and a special character."
          isWide
        />
        <LegalConfirmation {...form.field('legalConfirmation')} links={links} />
      </AuthForm>
      <p className={styles.after}>
        <span>
          Already have an account? <AuthLink to={PATHS.logIn}>Sign in</AuthLink>
        </span>
      </p>
    </AuthScreen>
  )
}
