import { TextArea } from 'react-aria-components/TextArea'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import { cx } from './class-names.ts'
import styles from './Field.module.css'
import { FieldHelp } from './FieldHelp.tsx'
import { FieldLabel } from './FieldLabel.tsx'
import areaStyles from './TextAreaField.module.css'
import type { TextFieldProps } from './TextField.tsx'

interface TextAreaFieldProps extends Omit<TextFieldProps, 'before' | 'after' | 'isNumber' | 'type'> {
  rows?: number
}

/** Several lines of text. */
export function TextAreaField({
  label,
  isOptional,
  helper,
  error,
  placeholder,
  isWide = false,
  rows = 4,
  ...props
}: TextAreaFieldProps) {
  return (
    <AriaTextField
      validationBehavior="aria"
      {...props}
      isInvalid={error !== undefined}
      className={cx(styles.field, isWide && styles.wide)}
    >
      <FieldLabel label={label} {...(isOptional && { isOptional })} />
      <TextArea
        rows={rows}
        {...(placeholder !== undefined && { placeholder })}
        className={cx(styles.box, areaStyles.area)}
      />
      <FieldHelp helper={helper} error={error} />
    </AriaTextField>
  )
}
