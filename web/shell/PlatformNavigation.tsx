import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { useMemo } from 'react'
import { QUERIES } from '#web/area-guard.ts'
import { PATHS } from '#web/paths.ts'
import { useCommands, type Command } from './commands.ts'
import type { NavigationGroup } from './navigation.ts'
import { SidebarGroup } from './SidebarGroup.tsx'

const FIRST = { page: 'companies' }

interface PlatformNavigationProps {
  isOpen: boolean
  onNavigate: () => void
}

/** The way to the area of those who run the platform, for them alone. */
export function PlatformNavigation(props: PlatformNavigationProps) {
  const isAdmin = useQuery(QUERIES.isPlatformAdmin).data === true
  const navigate = useNavigate()
  // On a page of the platform its entry is marked, whichever page that is.
  const here = useParams({ strict: false }).page
  const platform: NavigationGroup = {
    label: 'Operation',
    entries: [
      { label: 'Platform', icon: ShieldCheck, to: PATHS.admin, params: here ? { page: here } : FIRST },
    ],
  }
  const commands = useMemo(
    (): Command[] =>
      isAdmin
        ? [
            {
              id: 'platform',
              label: 'Platform',
              group: 'Pages',
              words: 'administration brands companies licenses jobs audit log maintenance',
              run: () => void navigate({ to: PATHS.admin, params: FIRST }),
            },
          ]
        : [],
    [isAdmin, navigate],
  )
  useCommands(commands)
  return isAdmin && <SidebarGroup group={platform} {...props} />
}
