import { hostname } from 'node:os'
import type { StatusAnswer } from '#contract/status.ts'
import { latestDollarRates } from '#server/ledger/rates.ts'
import { procedure, router } from '#server/trpc.ts'

export const statusRouter = router({
  /** Which machine answers, and the newest rates that it brought along. */
  get: procedure.query((): StatusAnswer => ({ hostname: hostname(), exchangeRates: latestDollarRates() })),
})
