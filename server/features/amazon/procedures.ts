import { isFirstDataComing } from '#server/accounts/index.ts'
import { companyProcedure, router } from '#server/trpc.ts'

export const amazonRouter = router({
  /**
   * Whether the pages of a company have something to show. Until companies can be connected, what they wait for is the
   * first report file that was handed in.
   */
  isCriticalSyncComplete: companyProcedure.query(
    async ({ ctx }) => !(await isFirstDataComing(ctx.services.accounts, ctx.company)),
  ),
})
