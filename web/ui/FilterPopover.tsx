import { Suspense } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import styles from './FilterPopover.module.css'
import { FilterTrigger } from './FilterTrigger.tsx'
import { Popover } from './Popover.tsx'

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
  placement = 'bottom start',
  load,
  waiting,
  isDisabled = false,
  children,
}: FilterPopoverProps) => (
  <DialogTrigger>
    <FilterTrigger
      {...(isLabelShown ? { label } : { 'aria-label': label })}
      isDisabled={isDisabled}
      onHoverStart={() => void load()}
      onFocus={() => void load()}
    >
      {shown}
    </FilterTrigger>
    <Popover placement={placement}>
      <Dialog aria-label={label} className={styles.dialog!}>
        {({ close }) => <Suspense fallback={waiting}>{children(close)}</Suspense>}
      </Dialog>
    </Popover>
  </DialogTrigger>
)
