import { DICTIONARY } from '#server/metrics/dictionary.ts'
import { procedure, router } from '#server/trpc.ts'

export const metricsRouter = router({
  /** Every metric with its words, units, direction and formula. The same for everybody. */
  getDictionary: procedure.query(() => DICTIONARY),
})
