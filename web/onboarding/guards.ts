import { redirect } from '@tanstack/react-router'
import { isConnected, QUERIES, type CompanyOption } from '#web/area-guard.ts'
import { PATHS } from '#web/paths.ts'
import { selectedCompanyOf } from '#web/shell/selected-company.ts'
import { queryClient, trpc } from '#web/trpc.ts'

interface Visit {
  search: { continue?: string | undefined }
}

/** Leads on from a step that has nothing to ask for; whoever comes back with `continue=true` sees it anyway. */
const unlessConnected =
  (
    to: (typeof PATHS)['onboardingAdvertising' | 'home'],
    withoutCompany: boolean,
    isDoneFor: (company: CompanyOption) => Promise<boolean>,
  ) =>
  async ({ search }: Visit): Promise<void> => {
    const company = selectedCompanyOf(await queryClient.ensureQueryData(QUERIES.companies))
    const isDone = company ? search.continue !== 'true' && (await isDoneFor(company)) : withoutCompany
    if (!isDone) return
    const signal: unknown = redirect({ to, replace: true })
    throw signal
  }

export const forSellerCentral = unlessConnected(PATHS.onboardingAdvertising, false, isConnected)

export const forAdvertising = unlessConnected(PATHS.home, true, hasAdvertising)

/** The demo company's advertising is there without a connection. */
async function hasAdvertising({ id, isDemo }: CompanyOption): Promise<boolean> {
  if (isDemo) return true
  const status = trpc.amazon.getAmazonAdsOnboardingStatus.queryOptions({ companyId: id })
  const regions = await queryClient.fetchQuery({ ...status, staleTime: 0 })
  return Object.values(regions).some((region) => region.status === 'ACTIVE')
}
