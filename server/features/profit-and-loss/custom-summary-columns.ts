import {
  CreateSummaryColumnInput,
  CustomSummaryColumn,
  DeleteSummaryColumnInput,
  SummaryColumnsInput,
  type CustomSummary,
  type SummaryColumnKind,
  type SummaryColumnPlace,
} from '#contract/custom-summary-columns.ts'
import { CUSTOM_SUMMARIES_MAX } from '#contract/periods.ts'
import { deleteView, savedViewsOf, saveView, type Company } from '#server/accounts/index.ts'
import { userOf, type Caller } from '#server/access.ts'
import { AppError } from '#server/errors.ts'
import { companyProcedure } from '#server/trpc.ts'

/** Columns are among what somebody saved of a company's pages: nobody sees those of others. */
const placeOf = ({ caller, company }: { caller: Caller; company: Company }, kind: SummaryColumnKind) => ({
  company,
  user: userOf(caller),
  page: `summary-columns.${kind}` satisfies SummaryColumnPlace as SummaryColumnPlace,
})

const idOf = (dates: CustomSummary): string =>
  [
    dates.mainDateRangeStart,
    dates.mainDateRangeEnd,
    dates.comparisonDateRangeStart ?? [],
    dates.comparisonDateRangeEnd ?? [],
  ]
    .flat()
    .join('_')

/** Procedures of the columns of a statement that somebody gave the dates of. */
export const customSummaryColumns = {
  getCustomSummaryColumns: companyProcedure
    .input(SummaryColumnsInput)
    .query(async ({ ctx, input: { kind } }): Promise<CustomSummaryColumn[]> => {
      const kept = await savedViewsOf(ctx.services.accounts, placeOf(ctx, kind))
      return kept.map(({ view }) => CustomSummaryColumn.parse(JSON.parse(view)))
    }),

  createCustomSummaryColumn: companyProcedure
    .input(CreateSummaryColumnInput)
    .mutation(async ({ ctx, input: { kind, ...dates } }): Promise<CustomSummaryColumn> => {
      const column = CustomSummaryColumn.parse({
        ...dates,
        id: idOf(dates),
        createdAt: ctx.services.now().toISOString(),
      })
      const saved = await saveView(
        ctx.services.accounts,
        placeOf(ctx, kind),
        { name: column.id, view: JSON.stringify(column) },
        CUSTOM_SUMMARIES_MAX,
      )
      if (saved === 'FULL') throw new AppError('COLUMNS_FULL', { max: CUSTOM_SUMMARIES_MAX })
      if (saved === 'NO_MEMBER') throw new AppError('ROLE_TOO_SMALL')
      return column
    }),

  deleteCustomSummaryColumn: companyProcedure
    .input(DeleteSummaryColumnInput)
    .mutation(({ ctx, input: { kind, id } }) => deleteView(ctx.services.accounts, placeOf(ctx, kind), id)),
}
