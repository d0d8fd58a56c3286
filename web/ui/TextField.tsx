import { Input } from 'react-aria-components/Input'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField'
import { cx } from './class-names.ts'
import styles from './Field.module.css'
import { FieldHelp } from './FieldHelp.tsx'
import { FieldLabel, type FieldTexts } from './FieldLabel.tsx'

export interface TextFieldProps
  extends Omit<AriaTextFieldProps, 'className' | 'children' | 'isInvalid'>, FieldTexts {
  placeholder?: string
  /** As wide as what surrounds it, rather than 18rem. */
  isWide?: boolean
  /** Stand inside the box, before and after what is typed. */
  before?: React.ReactNode
  after?: React.ReactNode
  /** Numbers stand right. */
  isNumber?: boolean
}

export function TextField({
  label,
  isOptional,
  helper,
  error,
  placeholder,
  isWide = false,
  before,
  after,
  isNumber = false,
  ...props
}: TextFieldProps) {
  return (
    <AriaTextField
      validationBehavior="aria"
      {...props}
      isInvalid={error !== undefined}
      className={cx(styles.field, isWide && styles.wide)}
    >
      <FieldLabel label={label} {...(isOptional && { isOptional })} />
      <div className={styles.box}>
        {before}
        <Input
          {...(placeholder !== undefined && { placeholder })}
          className={cx(styles.input, isNumber && styles.number)}
        />
        {after}
      </div>
      <FieldHelp helper={helper} error={error} />
    </AriaTextField>
  )
}
