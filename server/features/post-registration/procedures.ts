import { foundingYear, FullPostRegistration, PersonalPostRegistration } from '#contract/post-registration.ts'
import { hasCompletedPostRegistration, registerCompany, savePersonalDetails } from '#server/accounts/index.ts'
import { router, userProcedure } from '#server/trpc.ts'

const HOURS_AHEAD_MAX = 14

export const postRegistrationRouter = router({
  isPostRegistrationComplete: userProcedure.query(({ ctx }) =>
    hasCompletedPostRegistration(ctx.services.accounts, ctx.user),
  ),

  /** Registers a company of which the caller becomes the owner. */
  submitFullPostRegistrationData: userProcedure
    .input(FullPostRegistration)
    .mutation(async ({ ctx, input }) => {
      const { accounts } = ctx.services
      const now = ctx.services.now()
      foundingYear(latestYear(now)).parse(input.companyDetails.foundingYear)
      return { companyId: await registerCompany(accounts, ctx.user, input, now) }
    }),

  /** For those whom a company has invited: it has told about itself already. */
  submitPersonalPostRegistrationData: userProcedure
    .input(PersonalPostRegistration)
    .mutation(async ({ ctx, input }) => {
      await savePersonalDetails(ctx.services.accounts, ctx.user, input.personalDetails, ctx.services.now())
    }),
})

/** The year that it is where the day begins first. */
const latestYear = (now: Date): number =>
  new Date(now.getTime() + HOURS_AHEAD_MAX * 3_600_000).getUTCFullYear()
