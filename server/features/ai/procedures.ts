import { companyProcedure, router } from '#server/trpc.ts'

export const aiRouter = router({
  chatbot: router({
    /** Whether the licence of a company has AI features. */
    testLicense: companyProcedure.query(({ ctx }) => ({ licensed: ctx.company.licences.includes('AI') })),
  }),
})
