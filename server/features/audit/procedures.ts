import {
  ExplainChangeInput,
  ExplainFlagInput,
  ExplainGroupsInput,
  ExplainInput,
  ExplainLinesInput,
} from '#contract/explain.ts'
import { PNL_DAYS_MAX } from '#contract/periods.ts'
import { explainChange } from '#server/metrics/explain-change.ts'
import { explainGroups, explainLines } from '#server/metrics/explain-groups.ts'
import { explainFlag, explainValue } from '#server/metrics/explain.ts'
import { within } from '#server/metrics/range-limit.ts'
import { companyProcedure, LONG_LISTS, router } from '#server/trpc.ts'

export const auditRouter = router({
  /** Every number down to the lines of the files that make it. */
  explainValue: companyProcedure
    .meta(LONG_LISTS)
    .input(ExplainInput)
    .query(({ ctx, input, signal }) =>
      explainValue(ctx.services, ctx.company, within(input, PNL_DAYS_MAX), signal),
    ),

  /** The rows of a number, added up by what they are of. */
  explainGroups: companyProcedure
    .meta(LONG_LISTS)
    .input(ExplainGroupsInput)
    .query(({ ctx, input, signal }) =>
      explainGroups(ctx.services, ctx.company, within(input, PNL_DAYS_MAX), signal),
    ),

  /** The rows of a number or of one of its groups, searched. */
  explainLines: companyProcedure
    .meta(LONG_LISTS)
    .input(ExplainLinesInput)
    .query(({ ctx, input, signal }) =>
      explainLines(ctx.services, ctx.company, within(input, PNL_DAYS_MAX), signal),
    ),

  /** What made a number differ from that of another period. */
  explainChange: companyProcedure
    .meta(LONG_LISTS)
    .input(ExplainChangeInput)
    .query(({ ctx, input, signal }) =>
      explainChange(ctx.services, ctx.company, within(input, PNL_DAYS_MAX), signal),
    ),

  /** Exactly the rows that a warning counts, and the products or words that they share. */
  explainFlag: companyProcedure
    .meta(LONG_LISTS)
    .input(ExplainFlagInput)
    .query(({ ctx, input, signal }) =>
      explainFlag(ctx.services, ctx.company, within(input, PNL_DAYS_MAX), signal),
    ),
})
