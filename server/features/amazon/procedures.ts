import { REGIONS, type Region } from '#contract/marketplaces.ts'
import { coverage } from '#server/ledger/coverage.ts'
import { companyProcedure, router } from '#server/trpc.ts'
import { syncProcedures } from './sync-procedures.ts'

export const amazonRouter = router({
  ...syncProcedures,

  /** The regions that a company is connected in: those of the seller accounts whose report files it holds. */
  getSellingPartnerOnboardingStatus: companyProcedure.query(
    async ({ ctx }): Promise<Record<Region, boolean>> => {
      const { connectedRegions } = await coverage(ctx.services, ctx.company)
      const isConnected = (region: Region) => [region, connectedRegions.includes(region)] as const
      return Object.fromEntries(REGIONS.map(isConnected)) as Record<Region, boolean>
    },
  ),
})
