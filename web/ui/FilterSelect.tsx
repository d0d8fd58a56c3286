import { Select, SelectValue } from 'react-aria-components/Select'
import { ChoiceList, type Choice } from './ChoiceList.tsx'
import { FilterTrigger } from './FilterTrigger.tsx'
import styles from './FilterSelect.module.css'
import { Popover } from './Popover.tsx'

interface FilterSelectProps<T extends string> {
  label: string
  choices: readonly Choice<T>[]
  value: T
  onChange: (value: T) => void
  isDisabled?: boolean
}

/** A filter of which one choice holds. */
export function FilterSelect<T extends string>({
  label,
  choices,
  value,
  onChange,
  isDisabled = false,
}: FilterSelectProps<T>) {
  const choose = (key: unknown) => {
    const chosen = choices.find((choice) => choice.value === key)
    if (chosen) onChange(chosen.value)
  }
  return (
    <Select aria-label={label} value={value} onChange={choose}>
      <FilterTrigger label={label} isDisabled={isDisabled}>
        <SelectValue>{choices.find((choice) => choice.value === value)?.label}</SelectValue>
      </FilterTrigger>
      <Popover placement="bottom start">
        <ChoiceList choices={choices} />
      </Popover>
    </Select>
  )
}

interface FilterSetProps<T extends string> {
  label: string
  choices: readonly Choice<T>[]
  values: readonly T[]
  onChange: (values: T[]) => void
}

/** A filter of which any number of choices may hold; each applies at once. */
export function FilterSet<T extends string>({ label, choices, values, onChange }: FilterSetProps<T>) {
  return (
    <Select
      aria-label={label}
      selectionMode="multiple"
      value={[...values]}
      onChange={(keys) =>
        onChange(choices.map((choice) => choice.value).filter((value) => keys.includes(value)))
      }
    >
      <FilterTrigger>
        {label}
        <SelectValue className={styles.count!}>
          {values.length} of {choices.length}
        </SelectValue>
      </FilterTrigger>
      <Popover placement="bottom end">
        <ChoiceList choices={choices} />
      </Popover>
    </Select>
  )
}
