import { FilterTrigger } from './FilterTrigger.tsx'
import { PopoverTrigger } from './PopoverTrigger.tsx'

interface FilterPopoverProps {
  label: string
  /** The label stands before what the closed filter shows; without it, it is only read out. */
  isLabelShown?: boolean
  /** What the closed filter shows. */
  shown: React.ReactNode
  placement?: 'bottom start' | 'bottom end'
  /** Begins to load what `children` show, which few visits open. */
  load: () => Promise<unknown>
  /** Keeps the place of what loads. */
  waiting?: React.ReactNode
  isDisabled?: boolean
  children: (close: () => void) => React.ReactNode
}

/** A filter and what it opens. */
export const FilterPopover = ({
  label,
  isLabelShown = false,
  shown,
  isDisabled = false,
  ...opened
}: FilterPopoverProps) => (
  <PopoverTrigger
    {...opened}
    label={label}
    button={
      <FilterTrigger {...(isLabelShown ? { label } : { 'aria-label': label })} isDisabled={isDisabled}>
        {shown}
      </FilterTrigger>
    }
  />
)
