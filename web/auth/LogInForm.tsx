import { PATHS } from '#web/paths.ts'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { AuthForm } from './AuthForm.tsx'
import { AuthLink } from './AuthLink.tsx'
import { AuthScreen } from './AuthScreen.tsx'
import screenStyles from './AuthScreen.module.css'
import styles from './LogInForm.module.css'
import { email, presentPassword } from './rules.ts'
import { useForm } from './use-form.ts'

interface LogInFormProps {
  email?: string
  /** The session before has ended by itself. */
  hasEnded?: boolean
  logIn: (email: string, password: string) => Promise<void>
}

export function LogInForm({ email: known = '', hasEnded = false, logIn }: LogInFormProps) {
  const form = useForm({
    initial: { email: known, password: '' },
    rules: { email, password: presentPassword },
    place: 'logIn',
    submit: (values) => logIn(values.email, values.password),
  })
  return (
    <AuthScreen
      title="Sign in"
      {...(hasEnded && { intro: 'Your session has ended. Sign in to continue where you left off.' })}
    >
      <AuthForm form={form} submitLabel="Sign in">
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          autoComplete="username"
          spellCheck="false"
          isWide
        />
        <div className={styles.password}>
          <PasswordField
            {...form.field('password')}
            label="Password"
            autoComplete="current-password"
            isWide
          />
          <span className={styles.forgot}>
            <AuthLink to={PATHS.forgotPassword}>Forgot password?</AuthLink>
          </span>
        </div>
      </AuthForm>
      <p className={screenStyles.after}>
        <span>
          No account yet? <AuthLink to={PATHS.register}>Sign up</AuthLink>
        </span>
      </p>
    </AuthScreen>
  )
}
