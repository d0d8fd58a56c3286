import { lazy } from 'react'
import type { DraftProps } from './ChoiceDraft.tsx'
import { FilterPopover } from './FilterPopover.tsx'

// Search and list are closed most of the time.
const load = () => import('./ChoiceDraft.tsx')
const ChoiceDraft = lazy(async () => ({ default: (await load()).ChoiceDraft })) as <T extends string>(
  props: DraftProps<T>,
) => React.ReactNode

interface DraftPickerProps<T extends string> extends Omit<DraftProps<T>, 'onClose'> {
  label: string
  /** What the closed filter shows. */
  children: React.ReactNode
  isDisabled?: boolean
}

/** A filter of which many choices may hold, and which applies only when it is confirmed. */
export const DraftPicker = <T extends string>({
  label,
  isDisabled = false,
  children,
  ...draft
}: DraftPickerProps<T>) => (
  <FilterPopover label={label} shown={children} load={load} isDisabled={isDisabled}>
    {(close) => <ChoiceDraft {...draft} onClose={close} />}
  </FilterPopover>
)
