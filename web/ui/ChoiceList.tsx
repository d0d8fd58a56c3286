import type { ListBoxProps } from 'react-aria-components/ListBox'
import { Option, OptionList } from './OptionList.tsx'

export interface Choice<T extends string = string> {
  value: T
  label: string
  icon?: React.ReactNode
  /** Explains the choice in the list. */
  hint?: string
  /** Other words that a search finds it by. */
  words?: string
}

export interface ChoiceListProps<T extends string> extends Omit<
  ListBoxProps<Choice<T>>,
  'className' | 'children'
> {
  choices: readonly Choice<T>[]
}

/** Choices as the options of a select or picker. */
export const ChoiceList = <T extends string>({ choices, ...props }: ChoiceListProps<T>) => (
  <OptionList {...props}>
    {choices.map(({ value, label, icon, hint, words }) => (
      <Option key={value} id={value} textValue={words ? `${label} ${words}` : label} hint={hint}>
        {icon}
        {label}
      </Option>
    ))}
  </OptionList>
)
