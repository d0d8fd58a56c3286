import { eq } from 'drizzle-orm'
import { resolve } from 'node:path'
import { z } from 'zod'
import { EstablishmentCountry } from '#contract/company-settings.ts'
import type { InstallationRates, RatesChange, RatesImport } from '#contract/exchange-rates.ts'
import { CompanyId, Currency, Id, RatedCurrency, text } from '#contract/fields.ts'
import { agrees } from '#contract/verification.ts'
import { createCompany, lastVerification, tables } from '#server/accounts/index.ts'
import { writeBackup } from '#server/backup.ts'
import { audit } from '#server/audit.ts'
import { ratesStatus } from '#server/exchange-rates/rates-status.ts'
import { AppError } from '#server/errors.ts'
import { exportCompany } from '#server/ledger/export.ts'
import { checksums } from '#server/ledger/checksums.ts'
import { rebuildCompany } from '#server/ledger/rebuild.ts'
import { today } from '#server/ledger/services.ts'
import { verifyCompany } from '#server/verification/verify.ts'
import { operatorProcedure, router } from '#server/trpc.ts'
import { syncTasks } from './sync-tasks.ts'

/** How far backups and verifications are that are under way, by the word that their callers chose. */
const underWay = new Map<string, { done: number; total: number }>()

/** What the command line asks of the installation, over the socket in the data directory. */
export const operatorRouter = router({
  syncTasks,

  /** Makes all tables of a company anew from its raw files. */
  rebuild: operatorProcedure.input(z.object({ companyId: CompanyId })).mutation(async ({ ctx, input }) => {
    const result = await rebuildCompany(ctx.services, input.companyId)
    await audit({ ...ctx, company: { id: input.companyId } }, 'company.rebuild', { ...result })
    return result
  }),

  /** Works every number of a company out again from its kept files and compares. */
  verify: operatorProcedure
    .input(z.object({ companyId: CompanyId, progressAs: Id.optional() }))
    .mutation(async ({ ctx, input: { companyId, progressAs }, signal }) => {
      try {
        const result = await verifyCompany(ctx.services, companyId, {
          signal,
          onProgress: (done, total) => progressAs && underWay.set(progressAs, { done, total }),
        })
        await audit({ ...ctx, company: { id: companyId } }, 'company.verify', {
          version: result.version,
          agrees: agrees(result),
        })
        return {
          ...result,
          state: (await lastVerification(ctx.services.accounts, { id: companyId })) ?? null,
        }
      } finally {
        if (progressAs) underWay.delete(progressAs)
      }
    }),

  /** Content checksums of a company's tables, free of versions and of where rows came from. */
  checksums: operatorProcedure
    .input(z.object({ companyId: CompanyId }))
    .query(({ ctx, input }) => checksums(ctx.services, input.companyId)),

  /** Writes a company as facts files into a directory of this machine. */
  export: operatorProcedure
    .input(z.object({ companyId: CompanyId, directory: text(4_096).min(1) }))
    .mutation(async ({ ctx, input }) => {
      const result = await exportCompany(ctx.services, input.companyId, resolve(input.directory))
      await audit({ ...ctx, company: { id: input.companyId } }, 'company.export')
      return result
    }),

  /** Writes a backup of the whole installation into a directory of this machine. */
  backup: operatorProcedure
    .input(z.object({ directory: text(4_096).min(1), progressAs: Id.optional() }))
    .mutation(async ({ ctx, input, signal }) => {
      const { progressAs } = input
      try {
        const result = await writeBackup(ctx.services, resolve(input.directory), {
          signal,
          secret: ctx.secret,
          onProgress: (done, total) => progressAs && underWay.set(progressAs, { done, total }),
        })
        await audit(ctx, 'installation.backup', { ...result })
        return result
      } finally {
        if (progressAs) underWay.delete(progressAs)
      }
    }),

  /** Raw files that a backup has copied and has to copy, or steps of a verification; null when it has not begun to, or is over. */
  progress: operatorProcedure
    .input(z.object({ progressAs: Id }))
    .query(({ input }) => underWay.get(input.progressAs) ?? null),

  /** How old the installation's exchange rates are, and where they come from. */
  rates: operatorProcedure.query(({ ctx }): Promise<InstallationRates> =>
    ratesStatus(ctx.services.accounts, { today: today(ctx.services), url: ctx.rates.url }),
  ),

  /** Asks the bank for exchange rates now. */
  updateRates: operatorProcedure.mutation(async ({ ctx }): Promise<RatesChange> => {
    const result = await ctx.rates.update()
    await audit(ctx, 'installation.ratesUpdate', { added: result.added })
    return result
  }),

  /** Takes exchange rates out of a file of this machine. */
  importRates: operatorProcedure
    .input(z.object({ path: text(4_096).min(1) }))
    .mutation(async ({ ctx, input, signal }): Promise<RatesImport> => {
      const result = await ctx.rates.import(resolve(input.path), signal)
      await audit(ctx, 'installation.ratesImport', { path: input.path, added: result.added })
      return result
    }),

  /** Forgets what was imported for a currency. */
  removeRates: operatorProcedure
    .input(z.object({ currency: RatedCurrency }))
    .mutation(async ({ ctx, input: { currency } }): Promise<RatesChange> => {
      const result = await ctx.rates.remove(currency)
      await audit(ctx, 'installation.ratesRemove', { currency })
      return result
    }),

  /** Version, engines, sizes, queue and what grows old. */
  status: operatorProcedure.query(({ ctx }) => ctx.status()),

  /** The company that an import belongs to. */
  companyOfImport: operatorProcedure.input(z.object({ importId: z.int() })).query(async ({ ctx, input }) => {
    const [found] = await ctx.services.accounts.db
      .select({ companyId: tables.imports.companyId })
      .from(tables.imports)
      .where(eq(tables.imports.id, input.importId))
    if (!found) throw new AppError('IMPORT_UNKNOWN')
    return found
  }),

  /** An empty company that is marked as the demonstration; its files are imported like everybody's. */
  createDemoCompany: operatorProcedure
    .input(
      z.object({ name: text(200), establishmentCountry: EstablishmentCountry, defaultCurrency: Currency }),
    )
    .mutation(async ({ ctx, input }) => {
      const { id, name } = await createCompany(ctx.services.accounts, { ...input, isDemo: true })
      await audit({ ...ctx, company: { id } }, 'demo.create')
      return { id, name }
    }),
})
