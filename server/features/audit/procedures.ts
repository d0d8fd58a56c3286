import {
  ExplainChangeInput,
  ExplainFlagInput,
  ExplainGroupsInput,
  ExplainInput,
  ExplainLinesInput,
} from '#contract/explain.ts'
import { PNL_DAYS_MAX } from '#contract/periods.ts'
import type { Company } from '#server/accounts/index.ts'
import { ofBrands } from '#server/ledger/catalogue.ts'
import { ofParent } from '#server/ledger/parents.ts'
import type { Services } from '#server/ledger/services.ts'
import { explainChange } from '#server/metrics/explain-change.ts'
import { explainGroups, explainLines } from '#server/metrics/explain-groups.ts'
import { explainFlag, explainValue } from '#server/metrics/explain.ts'
import { within } from '#server/metrics/range-limit.ts'
import { companyProcedure, LONG_LISTS, router } from '#server/trpc.ts'

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

  /** Exactly the rows that a warning counts, and the products or words that they share. */
  explainFlag: companyProcedure
    .meta(LONG_LISTS)
    .input(ExplainFlagInput)
    .query(async ({ ctx, input, signal }) =>
      explainFlag(ctx.services, ctx.company, await asked(ctx, input, signal), signal),
    ),
})
