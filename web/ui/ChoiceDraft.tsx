import { useState } from 'react'
import type { Selection } from 'react-aria-components/ListBox'
import { Button } from './Button.tsx'
import { ChoiceList, type Choice } from './ChoiceList.tsx'
import styles from './ChoiceDraft.module.css'
import { SearchableList } from './SearchableList.tsx'
import { selectedText } from './selected-text.ts'

export interface DraftProps<T extends string> {
  searchLabel: string
  choices: readonly Choice<T>[]
  values: readonly T[]
  onChange: (values: T[]) => void
  /** No choice may hold too. */
  allowsNone?: boolean
  /** So many may hold at once. */
  countMax?: number
  onClose: () => void
}

/** Lives only while the popover is open, so that leaving it in any way forgets the draft. */
export function ChoiceDraft<T extends string>({
  searchLabel,
  choices,
  values,
  onChange,
  allowsNone = false,
  countMax = Infinity,
  onClose,
}: DraftProps<T>) {
  const [draft, setDraft] = useState<ReadonlySet<T>>(new Set(values))
  const isUnchanged = draft.size === values.length && values.every((value) => draft.has(value))
  const problem =
    draft.size === 0 && !allowsNone
      ? 'Choose at least one.'
      : draft.size > countMax
        ? `Choose at most ${countMax}.`
        : undefined

  const choose = (keys: Selection) =>
    setDraft(new Set(choices.map(({ value }) => value).filter((value) => keys === 'all' || keys.has(value))))
  const confirm = () => {
    onChange([...draft])
    onClose()
  }
  return (
    <>
      <SearchableList label={searchLabel}>
        <ChoiceList
          aria-label={searchLabel}
          selectionMode="multiple"
          selectedKeys={draft}
          onSelectionChange={choose}
          choices={choices}
        />
      </SearchableList>
      <div className={styles.foot}>
        <span className={styles.count}>{selectedText(draft.size)}</span>
        <Button isDisabled={isUnchanged} onPress={onClose}>
          Cancel
        </Button>
        <Button
          kind="primary"
          isDisabled={isUnchanged}
          disabledReason={isUnchanged ? undefined : problem}
          onPress={confirm}
        >
          Confirm
        </Button>
      </div>
    </>
  )
}
