import { AdminCompaniesInput, BlockInput, LicenceInput } from '#contract/admin-inputs.ts'
import type { AdminCompany } from '#contract/admin.ts'
import { CompanyId } from '#contract/fields.ts'
import { listAdministeredCompanies, setBlock, setLicence } from '#server/accounts/index.ts'
import { AnalyticsError } from '#server/analytics/index.ts'
import { audit } from '#server/audit.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/ledger/services.ts'
import { storedRows } from '#server/ledger/importing/stored-rows.ts'
import { adminProcedure } from '#server/trpc.ts'
import { z } from 'zod'

export const getCompanies = adminProcedure
  .input(AdminCompaniesInput)
  .query(async ({ ctx: { services }, input }): Promise<{ companies: AdminCompany[]; total: number }> => {
    const { companies, total } = await listAdministeredCompanies(services.accounts, input)
    const rows = await storedRowsIfKnown(
      services,
      companies.map(({ id }) => id),
    )
    return {
      total,
      companies: companies.map(({ createdAt, blockedAt, licencesChangedAt, lastImportAt, ...company }) => ({
        ...company,
        createdAt: createdAt.toISOString(),
        blockedAt: blockedAt?.toISOString() ?? null,
        licencesChangedAt: licencesChangedAt?.toISOString() ?? null,
        lastImportAt: lastImportAt?.toISOString() ?? null,
        warehouseRows: rows === null ? null : (rows.get(company.id) ?? 0),
      })),
    }
  })

/** Who looks after an installation needs this page most when its warehouse does not answer. */
async function storedRowsIfKnown({ analytics }: Services, ids: string[]) {
  try {
    return await storedRows(analytics, ids)
  } catch (error) {
    if (error instanceof AnalyticsError) return null
    throw error
  }
}

export const blockCompany = adminProcedure.input(BlockInput).mutation(async ({ ctx, input }) => {
  const { companyId, reason } = input
  mustExist(await setBlock(ctx.services.accounts, companyId, reason, ctx.services.now()))
  await audit({ ...ctx, company: { id: companyId } }, 'admin.block', { reason })
})

export const unblockCompany = adminProcedure
  .input(z.object({ companyId: CompanyId }))
  .mutation(async ({ ctx, input: { companyId } }) => {
    mustExist(await setBlock(ctx.services.accounts, companyId, null, ctx.services.now()))
    await audit({ ...ctx, company: { id: companyId } }, 'admin.unblock')
  })

export const setCompanyLicence = adminProcedure.input(LicenceInput).mutation(async ({ ctx, input }) => {
  const { companyId, licence, isOn } = input
  mustExist(await setLicence(ctx.services.accounts, companyId, { licence, isOn, now: ctx.services.now() }))
  await audit({ ...ctx, company: { id: companyId } }, 'admin.licence', { licence, isOn })
})

function mustExist(isKnown: boolean): void {
  if (!isKnown) throw new AppError('COMPANY_UNKNOWN')
}
