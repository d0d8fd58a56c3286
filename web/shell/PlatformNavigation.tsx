import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { useMemo } from 'react'
import { QUERIES } from '#web/area-guard.ts'
import { PATHS } from '#web/paths.ts'
import { useCommands, type Command } from './commands.ts'
import type { NavigationGroup } from './navigation.ts'
import { SidebarGroup } from './SidebarGroup.tsx'

const params = { page: 'companies' }
const PLATFORM: NavigationGroup = {
  label: 'Operation',
  entries: [{ label: 'Platform', icon: ShieldCheck, to: PATHS.admin, params }],
}

interface PlatformNavigationProps {
  isOpen: boolean
  onNavigate: () => void
}

/** The way to the area of those who run the platform, for them alone. */
export function PlatformNavigation(props: PlatformNavigationProps) {
  const isAdmin = useQuery(QUERIES.isPlatformAdmin).data === true
  const navigate = useNavigate()
  const commands = useMemo(
    (): Command[] =>
      isAdmin
        ? [
            {
              id: 'platform',
              label: 'Platform',
              group: 'Pages',
              words: 'administration brands companies licenses jobs audit log maintenance',
              run: () => void navigate({ to: PATHS.admin, params }),
            },
          ]
        : [],
    [isAdmin, navigate],
  )
  useCommands(commands)
  return isAdmin && <SidebarGroup group={PLATFORM} {...props} />
}
