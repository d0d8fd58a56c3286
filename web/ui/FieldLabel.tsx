import { Label } from 'react-aria-components/Label'
import styles from './Field.module.css'

/** What every field says about itself. */
export interface FieldTexts {
  label: string
  isOptional?: boolean
  /** What is asked for, below the field. */
  helper?: React.ReactNode
  /** What is wrong with it, and how it becomes right. */
  error?: string | undefined
}

export const FieldLabel = ({ label, isOptional = false }: Pick<FieldTexts, 'label' | 'isOptional'>) => (
  <Label className={styles.label!}>
    {label}
    {isOptional && <span className={styles.optional}>(Optional)</span>}
  </Label>
)
