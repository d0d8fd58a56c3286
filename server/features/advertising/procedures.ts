import { addDays, earlier } from '#contract/date-range.ts'
import type { PnlWindow } from '#contract/profit-and-loss.ts'
import { streamsOf } from '#server/ledger/coverage/claims.ts'
import { today } from '#server/ledger/services.ts'
import { companyProcedure, router } from '#server/trpc.ts'

export const advertisingRouter = router({
  /** From the first to the last day, that is over, of which any report of advertising is there; null without one. */
  getValidDataTimeWindow: companyProcedure.query(
    async ({ ctx: { services, company } }): Promise<PnlWindow> => {
      const { ADVERTISING: streams } = await streamsOf(services, company)
      const claims = streams.flatMap((stream) => stream.claims)
      const [startDate] = claims.map(({ start }) => start).toSorted()
      const last = claims
        .map(({ end }) => end)
        .toSorted()
        .at(-1)
      if (startDate === undefined || last === undefined) return null
      const endDate = earlier(last, addDays(today(services), -1))
      return startDate <= endDate ? { startDate, endDate } : null
    },
  ),
})
