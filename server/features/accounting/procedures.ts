import {
  AfterClosingInput,
  CloseMonthsInput,
  MonthsInput,
  ReopenMonthInput,
  type MonthState,
} from '#contract/closed-months.ts'
import type { ChangesSince } from '#contract/as-it-was.ts'
import { actorOf } from '#server/access.ts'
import { audit } from '#server/audit.ts'
import { closeMonths, reopenMonth } from '#server/ledger/closed-months/closed-months.ts'
import { companyProcedure, companyProcedureFor, router } from '#server/trpc.ts'
import { afterClosing } from './after-closing.ts'
import { listMonths } from './months.ts'

const bookkeeperProcedure = companyProcedureFor('keepBooks')

export const accountingRouter = router({
  listMonths: companyProcedure
    .input(MonthsInput)
    .query(({ ctx, input, signal }): Promise<MonthState[]> =>
      listMonths(ctx.services, ctx.company, input.currencyCode, signal),
    ),

  /** What came to a closed month since, by line and by cause. */
  getAfterClosing: companyProcedure
    .input(AfterClosingInput)
    .query(({ ctx, input, signal }): Promise<ChangesSince> =>
      afterClosing(ctx.services, ctx.company, input, signal),
    ),

  /** From now on these months are read as they are now; those that are closed already stay as they were. */
  closeMonths: bookkeeperProcedure.input(CloseMonthsInput).mutation(async ({ ctx, input }) => {
    const { companyId, months, seenVersion } = input
    const actor = actorOf(ctx.caller)
    const { company, added } = await closeMonths(ctx.services, companyId, { months, actor, seenVersion })
    await audit(ctx, 'company.closeMonths', {
      months: added.map(({ month }) => month),
      version: added[0]?.version,
    })
    return company.closedMonths.filter(({ month }) => months.includes(month))
  }),

  reopenMonth: bookkeeperProcedure.input(ReopenMonthInput).mutation(async ({ ctx, input }) => {
    const { companyId, month, reason } = input
    const actor = actorOf(ctx.caller)
    await reopenMonth(ctx.services, companyId, { month, actor })
    await audit(ctx, 'company.reopenMonth', { month, reason })
  }),
})
