import { useState } from 'react'
import { Input } from 'react-aria-components/Input'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import { cx } from './class-names.ts'
import styles from './CodeField.module.css'
import fieldStyles from './Field.module.css'
import { FieldHelp } from './FieldHelp.tsx'
import { FieldLabel, type FieldTexts } from './FieldLabel.tsx'
import { typedCode } from './typed-code.ts'

interface CodeFieldProps extends FieldTexts {
  value: string
  onChange: (code: string) => void
  /** All digits are there. */
  onComplete?: (code: string) => void
  isDisabled?: boolean
  autoFocus?: boolean
  length?: number
}

/** A code of six digits. One real input, over cells that are only drawn, so that pasting and filling in work. */
export function CodeField({
  label,
  isOptional,
  helper,
  error,
  value,
  onChange,
  onComplete,
  length = 6,
  ...props
}: CodeFieldProps) {
  const [isFocused, setFocused] = useState(false)
  const type = (text: string) => {
    const code = typedCode(text, length)
    if (code === value) return
    onChange(code)
    if (code.length === length) onComplete?.(code)
  }
  const current = Math.min(value.length, length - 1)
  return (
    <AriaTextField
      {...props}
      validationBehavior="aria"
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      onChange={type}
      onFocusChange={setFocused}
      isInvalid={error !== undefined}
      className={fieldStyles.field!}
    >
      <FieldLabel label={label} {...(isOptional && { isOptional })} />
      <div className={styles.cells}>
        {Array.from({ length }, (_, at) => (
          <span
            key={at}
            aria-hidden
            className={cx(styles.cell, isFocused && at === current && styles.current)}
            data-empty={value[at] === undefined || undefined}
          >
            {value[at]}
          </span>
        ))}
        <Input className={styles.input!} />
      </div>
      <FieldHelp helper={helper} error={error} />
    </AriaTextField>
  )
}
