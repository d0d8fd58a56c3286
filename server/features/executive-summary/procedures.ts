import { LegacyInput, type LegacySummary } from '#contract/executive-summary.ts'
import { answerProcedure, companyProcedure, router } from '#server/trpc.ts'
import { legacySummary } from './legacy.ts'

/** How the business does now, for companies with the licence, and how its months went. */
export const executiveSummaryRouter = router({
  getLegacy: answerProcedure
    .input(LegacyInput)
    .query(({ ctx: { services, company }, input, signal }): Promise<LegacySummary> =>
      legacySummary(services, company, input, signal),
    ),

  realTimeData: router({
    getRealTimeDataLicenseStatus: companyProcedure.query(({ ctx }) => ({
      isEnabled: ctx.company.licences.includes('REAL_TIME'),
    })),
  }),
})
