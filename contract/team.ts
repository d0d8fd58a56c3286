import { z } from 'zod'
import { CompanyId, Id } from './fields.ts'
import { ROLES, type Role } from './roles.ts'

const Member = z.object({ companyId: CompanyId, userId: Id })

export const InviteInput = z.object({
  companyId: CompanyId,
  email: z.email('Provide a valid email address.').max(320, 'Provide a valid email address.'),
  role: z.enum(ROLES),
})
export const InvitationInput = z.object({ companyId: CompanyId, invitationId: Id })
export const MemberInput = Member
export const ChangeRoleInput = Member.extend({ role: z.enum(ROLES) })

export interface TeamMember {
  userId: string
  email: string | null
  /** Null until they have told it. */
  name: string | null
  role: Role
  joinedAt: string
  /** The one who asks. */
  isSelf: boolean
}

export interface TeamInvitation {
  id: string
  email: string
  role: Role
  expiresAt: string
  isExpired: boolean
}

export interface Team {
  members: TeamMember[]
  invitations: TeamInvitation[]
  /** Of the one who asks. */
  role: Role
}
