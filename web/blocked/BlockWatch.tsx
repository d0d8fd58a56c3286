import { useQuery } from '@tanstack/react-query'
import { useMatch, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { QUERIES } from '#web/area-guard.ts'
import { PATHS } from '#web/paths.ts'
import { rememberCompany } from '#web/shell/selected-company.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { useBlockStatus } from './use-block-status.ts'

/** Leads the people of a company away once it is blocked, and warns administrators who stay. */
export function BlockWatch() {
  const companyId = useMatch({ from: '/$companyId', shouldThrow: false })?.params.companyId
  const navigate = useNavigate()
  const isBlocked = useBlockStatus(companyId).data?.blocked ?? false
  const isAdmin = useQuery({ ...QUERIES.user, enabled: isBlocked }).data?.isPlatformAdmin
  const isLeaving = isBlocked && isAdmin === false
  useEffect(() => {
    if (!isLeaving || companyId === undefined) return
    rememberCompany(companyId)
    void navigate({ to: PATHS.blocked, replace: true })
  }, [isLeaving, companyId, navigate])
  return (
    isBlocked &&
    isAdmin && (
      <Banner appearance="warning">
        Accessing a blocked company. Warning: data may be partially synced or have a large performance impact.
      </Banner>
    )
  )
}
