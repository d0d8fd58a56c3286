import type { InstallationLinks } from '#contract/installation.ts'
import { PATHS } from '#web/paths.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { AuthForm } from './AuthForm.tsx'
import { AuthLink } from './AuthLink.tsx'
import { AuthScreen } from './AuthScreen.tsx'
import styles from './AuthScreen.module.css'
import { LegalLink } from './LegalLink.tsx'
import legalStyles from './LegalLink.module.css'
import { email, legalConfirmation, newPassword } from './rules.ts'
import { useForm } from './use-form.ts'

interface RegisterFormProps {
  links?: Pick<InstallationLinks, 'termsUrl' | 'privacyUrl'> | undefined
  register: (email: string, password: string) => Promise<void>
}

export function RegisterForm({ links, register }: RegisterFormProps) {
  const form = useForm<{ email: string; password: string; legalConfirmation: boolean }>({
    initial: { email: '', password: '', legalConfirmation: false },
    rules: { email, password: newPassword, legalConfirmation },
    place: 'signUp',
    submit: (values) => register(values.email, values.password),
  })
  const { value: isConfirmed, ...confirmation } = form.field('legalConfirmation')
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
        <div>
          <Checkbox {...confirmation} isSelected={isConfirmed}>
            I agree to the terms, the privacy policy and the cookie policy.
          </Checkbox>
          {/* Not inside the label, where pressing a link would tick the box instead. */}
          <p className={legalStyles.documents}>
            <LegalLink href={links?.termsUrl}>Terms</LegalLink>
            <LegalLink href={links?.privacyUrl}>Privacy policy</LegalLink>
            <LegalLink href={links?.privacyUrl}>Cookie policy</LegalLink>
          </p>
        </div>
      </AuthForm>
      <p className={styles.after}>
        <span>
          Already have an account? <AuthLink to={PATHS.logIn}>Sign in</AuthLink>
        </span>
      </p>
    </AuthScreen>
  )
}
