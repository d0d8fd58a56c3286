import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { isConnected, QUERIES, type CompanyOption } from '#web/area-guard.ts'
import { PATHS } from '#web/paths.ts'
import { selectedCompanyOf } from '#web/shell/selected-company.ts'
import { readStored, writeStored } from '#web/stored.ts'
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

/** The demo company's advertising is there without a connection; where nobody can connect, nothing is asked. */
async function hasAdvertising({ id, isDemo }: CompanyOption): Promise<boolean> {
  if (isDemo || readStored(SKIPPED) === id) return true
  const input = { companyId: id }
  const regions = await readAnew(trpc.amazon.getAmazonAdsOnboardingStatus.queryOptions(input))
  if (Object.values(regions).some(({ status }) => status === 'ACTIVE')) return true
  return !(await readAnew(trpc.amazon.getConnections.queryOptions(input))).available.ADVERTISING
}

const readAnew = <Data, Problem, Key extends QueryKey>(
  query: FetchQueryOptions<Data, Problem, Data, Key>,
): Promise<Data> => queryClient.fetchQuery({ ...query, staleTime: 0 })

/** Every sign-in leads through here, and nobody is to be asked each time. Forgotten when they sign out. */
const SKIPPED = 'advertising-skipped'
export const skipAdvertising = (companyId: string): void => writeStored(SKIPPED, companyId)
