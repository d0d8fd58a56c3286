import type { LucideIcon } from 'lucide-react'
import { Suspense } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Button } from '#web/ui/Button.tsx'
import { Popover } from '#web/ui/Popover.tsx'
import styles from './TableMenu.module.css'

interface TableMenuProps {
  label: string
  icon: LucideIcon
  children: (close: () => void) => React.ReactNode
}

/** A button over a table, and what it opens. */
export const TableMenu = ({ label, icon, children }: TableMenuProps) => (
  <DialogTrigger>
    <Button kind="ghost" size="sm" icon={icon} foldsToIcon>
      {label}
    </Button>
    <Popover placement="bottom end">
      <Dialog aria-label={label} className={styles.dialog!}>
        {({ close }) => <Suspense fallback={<div className={styles.waiting} />}>{children(close)}</Suspense>}
      </Dialog>
    </Popover>
  </DialogTrigger>
)
