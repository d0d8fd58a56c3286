import { useEffect, useRef, useState } from 'react'
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
  /** The digits of the other kind of code that may have come: whoever types stops for a moment at the end of theirs. */
  longerLength?: number
}

/** How long somebody who types may take for the next digit of a longer code. */
const NEXT_DIGIT_MS = 800

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
  longerLength = length,
  ...props
}: CodeFieldProps) {
  const [isFocused, setFocused] = useState(false)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  const type = (text: string) => {
    const code = typedCode(text, longerLength)
    if (code === value) return
    clearTimeout(waiting.current)
    onChange(code)
    const isAtOnce = code.length - value.length > 1
    if (code.length === longerLength || (code.length === length && isAtOnce)) onComplete?.(code)
    else if (code.length === length) waiting.current = setTimeout(() => onComplete?.(code), NEXT_DIGIT_MS)
  }
  const cells = value.length > length ? longerLength : length
  const current = Math.min(value.length, cells - 1)
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
      <div className={cx(styles.cells, cells > length && styles.many)}>
        {Array.from({ length: cells }, (_, at) => (
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
