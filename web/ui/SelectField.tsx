import { ChevronDown } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Select, SelectValue } from 'react-aria-components/Select'
import { ChoiceList, type Choice } from './ChoiceList.tsx'
import { cx } from './class-names.ts'
import fieldStyles from './Field.module.css'
import { FieldHelp } from './FieldHelp.tsx'
import { FieldLabel, type FieldTexts } from './FieldLabel.tsx'
import { Icon } from './Icon.tsx'
import { Popover } from './Popover.tsx'
import { SearchableList } from './SearchableList.tsx'
import styles from './SelectField.module.css'

interface SelectFieldProps<T extends string> extends FieldTexts {
  choices: readonly Choice<T>[]
  value: T | null
  onChange: (value: T) => void
  placeholder?: string
  /** Names the search box over the choices, for when there are more than one reads through. */
  searchLabel?: string
  isDisabled?: boolean
  isWide?: boolean
}

/** A field of which one choice holds. */
export function SelectField<T extends string>({
  label,
  isOptional,
  helper,
  error,
  choices,
  value,
  onChange,
  placeholder = 'Please select',
  searchLabel,
  isDisabled = false,
  isWide = false,
}: SelectFieldProps<T>) {
  const chosen = choices.find((choice) => choice.value === value)
  const choose = (key: unknown) => {
    const choice = choices.find((one) => one.value === key)
    if (choice) onChange(choice.value)
  }
  const list = <ChoiceList choices={choices} renderEmptyState={() => 'No results found.'} />
  return (
    <Select
      value={value}
      onChange={choose}
      isDisabled={isDisabled}
      validationBehavior="aria"
      isInvalid={error !== undefined}
      placeholder={placeholder}
      className={cx(fieldStyles.field, isWide && fieldStyles.wide)}
    >
      <FieldLabel label={label} {...(isOptional && { isOptional })} />
      <Button className={cx(fieldStyles.box, styles.button)}>
        <SelectValue className={styles.value!}>
          {({ defaultChildren }) =>
            chosen ? (
              <>
                {chosen.icon}
                {chosen.label}
              </>
            ) : (
              defaultChildren
            )
          }
        </SelectValue>
        <Icon of={ChevronDown} size={14} />
      </Button>
      <FieldHelp helper={helper} error={error} />
      <Popover placement="bottom start">
        {searchLabel === undefined ? list : <SearchableList label={searchLabel}>{list}</SearchableList>}
      </Popover>
    </Select>
  )
}
