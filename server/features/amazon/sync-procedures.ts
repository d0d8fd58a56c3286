import { z } from 'zod'
import type { SourceProgress } from '#contract/connections.ts'
import { CompanyId } from '#contract/fields.ts'
import { RetrySync } from '#contract/sync.ts'
import { hurrySyncTasks, retryDeadSyncTasks } from '#server/accounts/index.ts'
import { audit } from '#server/audit.ts'
import { isCriticalSyncComplete, progressOf } from '#server/sync/progress.ts'
import { companyProcedure, companyProcedureFor } from '#server/trpc.ts'

export const syncProcedures = {
  /** Whether the pages of a company have something to show. */
  isCriticalSyncComplete: companyProcedure.query(({ ctx }) =>
    isCriticalSyncComplete(ctx.services, ctx.company),
  ),

  /** How far each source is, by connection. */
  getSyncProgress: companyProcedure.query(async ({ ctx }): Promise<Record<string, SourceProgress[]>> =>
    Object.fromEntries(await progressOf(ctx.services, ctx.company)),
  ),

  /** Looks for what is new now, sooner than it would happen by itself. */
  syncNow: companyProcedureFor('importFiles')
    .input(z.object({ companyId: CompanyId }))
    .mutation(async ({ ctx }) => {
      const { services, company, syncs } = ctx
      await hurrySyncTasks(services.accounts, company, services.now())
      await syncs.hurry(company)
      await audit(ctx, 'company.syncNow')
    }),

  /** Tries again what was given up. */
  retrySync: companyProcedureFor('importFiles')
    .input(RetrySync)
    .mutation(async ({ ctx, input }): Promise<{ retried: number }> => {
      const { services, company, syncs } = ctx
      const retried = await retryDeadSyncTasks(services.accounts, company, services.now(), input.source)
      await syncs.begin(company.id)
      await audit(ctx, 'company.retrySync', {
        retried,
        ...(input.source !== undefined && { source: input.source }),
      })
      return { retried }
    }),
}
