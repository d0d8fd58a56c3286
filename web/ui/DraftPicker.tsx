import { useState } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import type { Selection } from 'react-aria-components/ListBox'
import { Button } from './Button.tsx'
import { countText } from './numbers.ts'
import styles from './DraftPicker.module.css'
import { FilterTrigger } from './FilterTrigger.tsx'
import { Option, OptionList } from './OptionList.tsx'
import { Popover } from './Popover.tsx'
import { SearchableList } from './SearchableList.tsx'

export interface DraftChoice<T extends string> {
  value: T
  label: string
  icon?: React.ReactNode
  hint?: string
}

interface DraftPickerProps<T extends string> {
  label: string
  searchLabel: string
  choices: readonly DraftChoice<T>[]
  values: readonly T[]
  onChange: (values: T[]) => void
  /** What the closed filter shows. */
  children: React.ReactNode
  isDisabled?: boolean
}

/** A filter of which many choices may hold, and which applies only when it is confirmed. */
export function DraftPicker<T extends string>({
  label,
  isDisabled = false,
  children,
  ...draft
}: DraftPickerProps<T>) {
  return (
    <DialogTrigger>
      <FilterTrigger aria-label={label} isDisabled={isDisabled}>
        {children}
      </FilterTrigger>
      <Popover placement="bottom start">
        <Dialog aria-label={label} className={styles.dialog!}>
          {({ close }) => <Draft {...draft} onClose={close} />}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

type DraftProps<T extends string> = Pick<
  DraftPickerProps<T>,
  'searchLabel' | 'choices' | 'values' | 'onChange'
> & { onClose: () => void }

/** Lives only while the popover is open, so that leaving it in any way forgets the draft. */
function Draft<T extends string>({ searchLabel, choices, values, onChange, onClose }: DraftProps<T>) {
  const [draft, setDraft] = useState<ReadonlySet<T>>(new Set(values))
  const isUnchanged = draft.size === values.length && values.every((value) => draft.has(value))

  const choose = (keys: Selection) =>
    setDraft(new Set(choices.map(({ value }) => value).filter((value) => keys === 'all' || keys.has(value))))
  const confirm = () => {
    onChange([...draft])
    onClose()
  }
  return (
    <>
      <SearchableList label={searchLabel}>
        <OptionList
          aria-label={searchLabel}
          selectionMode="multiple"
          selectedKeys={draft}
          onSelectionChange={choose}
        >
          {choices.map((choice) => (
            <Option key={choice.value} id={choice.value} textValue={choice.label} hint={choice.hint}>
              {choice.icon}
              {choice.label}
            </Option>
          ))}
        </OptionList>
      </SearchableList>
      <div className={styles.foot}>
        <span className={styles.count}>{countText(draft.size, 'item')} selected</span>
        <Button isDisabled={isUnchanged} onPress={onClose}>
          Cancel
        </Button>
        <Button kind="primary" isDisabled={isUnchanged || draft.size === 0} onPress={confirm}>
          Confirm
        </Button>
      </div>
    </>
  )
}
