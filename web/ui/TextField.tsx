import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField'
import styles from './TextField.module.css'

interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'children'> {
  label: string
}

export function TextField({ label, ...props }: TextFieldProps) {
  return (
    <AriaTextField {...props} className={styles.field!}>
      <Label className={styles.label!}>{label}</Label>
      <Input className={styles.input!} />
    </AriaTextField>
  )
}
