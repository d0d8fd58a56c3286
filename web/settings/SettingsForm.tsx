import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import styles from './SettingsForm.module.css'

interface SettingsFormProps {
  label: string
  formRef?: React.Ref<HTMLFormElement>
  submitLabel?: string
  isPending?: boolean
  /** Why it cannot be sent now: nothing was changed, or the role is too small. */
  disabledReason?: string | undefined
  /** Why it did not arrive. */
  problem?: string | null
  onSubmit: (event: React.FormEvent) => void
  /** Beside the button. */
  others?: React.ReactNode
  children: React.ReactNode
}

/** Fields that are saved together. What the browser would say of them is said by the fields themselves. */
export const SettingsForm = ({
  label,
  formRef,
  submitLabel = 'Save',
  isPending = false,
  disabledReason,
  problem = null,
  onSubmit,
  others,
  children,
}: SettingsFormProps) => (
  <form
    ref={formRef}
    method="post"
    noValidate
    aria-label={label}
    className={styles.form}
    onSubmit={(event) => {
      event.preventDefault()
      if (!isPending && disabledReason === undefined) onSubmit(event)
    }}
  >
    {children}
    {problem !== null && <Alert appearance="negative">{problem}</Alert>}
    <div className={styles.actions}>
      <Button type="submit" kind="primary" isPending={isPending} disabledReason={disabledReason}>
        {submitLabel}
      </Button>
      {others}
    </div>
  </form>
)

/** Why there is nothing to save. */
export const UNCHANGED = 'Nothing has been changed.'
