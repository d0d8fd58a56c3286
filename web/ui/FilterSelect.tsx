import { lazy } from 'react'
import type { Choice, ChoiceListProps } from './ChoiceList.tsx'
import { FilterPopover } from './FilterPopover.tsx'

// A list is closed most of the time.
const load = () => import('./ChoiceList.tsx')
const ChoiceList = lazy(async () => ({ default: (await load()).ChoiceList })) as <T extends string>(
  props: ChoiceListProps<T>,
) => React.ReactNode

interface FilterSelectProps<T extends string> {
  label: string
  /** Before what is chosen; by itself it is. Else it is only read out. */
  isLabelShown?: boolean
  choices: readonly Choice<T>[]
  value: T
  onChange: (value: T) => void
  isDisabled?: boolean
}

/** A filter of which one choice holds. */
export const FilterSelect = <T extends string>({
  label,
  isLabelShown = true,
  choices,
  value,
  onChange,
  isDisabled = false,
}: FilterSelectProps<T>) => (
  <FilterPopover
    label={label}
    isLabelShown={isLabelShown}
    shown={choices.find((choice) => choice.value === value)?.label}
    load={load}
    isDisabled={isDisabled}
  >
    {(close) => (
      <ChoiceList
        aria-label={label}
        // Opening the list is asking to choose from it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        selectionMode="single"
        disallowEmptySelection
        choices={choices}
        selectedKeys={[value]}
        onSelectionChange={(keys) => {
          const chosen = choices.find((choice) => keys !== 'all' && keys.has(choice.value))
          if (chosen && chosen.value !== value) onChange(chosen.value)
          close()
        }}
      />
    )}
  </FilterPopover>
)

interface FilterSetProps<T extends string> {
  label: string
  /** What the choices are, where the count alone does not say it. */
  noun?: string
  choices: readonly Choice<T>[]
  values: readonly T[]
  onChange: (values: T[]) => void
}

/** A filter of which any number of choices may hold; each applies at once. */
export const FilterSet = <T extends string>({
  label,
  noun = '',
  choices,
  values,
  onChange,
}: FilterSetProps<T>) => (
  <FilterPopover
    label={label}
    isLabelShown
    shown={`${values.length} of ${choices.length} ${noun}`.trim()}
    placement="bottom end"
    load={load}
  >
    {() => (
      <ChoiceList
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        selectionMode="multiple"
        choices={choices}
        selectedKeys={values}
        onSelectionChange={(keys) =>
          onChange(choices.map(({ value }) => value).filter((value) => keys === 'all' || keys.has(value)))
        }
      />
    )}
  </FilterPopover>
)
