import {
  ChangesInput,
  MOMENTS_PAGE,
  MomentsInput,
  type ChangesSince,
  type Moments,
} from '#contract/as-it-was.ts'
import {
  ExplainChangeInput,
  ExplainDifferenceInput,
  ExplainFlagInput,
  ExplainGroupsInput,
  ExplainInput,
  ExplainLinesInput,
} from '#contract/explain.ts'
import { ProvenanceInput } from '#contract/provenance.ts'
import { PNL_DAYS_MAX } from '#contract/periods.ts'
import { companyAsOf, lastRebuild, listPublications, type Company } from '#server/accounts/index.ts'
import { ofBrands } from '#server/ledger/products/catalogue.ts'
import { ofParent } from '#server/ledger/products/parents.ts'
import { provenanceOf } from '#server/ledger/provenance.ts'
import type { Services } from '#server/ledger/services.ts'
import { changesSince } from '#server/metrics/changes-since.ts'
import { explainChange } from '#server/metrics/explain-change.ts'
import { explainDifference } from '#server/metrics/explain-difference.ts'
import { explainGroups, explainLines } from '#server/metrics/explain-groups.ts'
import { explainFlag, explainValue } from '#server/metrics/explain.ts'
import { within } from '#server/metrics/range-limit.ts'
import { companyProcedure, LONG_LISTS, router, servicesAt } from '#server/trpc.ts'

/** What a number is asked of: days within bounds, and of brands or a parent their products. */
const asked = async <
  Input extends Parameters<typeof within>[0] & {
    parentAsin?: string | undefined
    brandNames?: string[] | undefined
    skus?: string[] | undefined
  },
>(
  { services, company }: { services: Services; company: Company },
  input: Input,
  signal: AbortSignal | undefined,
) => {
  const ofProducts = await ofBrands(services, company, within(input, PNL_DAYS_MAX), signal)
  return ofParent(services, company, ofProducts, signal)
}

export const auditRouter = router({
  /** What all numbers of this moment follow from, for files that are taken away. */
  getProvenance: companyProcedure
    .input(ProvenanceInput)
    .query(({ ctx }) => provenanceOf(ctx.services, ctx.company)),

  /** Every number down to the lines of the files that make it. */
  explainValue: companyProcedure
    .meta(LONG_LISTS)
    .input(ExplainInput)
    .query(async ({ ctx, input, signal }) =>
      explainValue(ctx.services, ctx.company, await asked(ctx, input, signal), signal),
    ),

  /** The rows of a number, added up by what they are of. */
  explainGroups: companyProcedure
    .meta(LONG_LISTS)
    .input(ExplainGroupsInput)
    .query(async ({ ctx, input, signal }) =>
      explainGroups(ctx.services, ctx.company, await asked(ctx, input, signal), signal),
    ),

  /** The rows of a number or of one of its groups, searched. */
  explainLines: companyProcedure
    .meta(LONG_LISTS)
    .input(ExplainLinesInput)
    .query(async ({ ctx, input, signal }) =>
      explainLines(ctx.services, ctx.company, await asked(ctx, input, signal), signal),
    ),

  /** What made a number differ from that of another period. */
  explainChange: companyProcedure
    .meta(LONG_LISTS)
    .input(ExplainChangeInput)
    .query(async ({ ctx, input, signal }) =>
      explainChange(ctx.services, ctx.company, await asked(ctx, input, signal), signal),
    ),

  /** What made a number by order differ from the same by transaction. */
  explainDifference: companyProcedure
    .meta(LONG_LISTS)
    .input(ExplainDifferenceInput)
    .query(async ({ ctx, input, signal }) =>
      explainDifference(ctx.services, ctx.company, await asked(ctx, input, signal), signal),
    ),

  /** Exactly the rows that a warning counts, and the products or words that they share. */
  explainFlag: companyProcedure
    .meta(LONG_LISTS)
    .input(ExplainFlagInput)
    .query(async ({ ctx, input, signal }) =>
      explainFlag(ctx.services, ctx.company, await asked(ctx, input, signal), signal),
    ),

  /** The moments at which numbers of the company changed, the newest first. */
  listMoments: companyProcedure.input(MomentsInput).query(async ({ ctx, input }): Promise<Moments> => {
    const { accounts } = ctx.services
    const [found, rebuilt] = await Promise.all([
      listPublications(accounts, ctx.company, {
        before: input.cursor,
        withoutRates: true,
        limit: MOMENTS_PAGE + 1,
      }),
      lastRebuild(accounts.db, ctx.company),
    ])
    const kept = found.filter(({ version }) => version >= (rebuilt?.version ?? 0))
    return {
      publications: kept.slice(0, MOMENTS_PAGE),
      hasMore: kept.length > MOMENTS_PAGE,
      begins: rebuilt?.at.toISOString() ?? null,
    }
  }),

  /** How numbers differ from what they were at a moment, line by line, and which change made which part of it. */
  listChanges: companyProcedure
    .meta(LONG_LISTS)
    .input(ChangesInput)
    .query(async ({ ctx, input, signal }): Promise<ChangesSince> => {
      const { services, company } = ctx
      const now = { services, company }
      const past = {
        services: servicesAt(services, input.since),
        company: await companyAsOf(services.accounts, company, input.since),
      }
      // The page of then is of the products that were of its brands then.
      const [{ startDate: start, endDate: end, ...scope }, then] = await Promise.all([
        asked(now, input, signal),
        asked(past, input, signal),
      ])
      return changesSince({ ...now, scope }, { ...past, scope: then }, { start, end }, signal)
    }),
})
