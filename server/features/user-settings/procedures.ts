import { PersonalPostRegistration, type UserPersonalDetails } from '#contract/post-registration.ts'
import type { UserAccount } from '#contract/user-settings.ts'
import {
  accountCompanies,
  deleteUser,
  personalDetailsOf,
  recordAudit,
  savePersonalDetails,
  soleOwner,
} from '#server/accounts/index.ts'
import { actorOf } from '#server/access.ts'
import { router, userProcedure } from '#server/trpc.ts'

export const userSettingsRouter = router({
  getUserPersonalDetails: userProcedure.query(
    async ({ ctx }): Promise<UserPersonalDetails | null> =>
      (await personalDetailsOf(ctx.services.accounts, ctx.user)) ?? null,
  ),

  setUserPersonalDetails: userProcedure.input(PersonalPostRegistration).mutation(async ({ ctx, input }) => {
    const { accounts } = ctx.services
    await savePersonalDetails(accounts, ctx.user, input.personalDetails, ctx.services.now())
    await recordAudit(accounts, { actor: actorOf(ctx.caller), action: 'user.details' })
  }),

  /** What would go with the account. */
  getAccount: userProcedure.query(async ({ ctx }): Promise<UserAccount> => ({
    email: ctx.user.email,
    companies: await accountCompanies(ctx.services.accounts, ctx.user),
  })),

  /**
   * Forgets the user, and deletes the companies that nobody else is in. What the user pool knows is deleted by the one who
   * calls, afterwards: whoever fails between the two may sign in, and try again.
   */
  deleteAccount: userProcedure.mutation(async ({ ctx }) => {
    const { accounts } = ctx.services
    const actor = actorOf(ctx.caller)
    const companies = await accountCompanies(accounts, ctx.user)
    const inTheWay = companies.filter(({ fate }) => fate === 'IN_THE_WAY')
    if (inTheWay.length > 0) throw soleOwner(inTheWay)
    for (const { id, fate } of companies) {
      if (fate !== 'DELETED') continue
      // Somebody may have accepted an invitation meanwhile: it is theirs, too, and `deleteUser` says so.
      if (!(await ctx.deletions.begin(id, actor, { onlyMember: ctx.user }))) continue
      await recordAudit(accounts, { actor, action: 'company.delete', companyId: id })
    }
    await deleteUser(accounts, ctx.user)
    await recordAudit(accounts, { actor, action: 'user.delete' })
  }),
})
