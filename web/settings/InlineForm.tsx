import styles from './InlineForm.module.css'

interface InlineFormProps {
  label: string
  formRef: React.Ref<HTMLFormElement>
  onSubmit: () => void
  /** The button that sends it, beside the fields. */
  submit: React.ReactNode
  children: React.ReactNode
}

/** A few fields in a row that add one more to a list. */
export const InlineForm = ({ label, formRef, onSubmit, submit, children }: InlineFormProps) => (
  <form
    ref={formRef}
    noValidate
    aria-label={label}
    className={styles.form}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  >
    {children}
    <div className={styles.submit}>{submit}</div>
  </form>
)
