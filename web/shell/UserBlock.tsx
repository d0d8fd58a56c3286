import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { trpc } from '#web/trpc.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Popover } from '#web/ui/Popover.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import styles from './UserBlock.module.css'

/** Who is looking, and what belongs to them alone. Its popover is where their settings and leaving will stand. */
export function UserBlock() {
  const { data: user } = useQuery({
    ...trpc.session.getUser.queryOptions(),
    staleTime: Infinity,
    meta: { isQuiet: true },
  })
  if (!user) return null
  return (
    <DialogTrigger>
      <Button className={styles.block!}>
        <Avatar name={user.name} />
        <span className={styles.words}>
          <span className={styles.name}>{user.name}</span>
          <span className={styles.email}>{user.email ?? 'Not signed in'}</span>
        </span>
        <Icon of={ChevronDown} size={14} className={styles.chevron} />
      </Button>
      <Popover placement="bottom end">
        <Dialog aria-label="Account" className={styles.menu!}>
          <div className={styles.row}>
            Theme
            <ThemeSwitch />
          </div>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
