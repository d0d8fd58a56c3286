import { lazy, Suspense } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { FilterTrigger } from '#web/ui/FilterTrigger.tsx'
import { ModalFrame } from '#web/ui/ModalFrame.tsx'
import { selectedText } from '#web/ui/selected-text.ts'
import type { EntitySource } from './EntitySelector.tsx'
import styles from './EntityFilter.module.css'
import { selectedCount, type Selection } from './selection.ts'

// Lists and chips are closed most of the time.
const loadSelector = () => import('./EntitySelector.tsx')
const EntitySelector = lazy(async () => ({ default: (await loadSelector()).EntitySelector }))

interface EntityFilterProps {
  label: string
  source: EntitySource
  value: Selection
  onChange: (selection: Selection) => void
  /** What the filter shows while nothing is selected. */
  none?: string
  isDisabled?: boolean
}

/** A filter by products, markets or queries: how many are selected, and a dialog to select others. */
export function EntityFilter({
  label,
  source,
  value,
  onChange,
  none = 'All',
  isDisabled = false,
}: EntityFilterProps) {
  const count = selectedCount(value)
  const trigger = (
    <FilterTrigger
      label={label}
      isDisabled={isDisabled}
      onHoverStart={() => void loadSelector()}
      onFocus={() => void loadSelector()}
    >
      {count === 0 ? none : selectedText(count)}
    </FilterTrigger>
  )
  return (
    <ModalFrame trigger={trigger} size="lg">
      <Dialog aria-label={source.title} className={styles.dialog!}>
        {({ close }) => (
          <Suspense>
            <EntitySelector
              source={source}
              value={value}
              onCancel={close}
              onApply={(selection) => {
                onChange(selection)
                close()
              }}
            />
          </Suspense>
        )}
      </Dialog>
    </ModalFrame>
  )
}
