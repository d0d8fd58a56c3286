import { z } from 'zod'
import { ChangeRoleInput, InvitationInput, InviteInput, MemberInput, type Team } from '#contract/team.ts'
import type { Role } from '#contract/roles.ts'
import { actorOf, userOf } from '#server/access.ts'
import {
  changeRole,
  invite,
  joinPendingInvitations,
  listInvitations,
  listMembers,
  recordAudit,
  removeMember,
  setUserEmail,
  transferOwnership,
  withdrawInvitation,
  type Company,
} from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import type { Mail } from '#server/mail/outbox.ts'
import { paragraphsMail } from '#server/mail/paragraphs.ts'
import { companyProcedure, companyProcedureFor, router, userProcedure, type Context } from '#server/trpc.ts'

const forOwners = companyProcedureFor('manageTeam')

const permissionsRouter = router({
  /** Run after every sign-in: the address that the pool has verified decides which invitations are the user's. */
  joinAllPendingInvites: userProcedure
    .input(z.object({ idToken: z.string().max(10_000) }))
    .mutation(async ({ ctx, input }) => {
      const email = await ctx.tokens.verifiedEmail(input.idToken, ctx.user.subject)
      if (email === undefined) throw new AppError('NOT_SIGNED_IN')
      const { accounts } = ctx.services
      const user = await setUserEmail(accounts, ctx.user, email)
      const joined = await joinPendingInvitations(accounts, user, ctx.services.now())
      for (const { companyId, role } of joined)
        await recordAudit(accounts, { actor: user.id, action: 'team.join', companyId, details: { role } })
      return { joined: joined.map(({ companyId }) => companyId) }
    }),

  getTeam: companyProcedure.query(async ({ ctx }): Promise<Team> => {
    const { accounts } = ctx.services
    const [members, invitations] = await Promise.all([
      listMembers(accounts, ctx.company),
      listInvitations(accounts, ctx.company),
    ])
    const self = ctx.caller.kind === 'user' ? ctx.caller.user.id : undefined
    return {
      role: ctx.role,
      members: members.map(({ joinedAt, ...member }) => ({
        ...member,
        joinedAt: joinedAt.toISOString(),
        isSelf: member.userId === self,
      })),
      invitations: invitations.map(({ id, email, role, expiresAt }) => ({
        id,
        email,
        role,
        expiresAt: expiresAt.toISOString(),
        isExpired: expiresAt <= ctx.services.now(),
      })),
    }
  }),

  /** Also sends a pending invitation again, with another role where one is given. */
  invite: forOwners.input(InviteInput).mutation(async ({ ctx, input: { email, role } }) => {
    const { accounts } = ctx.services
    const invitation = await invite(accounts, ctx.company, {
      email,
      role,
      invitedBy: actorOf(ctx.caller),
      now: ctx.services.now(),
    })
    await ctx.mailer.send(invitationMail(ctx.address, ctx.company, invitation))
    await audit(ctx, 'team.invite', { email: invitation.email, role })
    return { id: invitation.id }
  }),

  withdrawInvite: forOwners.input(InvitationInput).mutation(async ({ ctx, input }) => {
    if (!(await withdrawInvitation(ctx.services.accounts, ctx.company, input.invitationId)))
      throw new AppError('INVITATION_UNKNOWN')
    await audit(ctx, 'team.withdraw', { invitationId: input.invitationId })
  }),

  changeRole: forOwners.input(ChangeRoleInput).mutation(async ({ ctx, input: { userId, role } }) => {
    await changeRole(ctx.services.accounts, ctx.company, userId, role)
    await audit(ctx, 'team.role', { userId, role })
  }),

  removeMember: forOwners.input(MemberInput).mutation(async ({ ctx, input: { userId } }) => {
    await removeMember(ctx.services.accounts, ctx.company, userId)
    await audit(ctx, 'team.remove', { userId })
  }),

  transferOwnership: forOwners.input(MemberInput).mutation(async ({ ctx, input: { userId } }) => {
    await transferOwnership(ctx.services.accounts, ctx.company, userOf(ctx.caller).id, userId)
    await audit(ctx, 'team.transfer', { userId })
  }),

  leave: companyProcedureFor('leaveCompany').mutation(async ({ ctx }) => {
    await removeMember(ctx.services.accounts, ctx.company, userOf(ctx.caller).id)
    await audit(ctx, 'team.leave', {})
  }),
})

export const companySettingsRouter = router({ permissions: permissionsRouter })

type CompanyContext = Context & { company: Company }

const audit = (ctx: CompanyContext, action: string, details: Record<string, unknown>) =>
  recordAudit(ctx.services.accounts, {
    actor: actorOf(ctx.caller),
    action,
    companyId: ctx.company.id,
    details,
  })

const ROLE_WORDS: Record<Role, string> = { VIEWER: 'a viewer', MANAGER: 'a manager', OWNER: 'an owner' }

function invitationMail(
  address: string,
  company: Company,
  { email, role, expiresAt }: { email: string; role: Role; expiresAt: Date },
): Mail {
  const link = new URL('/auth/register', address).href
  const until = expiresAt.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
  return paragraphsMail(email, `You are invited to ${company.name} in Sextant`, [
    `You are invited to join ${company.name} in Sextant as ${ROLE_WORDS[role]}.`,
    `Sign up or sign in with this address, ${email}, and you are a member: ${link}`,
    `The invitation holds until ${until}. If you did not expect it, there is nothing to do.`,
  ])
}
