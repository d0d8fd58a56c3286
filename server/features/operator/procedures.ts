import { resolve } from 'node:path'
import { z } from 'zod'
import { CompanyId } from '#contract/profit-and-loss.ts'
import { recordAudit } from '#server/accounts/index.ts'
import { exportCompany } from '#server/ledger/export.ts'
import { checksums } from '#server/ledger/checksums.ts'
import { rebuildCompany } from '#server/ledger/rebuild.ts'
import { operatorProcedure, router } from '#server/trpc.ts'

/** What the command line asks of the installation, over the socket in the data directory. */
export const operatorRouter = router({
  /** Makes all tables of a company anew from its raw files. */
  rebuild: operatorProcedure.input(z.object({ companyId: CompanyId })).mutation(async ({ ctx, input }) => {
    const result = await rebuildCompany(ctx.services, input.companyId)
    await recordAudit(ctx.services.accounts, {
      actor: ctx.caller,
      action: 'company.rebuild',
      companyId: input.companyId,
      details: { ...result },
    })
    return result
  }),

  /** Content checksums of a company's tables, free of versions and of where rows came from. */
  checksums: operatorProcedure
    .input(z.object({ companyId: CompanyId }))
    .query(({ ctx, input }) => checksums(ctx.services, input.companyId)),

  /** Writes a company as facts files into a directory of this machine. */
  export: operatorProcedure
    .input(z.object({ companyId: CompanyId, directory: z.string().min(1) }))
    .mutation(async ({ ctx, input }) => {
      const result = await exportCompany(ctx.services, input.companyId, resolve(input.directory))
      await recordAudit(ctx.services.accounts, {
        actor: ctx.caller,
        action: 'company.export',
        companyId: input.companyId,
      })
      return result
    }),

  status: operatorProcedure.query(({ ctx }) => ({
    pid: process.pid,
    engine: ctx.services.accounts.engine,
    clustered: ctx.services.analytics.clustered,
  })),
})
