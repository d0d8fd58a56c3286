import type { TeamMember } from '#contract/team.ts'

/** What somebody is called: their name, or the address that they sign in with. */
export const memberName = ({ name, email }: Pick<TeamMember, 'name' | 'email'>): string =>
  name ?? email?.replace(/@.*$/, '') ?? 'Somebody'
