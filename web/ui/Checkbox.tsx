import { CheckboxButton, CheckboxField, type CheckboxFieldProps } from 'react-aria-components/Checkbox'
import { CheckMark } from './CheckMark.tsx'
import styles from './Choice.module.css'
import { FieldHelp } from './FieldHelp.tsx'
import type { FieldTexts } from './FieldLabel.tsx'

interface CheckboxProps
  extends
    Omit<CheckboxFieldProps, 'className' | 'children' | 'isInvalid'>,
    Pick<FieldTexts, 'helper' | 'error'> {
  children: React.ReactNode
}

export const Checkbox = ({ helper, error, children, ...props }: CheckboxProps) => (
  <CheckboxField
    validationBehavior="aria"
    {...props}
    isInvalid={error !== undefined}
    className={styles.field!}
  >
    <CheckboxButton className={styles.choice!}>
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className={styles.mark}>
            <CheckMark isSelected={isSelected} isIndeterminate={isIndeterminate} />
          </span>
          <span>{children}</span>
        </>
      )}
    </CheckboxButton>
    <FieldHelp helper={helper} error={error} />
  </CheckboxField>
)
