import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, LogOut, Plus, UserRound } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { PATHS } from '#web/paths.ts'
import { hasSession, sessionClaims } from '#web/session/session.ts'
import { trpc } from '#web/trpc.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button as TextButton } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Popover } from '#web/ui/Popover.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { useShellCompany } from './use-company.ts'
import styles from './UserBlock.module.css'

/** Who is looking, and what belongs to them alone: the theme, a further company, and leaving. */
export function UserBlock() {
  const { data: user } = useQuery({
    ...trpc.session.getUser.queryOptions(),
    staleTime: Infinity,
    meta: { isQuiet: true },
  })
  const { data: person } = useQuery({
    ...trpc.userSettings.getUserPersonalDetails.queryOptions(),
    enabled: hasSession(),
    meta: { isQuiet: true },
  })
  const navigate = useNavigate()
  const { company } = useShellCompany()
  if (!user) return null
  const email = user.email ?? sessionClaims().email ?? ''
  const name = person?.name ?? sessionClaims().name ?? email.replace(/@.*$/, '')
  return (
    <DialogTrigger>
      <Button className={styles.block!}>
        <Avatar name={name} />
        <span className={styles.words}>
          <span className={styles.name}>{name}</span>
          <span className={styles.email}>{email}</span>
        </span>
        <Icon of={ChevronDown} size={14} className={styles.chevron} />
      </Button>
      <Popover placement="bottom end">
        <Dialog aria-label="Account" className={styles.menu!}>
          <div className={styles.row}>
            Theme
            <ThemeSwitch />
          </div>
          <div className={styles.leave}>
            {company && (
              <TextButton
                slot="close"
                kind="ghost"
                icon={UserRound}
                onPress={() => void navigate({ to: PATHS.userDetails, params: { companyId: company.id } })}
              >
                Your settings
              </TextButton>
            )}
            <TextButton
              kind="ghost"
              icon={Plus}
              onPress={() => void navigate({ to: PATHS.personalDetails, search: { mode: 'add' } })}
            >
              Add account
            </TextButton>
            {/* By its page, since what is typed and not saved asks before a page is left. */}
            <TextButton
              slot="close"
              kind="ghost"
              icon={LogOut}
              onPress={() => void navigate({ to: PATHS.signOut })}
            >
              Sign out
            </TextButton>
          </div>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
