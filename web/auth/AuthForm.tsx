import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import styles from './AuthScreen.module.css'
import type { useForm } from './use-form.ts'

interface AuthFormProps {
  form: Pick<ReturnType<typeof useForm>, 'form' | 'problem' | 'isPending'>
  submitLabel: string
  /** Other ways on, below the main one. */
  others?: React.ReactNode
  children: React.ReactNode
}

/** The fields of a screen, what the pool said to them, and the button that sends them. */
export const AuthForm = ({ form, submitLabel, others, children }: AuthFormProps) => (
  <form {...form.form} className={styles.form}>
    {children}
    {form.problem !== null && <Alert appearance="negative">{form.problem}</Alert>}
    <div className={styles.actions}>
      <Button type="submit" kind="primary" size="xl" isPending={form.isPending}>
        {submitLabel}
      </Button>
      {others}
    </div>
  </form>
)
