import type { Key } from 'react-aria-components/ListBox'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
import { wholeText } from './numbers.ts'
import styles from './SegmentedControl.module.css'

interface SegmentedControlProps<T extends string> {
  label: string
  options: readonly {
    value: T
    label: string
    icon?: React.ReactNode
    count?: number
    isDisabled?: boolean
  }[]
  value: T
  onChange: (value: T) => void
  isDisabled?: boolean
}

/** Two to four fixed choices, of which one always holds. An option with an icon shows only that. */
export function SegmentedControl<T extends string>({
  label,
  options,
  value,
  onChange,
  isDisabled = false,
}: SegmentedControlProps<T>) {
  const choose = (keys: Set<Key>) => {
    const chosen = options.find((option) => keys.has(option.value))
    if (chosen) onChange(chosen.value)
  }
  return (
    <ToggleButtonGroup
      aria-label={label}
      selectedKeys={[value]}
      onSelectionChange={choose}
      disallowEmptySelection
      isDisabled={isDisabled}
      className={styles.group!}
    >
      {options.map((option) => (
        <ToggleButton
          key={option.value}
          id={option.value}
          isDisabled={isDisabled || option.isDisabled === true}
          {...(option.icon ? { 'aria-label': option.label } : {})}
          className={styles.option!}
        >
          {option.icon ?? option.label}
          {option.count !== undefined && <span className={styles.count}>{wholeText(option.count)}</span>}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
