import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import choiceStyles from './Choice.module.css'
import styles from './ChoiceGroup.module.css'
import { cx } from './class-names.ts'
import { FieldHelp } from './FieldHelp.tsx'
import { FieldLabel, type FieldTexts } from './FieldLabel.tsx'

interface ChoiceGroupProps<T extends string> extends FieldTexts {
  choices: readonly { value: T; label: string; hint?: string; isDisabled?: boolean }[]
  /** Null while none is chosen. */
  value: T | null
  onChange: (value: T) => void
  isDisabled?: boolean
}

/** A question with a few answers, all in view. */
export function ChoiceGroup<T extends string>({
  label,
  isOptional,
  helper,
  error,
  choices,
  value,
  onChange,
  isDisabled = false,
}: ChoiceGroupProps<T>) {
  const choose = (key: string) => {
    const choice = choices.find((one) => one.value === key)
    if (choice) onChange(choice.value)
  }
  return (
    <RadioGroup
      value={value}
      onChange={choose}
      isDisabled={isDisabled}
      validationBehavior="aria"
      isInvalid={error !== undefined}
      className={styles.group!}
    >
      <FieldLabel label={label} {...(isOptional && { isOptional })} />
      {choices.map((choice) => (
        <Radio
          key={choice.value}
          value={choice.value}
          {...(choice.isDisabled && { isDisabled: true })}
          className={choiceStyles.choice!}
        >
          <span className={cx(choiceStyles.mark, styles.mark)} />
          <span>
            {choice.label}
            {choice.hint && <span className={styles.hint}>{choice.hint}</span>}
          </span>
        </Radio>
      ))}
      <FieldHelp helper={helper} error={error} />
    </RadioGroup>
  )
}
