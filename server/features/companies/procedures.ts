import { z } from 'zod'
import { CompanyId, Currency } from '#contract/profit-and-loss.ts'
import {
  companiesOf,
  createCompany,
  deleteCompany,
  listCompanies,
  recordAudit,
  withCompanyLock,
  type Company,
} from '#server/accounts/index.ts'
import { actorOf, blockStatusFor, userOf } from '#server/access.ts'
import { changeSettings } from '#server/ledger/changes.ts'
import { removeCompanyRows } from '#server/ledger/dead-rows.ts'
import { companyProcedure, companyProcedureFor, operatorProcedure, procedure, router } from '#server/trpc.ts'

const CountryCode = z.string().regex(/^[A-Z]{2}$/, 'Give a country as two capital letters, such as DE.')

const Settings = z.object({
  name: z
    .string()
    .trim()
    .min(2, 'Provide a company name between 2 and 100 characters.')
    .max(100, 'Provide a company name between 2 and 100 characters.')
    .optional(),
  establishmentCountry: CountryCode.nullable().optional(),
  feeVatRecoverable: z.boolean().optional(),
  defaultCurrency: Currency.nullable().optional(),
  fxPolicy: z.enum(['DAILY', 'LATEST'], 'Choose DAILY or LATEST.').optional(),
})

const companyView = ({
  id,
  name,
  isDemo,
  defaultCurrency,
  establishmentCountry,
  feeVatRecoverable,
  fxPolicy,
}: Company) => ({
  id,
  name,
  isDemo,
  defaultCurrency,
  establishmentCountry,
  feeVatRecoverable,
  fxPolicy,
})

export const companiesRouter = router({
  /** The caller's companies; the operator's are all. */
  getUserCompanyOptions: procedure.query(async ({ ctx: { services, caller } }) => {
    const companies =
      caller.kind === 'operator'
        ? await listCompanies(services.accounts)
        : await companiesOf(services.accounts, userOf(caller))
    return companies.map(companyView)
  }),

  /** One of them by its id; administrators look into those of others, too. */
  get: companyProcedure
    .input(z.object({ companyId: CompanyId }))
    .query(({ ctx }) => companyView(ctx.company)),

  /** Asked again and again by pages that are open. Who is shut out is told so; who is no member learns nothing. */
  isCompanyBlocked: procedure
    .input(z.object({ companyId: CompanyId }))
    .query(({ ctx, input }) => blockStatusFor(ctx.services.accounts, ctx.caller, input.companyId)),

  create: operatorProcedure.input(Settings.required({ name: true })).mutation(async ({ ctx, input }) => {
    const company = await createCompany(ctx.services.accounts, defined(input))
    await recordAudit(ctx.services.accounts, {
      actor: actorOf(ctx.caller),
      action: 'company.create',
      companyId: company.id,
    })
    return companyView(company)
  }),

  set: companyProcedureFor('changeSettings')
    .input(Settings.extend({ companyId: CompanyId }))
    .mutation(async ({ ctx, input }) => {
      const { companyId, ...settings } = input
      const company = await changeSettings(ctx.services, companyId, defined(settings))
      await recordAudit(ctx.services.accounts, {
        actor: actorOf(ctx.caller),
        action: 'company.set',
        companyId,
        details: settings,
      })
      return companyView(company)
    }),

  delete: operatorProcedure.input(z.object({ companyId: CompanyId })).mutation(async ({ ctx, input }) => {
    await withCompanyLock(ctx.services.accounts, input.companyId, async () => {
      // The relational rows go first: from then on nobody can ask for the rest.
      await deleteCompany(ctx.services.accounts, input.companyId)
      await removeCompanyRows(ctx.services.analytics, input.companyId)
      await ctx.services.files.delete(input.companyId)
    })
    await recordAudit(ctx.services.accounts, {
      actor: actorOf(ctx.caller),
      action: 'company.delete',
      companyId: input.companyId,
    })
    return { id: input.companyId }
  }),
})

/** Without the keys that were not given. */
function defined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}
