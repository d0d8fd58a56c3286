import { useQuery } from '@tanstack/react-query'
import type { Permission } from '#contract/roles.ts'
import { useCompany } from '#web/shell/use-company.ts'
import { trpc } from '#web/trpc.ts'
import { refusalReason } from './role-words.ts'

/** The reason while it is not known yet whether there is one. */
export const ROLE_UNKNOWN = 'Your role is being read.'

/** The people of the company of the address. */
export function useTeam() {
  const { company } = useCompany()
  return useQuery(teamQuery(company.id))
}

const teamQuery = (companyId: string) => trpc.companySettings.permissions.getTeam.queryOptions({ companyId })

/** Why the person who looks may not do something in the company of the address; undefined where they may. */
export const useRefusal = (permission: Permission): string | undefined =>
  useRefusalIn(useCompany().company.id, permission)

/** The same for a company that need not be that of the address. */
export function useRefusalIn(companyId: string, permission: Permission): string | undefined {
  const { data: team } = useQuery(teamQuery(companyId))
  return team ? refusalReason(team.role, permission) : ROLE_UNKNOWN
}
