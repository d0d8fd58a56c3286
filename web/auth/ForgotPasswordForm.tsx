import { PATHS } from '#web/paths.ts'
import { TextField } from '#web/ui/TextField.tsx'
import { AuthForm } from './AuthForm.tsx'
import { AuthLink } from './AuthLink.tsx'
import { AuthScreen } from './AuthScreen.tsx'
import styles from './AuthScreen.module.css'
import { email } from './rules.ts'
import { useForm } from './use-form.ts'

interface ForgotPasswordFormProps {
  email?: string
  sendCode: (email: string) => Promise<void>
}

export function ForgotPasswordForm({ email: known = '', sendCode }: ForgotPasswordFormProps) {
  const form = useForm({
    initial: { email: known },
    rules: { email },
    place: 'forgotPassword',
    submit: (values) => sendCode(values.email),
  })
  return (
    <AuthScreen title="Forgot password" intro="We email you a code to choose a new one.">
      <AuthForm form={form} submitLabel="Send code">
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          autoComplete="username"
          spellCheck="false"
          isWide
        />
      </AuthForm>
      <p className={styles.after}>
        <AuthLink to={PATHS.logIn}>Back to sign in</AuthLink>
      </p>
    </AuthScreen>
  )
}
