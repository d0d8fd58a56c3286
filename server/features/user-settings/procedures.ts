import type { UserPersonalDetails } from '#contract/post-registration.ts'
import { personalDetailsOf } from '#server/accounts/index.ts'
import { router, userProcedure } from '#server/trpc.ts'

export const userSettingsRouter = router({
  getUserPersonalDetails: userProcedure.query(
    async ({ ctx }): Promise<UserPersonalDetails | null> =>
      (await personalDetailsOf(ctx.services.accounts, ctx.user)) ?? null,
  ),
})
