import { REGIONS, type Region } from '#contract/marketplaces.ts'
import { listConnections } from '#server/accounts/index.ts'
import { coverage } from '#server/ledger/coverage/coverage.ts'
import { companyProcedure, router } from '#server/trpc.ts'
import { connectionOf, regionStatus } from './connection-cards.ts'
import { connectionProcedures } from './connections.ts'
import { syncProcedures } from './sync-procedures.ts'

export const amazonRouter = router({
  ...connectionProcedures,
  ...syncProcedures,

  /**
   * The regions that a company is connected in: where a consent holds, and those of the seller accounts whose report files
   * it holds, so that nobody needs a consent. The demo is connected everywhere.
   */
  getSellingPartnerOnboardingStatus: companyProcedure.query(
    async ({ ctx }): Promise<Record<Region, boolean>> => {
      const { services, company } = ctx
      const [connections, { connectedRegions }] = await Promise.all([
        listConnections(services.accounts, company),
        coverage(services, company),
      ])
      const isConnected = (region: Region) =>
        company.isDemo ||
        connectedRegions.includes(region) ||
        regionStatus(connectionOf(connections, 'SELLING_PARTNER', region), services.now()).status === 'ACTIVE'
      return Object.fromEntries(REGIONS.map((region) => [region, isConnected(region)])) as Record<
        Region,
        boolean
      >
    },
  ),
})
