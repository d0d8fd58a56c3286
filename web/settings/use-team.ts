import { useQuery } from '@tanstack/react-query'
import type { Permission } from '#contract/roles.ts'
import { useCompany } from '#web/shell/use-company.ts'
import { trpc } from '#web/trpc.ts'
import { refusalReason } from './role-words.ts'

/** The people of the company of the address. */
export function useTeam() {
  const { company } = useCompany()
  return useQuery(trpc.companySettings.permissions.getTeam.queryOptions({ companyId: company.id }))
}

/** Why the person who looks may not do something in this company; undefined where they may. */
export function useRefusal(permission: Permission): string | undefined {
  const { data: team } = useTeam()
  return team ? refusalReason(team.role, permission) : 'Your role is being read.'
}
