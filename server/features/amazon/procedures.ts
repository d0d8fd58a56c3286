import { REGIONS, type Region } from '#contract/marketplaces.ts'
import { isFirstDataComing } from '#server/accounts/index.ts'
import { coverage } from '#server/ledger/coverage.ts'
import { companyProcedure, router } from '#server/trpc.ts'

export const amazonRouter = router({
  /** The regions that a company is connected in: those of the seller accounts whose report files it holds. */
  getSellingPartnerOnboardingStatus: companyProcedure.query(
    async ({ ctx }): Promise<Record<Region, boolean>> => {
      const { connectedRegions } = await coverage(ctx.services, ctx.company)
      const isConnected = (region: Region) => [region, connectedRegions.includes(region)] as const
      return Object.fromEntries(REGIONS.map(isConnected)) as Record<Region, boolean>
    },
  ),

  /**
   * Whether the pages of a company have something to show. Until companies can be connected, what they wait for is the
   * first report file that was handed in.
   */
  isCriticalSyncComplete: companyProcedure.query(
    async ({ ctx }) => !(await isFirstDataComing(ctx.services.accounts, ctx.company)),
  ),
})
