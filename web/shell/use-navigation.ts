import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { QUERIES } from '#web/area-guard.ts'
import { NAVIGATION, PLATFORM, type NavigationGroup } from './navigation.ts'
import { useShellCompany } from './use-company.ts'

/** The pages that this person may open from here. */
export function useNavigation(): readonly NavigationGroup[] {
  const hasCompany = useShellCompany().company !== undefined
  const isAdmin = useQuery(QUERIES.isPlatformAdmin).data === true
  return useMemo(
    () => [...(hasCompany ? NAVIGATION : []), ...(isAdmin ? [PLATFORM] : [])],
    [hasCompany, isAdmin],
  )
}
