import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import styles from './ChoiceGroup.module.css'

interface ChoiceGroupProps {
  label: string
  choices: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
}

/** A question with a few answers, all in view. */
export function ChoiceGroup({ label, choices, value, onChange }: ChoiceGroupProps) {
  return (
    <RadioGroup value={value} onChange={onChange} className={styles.group!}>
      <Label className={styles.label!}>{label}</Label>
      {choices.map((choice) => (
        <Radio key={choice.value} value={choice.value} className={styles.choice!}>
          <span className={styles.mark} />
          {choice.label}
        </Radio>
      ))}
    </RadioGroup>
  )
}
