import { SwitchButton, SwitchField, type SwitchFieldProps } from 'react-aria-components/Switch'
import { cx } from './class-names.ts'
import choiceStyles from './Choice.module.css'
import { FieldHelp } from './FieldHelp.tsx'
import type { FieldTexts } from './FieldLabel.tsx'
import styles from './Switch.module.css'

interface SwitchProps extends Omit<SwitchFieldProps, 'className' | 'children'>, Pick<FieldTexts, 'helper'> {
  children: React.ReactNode
}

/** Turns something on or off at once; what waits for a button is a check box. */
export const Switch = ({ helper, children, ...props }: SwitchProps) => (
  <SwitchField {...props} className={choiceStyles.field!}>
    <SwitchButton className={choiceStyles.choice!}>
      <span className={cx(choiceStyles.mark, styles.track)} />
      <span>{children}</span>
    </SwitchButton>
    <FieldHelp helper={helper} />
  </SwitchField>
)
