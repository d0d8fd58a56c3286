import { z } from 'zod'
import { text } from '#contract/fields.ts'
import type { StatusAnswer } from '#contract/status.ts'
import { latestDollarRates } from '#server/ledger/rates.ts'
import { procedure, router } from '#server/trpc.ts'

export const statusRouter = router({
  /** Under which name people reach the installation, and not what its machine is called; the newest rates that it brought along, and whether a browser may report crashes in full. */
  get: procedure
    .input(z.object({ reconciliationId: text(64).optional() }).optional())
    .query(({ ctx, input }): StatusAnswer => ({
      hostname: new URL(ctx.address).hostname,
      exchangeRates: latestDollarRates(),
      isDetailedLoggingSupported: ctx.unredactedBrowsers.has(input?.reconciliationId ?? ''),
    })),
})
