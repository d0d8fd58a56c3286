import { z } from 'zod'
import {
  BrandAliases,
  DeleteCompanyInput,
  EndedSalesInput,
  type EndedSales,
  type Deletion,
  type GeneralSettings,
  SettingsHistoryInput,
  type SettingsHistory,
} from '#contract/company-settings.ts'
import type { CompanyRates } from '#contract/exchange-rates.ts'
import type { Licence } from '#contract/licences.ts'
import { plainName } from '#contract/names.ts'
import { CompanyId, Currency, text } from '#contract/fields.ts'
import { ChangeRoleInput, InvitationInput, InviteInput, MemberInput, type Team } from '#contract/team.ts'
import type { Role } from '#contract/roles.ts'
import { actorOf, userOf } from '#server/access.ts'
import { audit } from '#server/audit.ts'
import {
  addressesOf,
  AccountsError,
  changeRole,
  invite,
  joinPendingInvitations,
  listInvitations,
  listMembers,
  recordAudit,
  removeMember,
  setUserEmail,
  settingsEdits,
  transferOwnership,
  withdrawInvitation,
  type Company,
} from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import type { Mail } from '#server/mail/outbox.ts'
import { changeSettings } from '#server/ledger/changing/changes.ts'
import { setEndedSales } from '#server/ledger/coverage/ended-sales.ts'
import { companyRates } from '#server/ledger/currencies/company-rates.ts'
import { standardVatRates } from '#server/ledger/derivation/rates.ts'
import { mailOf } from '#server/mail/mail-of.ts'
import { companyProcedure, companyProcedureFor, router, userProcedure } from '#server/trpc.ts'

const forOwners = companyProcedureFor('manageTeam')

const permissionsRouter = router({
  /** Run after every sign-in: the address that the pool has verified decides which invitations are the user's. */
  joinAllPendingInvites: userProcedure
    .input(z.object({ idToken: text(10_000) }))
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
    const inviter = ctx.caller.kind === 'user' ? ctx.caller.user.email : undefined
    // Whoever is invited is to see who asks.
    if (inviter === null) throw new AppError('INVITER_UNKNOWN')
    const invitation = await invite(accounts, ctx.company, {
      email,
      role,
      invitedBy: actorOf(ctx.caller),
      isLimited: ctx.caller.kind !== 'operator',
      now: ctx.services.now(),
    }).catch(async (error: unknown) => {
      // Somebody who invites without end is a matter for whoever governs the installation.
      if (error instanceof AccountsError)
        await audit(ctx, 'team.inviteRefused', { email, role, reason: error.code })
      throw error
    })
    await audit(ctx, 'team.invite', { email: invitation.email, role })
    await ctx.mailer
      .send(invitationMail(ctx.address, ctx.company, inviter, invitation))
      .catch((error: unknown) => {
        ctx.log('The mail of an invitation could not be sent.', error)
        throw new AppError('MAIL_NOT_SENT', {}, { cause: error as Error })
      })
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

const HISTORY_PAGE = 50

export const companySettingsRouter = router({
  permissions: permissionsRouter,

  /** Changed with `companies.set`. */
  getGeneral: companyProcedure.query(({ ctx: { company } }): GeneralSettings => {
    const { name, establishmentCountry, feeVatRecoverable, defaultCurrency, fxPolicy } = company
    return {
      name,
      establishmentCountry,
      feeVatRecoverable,
      fxPolicy,
      defaultCurrency: Currency.nullable().catch(null).parse(defaultCurrency),
      vatRates: [...company.vatRates],
      replenishment: company.replenishment,
      wastedClickThreshold: company.wastedClickThreshold,
      standardVatRates: standardVatRates().map(({ marketplace, rate, validFrom, validTo }) => ({
        marketplace: marketplace as GeneralSettings['standardVatRates'][number]['marketplace'],
        rate,
        validFrom,
        validTo: validTo || null,
      })),
    }
  }),

  /** How old the rates are that the company's money is converted with, and on which days there are none. */
  getExchangeRates: companyProcedure.query(({ ctx }): Promise<CompanyRates> =>
    companyRates(ctx.services, ctx.company, ctx.rates.url),
  ),

  /** What was changed and when, the newest first. */
  getHistory: companyProcedure
    .input(SettingsHistoryInput)
    .query(async ({ ctx, input }): Promise<SettingsHistory> => {
      const { accounts } = ctx.services
      const { edits, hasMore } = await settingsEdits(accounts, ctx.company, { ...input, limit: HISTORY_PAGE })
      const names = await addressesOf(accounts, [
        ...new Set(edits.flatMap(({ changedBy }) => changedBy ?? [])),
      ])
      return {
        edits: edits.map((edit) => ({
          ...edit,
          changedBy: edit.changedBy && (names.get(edit.changedBy) ?? edit.changedBy),
        })),
        hasMore,
      }
    }),

  /** Days of which nothing is to come are not missing. */
  setEndedSales: companyProcedureFor('changeSettings')
    .input(EndedSalesInput)
    .mutation(async ({ ctx, input: { companyId, ...said } }): Promise<EndedSales[]> => {
      const { endedSales } = await setEndedSales(ctx.services, companyId, said, actorOf(ctx.caller))
      await audit(ctx, 'company.set', { endedSales: said })
      return [...endedSales]
    }),

  getBrandAliases: companyProcedure.query(({ ctx }): string[] => [...ctx.company.brandAliases]),

  getLicences: companyProcedure.query(({ ctx }): Licence[] => [...ctx.company.licences]),

  /** Ends when nobody reaches the company any longer; `getDeletion` then says how far the rest is. */
  deleteCompany: companyProcedureFor('deleteCompany')
    .input(DeleteCompanyInput)
    .mutation(async ({ ctx, input }) => {
      const { company } = ctx
      if (input.name.trim() !== company.name) throw new AppError('COMPANY_NAME_DIFFERS')
      await ctx.deletions.begin(company.id, actorOf(ctx.caller))
      await audit(ctx, 'company.delete', { name: company.name })
      return { id: company.id }
    }),

  /** For the one who deleted the company. */
  getDeletion: userProcedure
    .input(z.object({ companyId: CompanyId }))
    .query(async ({ ctx, input }): Promise<Deletion> => {
      const deletion = await ctx.deletions.progress(input.companyId, actorOf(ctx.caller))
      if (!deletion) throw new AppError('COMPANY_UNKNOWN')
      return deletion
    }),
})

/** Search queries that name the company's own brands. */
export const sqpRouter = router({
  setBrandAliases: companyProcedureFor('changeSettings')
    .input(z.object({ companyId: CompanyId, brandAliases: BrandAliases }))
    .mutation(async ({ ctx, input: { companyId, brandAliases } }) => {
      await changeSettings(ctx.services, companyId, { brandAliases }, actorOf(ctx.caller))
      await audit(ctx, 'company.set', { brandAliases })
      return brandAliases
    }),
})

const ROLE_WORDS: Record<Role, string> = {
  VIEWER: 'a viewer',
  ACCOUNTANT: 'an accountant',
  MANAGER: 'a manager',
  OWNER: 'an owner',
}

function invitationMail(
  address: string,
  company: Company,
  inviter: string | undefined,
  { email, role, expiresAt }: { email: string; role: Role; expiresAt: Date },
): Mail {
  const name = plainName(company.name)
  const link = new URL('/auth/register', address).href
  const until = expiresAt.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
  const whoInvites = inviter === undefined ? 'You are invited' : `${inviter} invites you`
  return mailOf(email, `You are invited to ${name} in Sextant`, [
    `${whoInvites} to join ${name} in Sextant as ${ROLE_WORDS[role]}.`,
    { text: `Sign up or sign in with this address, ${email}, to become a member:`, link },
    `The invitation is valid until ${until}. If you did not expect it, you can ignore this email.`,
  ])
}
