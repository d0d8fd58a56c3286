import { z } from 'zod'
import { text } from '#contract/fields.ts'
import type { StatusAnswer } from '#contract/status.ts'
import { latestRates } from '#server/exchange-rates/rates-status.ts'
import { procedure, router } from '#server/trpc.ts'

export const statusRouter = router({
  /** Under which name people reach the installation, and not what its machine is called; the newest rates that it has, and whether a browser may report crashes in full. */
  get: procedure
    .input(z.object({ reconciliationId: text(64).optional() }).optional())
    .query(async ({ ctx, input }): Promise<StatusAnswer> => ({
      hostname: new URL(ctx.address).hostname,
      exchangeRates: (await latestRates(ctx.services.accounts)).map(({ currency, day, usd }) => ({
        currency,
        day,
        usd,
      })),
      isDetailedLoggingSupported: ctx.unredactedBrowsers.has(input?.reconciliationId ?? ''),
    })),
})
