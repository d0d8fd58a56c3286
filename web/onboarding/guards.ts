import { redirect } from '@tanstack/react-router'
import { isConnected, QUERIES } from '#web/area-guard.ts'
import { PATHS } from '#web/paths.ts'
import { selectedCompanyOf } from '#web/shell/selected-company.ts'
import { queryClient } from '#web/trpc.ts'

interface Visit {
  search: { continue?: string | undefined }
}

/** Leads on from a step that has nothing to ask for; whoever comes back with `continue=true` sees it anyway. */
const unlessConnected =
  (to: (typeof PATHS)['onboardingAdvertising' | 'home'], withoutCompany: boolean) =>
  async ({ search }: Visit): Promise<void> => {
    const company = selectedCompanyOf(await queryClient.ensureQueryData(QUERIES.companies))
    const isDone = company ? search.continue !== 'true' && (await isConnected(company)) : withoutCompany
    if (!isDone) return
    const signal: unknown = redirect({ to, replace: true })
    throw signal
  }

export const forSellerCentral = unlessConnected(PATHS.onboardingAdvertising, false)

/** Advertising cannot be connected yet: a company that has its numbers in files needs nothing more. */
export const forAdvertising = unlessConnected(PATHS.home, true)
