import { LeaveGuard } from '#web/shell/LeaveGuard.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import styles from './SettingsForm.module.css'

interface SettingsFormProps {
  label: string
  formRef?: React.Ref<HTMLFormElement>
  submitLabel?: string
  isPending?: boolean
  /** Why it cannot be sent, such as that the role is too small. */
  disabledReason?: string | undefined
  /** Of settings that are there already: whether there is anything to save, which is not left without a question. */
  isChanged?: boolean
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
  disabledReason: refusal,
  isChanged,
  problem = null,
  onSubmit,
  others,
  children,
}: SettingsFormProps) => {
  const disabledReason = refusal ?? (isChanged === false ? 'Nothing has been changed.' : undefined)
  return (
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
      {isChanged !== undefined && <LeaveGuard hasUnsaved={() => isChanged && !isPending} />}
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
}
