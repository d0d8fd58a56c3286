import { CheckboxGroup } from 'react-aria-components/CheckboxGroup'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { FieldLabel } from '#web/ui/FieldLabel.tsx'
import styles from './CheckboxChoices.module.css'

interface CheckboxChoicesProps<T extends string> {
  label: string
  choices: readonly { value: T; label: string }[]
  values: readonly T[]
  onChange: (values: T[]) => void
}

/** A question to which any number of answers may hold. */
export const CheckboxChoices = <T extends string>({
  label,
  choices,
  values,
  onChange,
}: CheckboxChoicesProps<T>) => (
  <CheckboxGroup
    value={[...values]}
    onChange={(keys) =>
      onChange(choices.map((choice) => choice.value).filter((value) => keys.includes(value)))
    }
    className={styles.group!}
  >
    <FieldLabel label={label} isOptional />
    <div className={styles.choices}>
      {choices.map((choice) => (
        <Checkbox key={choice.value} value={choice.value}>
          {choice.label}
        </Checkbox>
      ))}
    </div>
  </CheckboxGroup>
)
