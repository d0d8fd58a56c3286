import { companyProcedure, router } from '#server/trpc.ts'

export const realTimeDataRouter = router({
  getRealTimeDataLicenseStatus: companyProcedure.query(({ ctx }) => ({
    isEnabled: ctx.company.licences.includes('REAL_TIME'),
  })),
})
