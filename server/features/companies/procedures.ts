import { z } from 'zod'
import { isDeepStrictEqual } from 'node:util'
import { CompanySettingsChange, SeenSettings } from '#contract/company-settings.ts'
import { CompanyName } from '#contract/post-registration.ts'
import { CompanyId } from '#contract/fields.ts'
import {
  companiesOf,
  createCompany,
  hasData,
  leaveEmptyCompany,
  listCompanies,
  listConnections,
  type Company,
} from '#server/accounts/index.ts'
import { actorOf, blockStatusFor, userOf } from '#server/access.ts'
import { audit } from '#server/audit.ts'
import { AppError } from '#server/errors.ts'
import { changeSettings } from '#server/ledger/changing/changes.ts'
import {
  companyProcedure,
  companyProcedureFor,
  operatorProcedure,
  procedure,
  router,
  userProcedure,
  type Meta,
} from '#server/trpc.ts'

/** The longest lists, as they become and as they were seen. */
const SETTINGS = { inputBytesMax: 500_000 } satisfies Meta

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
  getUserCompanyOptions: procedure
    .meta({ callers: 'people who have signed in' })
    .query(async ({ ctx: { services, caller } }) => {
      const companies =
        caller.kind === 'operator'
          ? await listCompanies(services.accounts)
          : await companiesOf(services.accounts, userOf(caller))
      return companies.map(companyView)
    }),

  /**
   * Ends the caller's memberships of companies without any data or connection; what somebody has typed is data, too. A
   * company of others keeps its last owner; one that nobody is left in, and that holds nothing, is deleted.
   */
  leaveUnconnectedCompanies: userProcedure.mutation(async ({ ctx }) => {
    const { accounts } = ctx.services
    const left: string[] = []
    for (const company of await companiesOf(accounts, ctx.user)) {
      if ((await hasData(accounts, company)) || (await listConnections(accounts, company)).length > 0)
        continue
      const outcome = await leaveEmptyCompany(accounts, company, ctx.user.id)
      if (outcome === 'STAYED') continue
      await audit({ ...ctx, company }, 'team.leave', { reason: 'The company has no data.' })
      left.push(company.id)
      if (outcome === 'LEFT') continue
      await ctx.deletions.begin(company.id, actorOf(ctx.caller))
      await audit({ ...ctx, company }, 'company.delete', {
        reason: 'It had no data, and its last member left it.',
      })
    }
    return { left }
  }),

  /** One of them by its id; administrators look into those of others, too. */
  get: companyProcedure
    .input(z.object({ companyId: CompanyId }))
    .query(({ ctx }) => companyView(ctx.company)),

  /** Asked again and again by pages that are open. Who is shut out is told so; who is no member learns nothing. */
  isCompanyBlocked: procedure
    .meta({ callers: 'members of the company, blocked or not' })
    .input(z.object({ companyId: CompanyId }))
    .query(({ ctx, input }) => blockStatusFor(ctx.services.accounts, ctx.caller, input.companyId)),

  create: operatorProcedure
    .input(CompanySettingsChange.extend({ name: CompanyName }))
    .mutation(async ({ ctx, input }) => {
      const company = await createCompany(ctx.services.accounts, defined(input))
      await audit({ ...ctx, company }, 'company.create')
      return companyView(company)
    }),

  set: companyProcedureFor('changeSettings')
    .meta(SETTINGS)
    .input(CompanySettingsChange.extend({ companyId: CompanyId, seen: SeenSettings.optional() }))
    .mutation(async ({ ctx, input }) => {
      const { companyId, seen = {}, ...settings } = input
      const actor = actorOf(ctx.caller)
      const change = (standing: Company) => {
        if (!isSeen(seen, standing)) throw new AppError('SETTINGS_CHANGED')
        return defined(settings)
      }
      const company = await changeSettings(ctx.services, companyId, change, actor)
      await audit(ctx, 'company.set', settings)
      return companyView(company)
    }),

  delete: operatorProcedure.input(z.object({ companyId: CompanyId })).mutation(async ({ ctx, input }) => {
    const actor = actorOf(ctx.caller)
    await ctx.deletions.begin(input.companyId, actor)
    await audit({ ...ctx, company: { id: input.companyId } }, 'company.delete')
    await ctx.deletions.finished(input.companyId)
    return { id: input.companyId }
  }),
})

const isSeen = (seen: z.infer<typeof SeenSettings>, standing: Company): boolean =>
  (['vatRates', 'replenishment'] as const).every((key) => {
    // As they would be sent.
    const now = SeenSettings.shape[key].safeParse(standing[key]).data ?? standing[key]
    return seen[key] === undefined || isDeepStrictEqual(seen[key], now)
  })

/** Without the keys that were not given. */
function defined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}
