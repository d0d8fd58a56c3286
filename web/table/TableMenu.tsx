import type { LucideIcon } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { PopoverTrigger } from '#web/ui/PopoverTrigger.tsx'
import styles from './TableMenu.module.css'

interface TableMenuProps {
  label: string
  icon: LucideIcon
  isDisabled?: boolean
  isPending?: boolean
  /** Begins to load what `children` show, which few visits open. */
  load?: () => Promise<unknown>
  /** Keeps the place of what loads. */
  waiting?: React.ReactNode
  children: (close: () => void) => React.ReactNode
}

/** A button over a table, and what it opens. */
export const TableMenu = ({
  label,
  icon,
  isDisabled = false,
  isPending = false,
  load,
  waiting = <div className={styles.waiting} />,
  children,
}: TableMenuProps) => (
  <PopoverTrigger
    label={label}
    placement="bottom end"
    load={load}
    waiting={waiting}
    button={
      <Button kind="ghost" size="sm" icon={icon} foldsToIcon isDisabled={isDisabled} isPending={isPending}>
        {label}
      </Button>
    }
  >
    {children}
  </PopoverTrigger>
)
