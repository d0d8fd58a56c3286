import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useLoaderData } from '@tanstack/react-router'
import { QUERIES } from '#web/area-guard.ts'

const companyRoute = getRouteApi('/$companyId')

/** The company of the address, and all that the person may look at. */
export const useCompany = () => companyRoute.useLoaderData()

type CompanyData = ReturnType<typeof useCompany>

/** What the shell around a page is about: off the pages of companies the one looked at last, if there is any. */
export const useShellCompany = () =>
  useLoaderData({ strict: false }) as Pick<CompanyData, 'companies'> & Partial<CompanyData>

/** Whether it is known of the company that nothing was imported, so that its dashboards have nothing to show. */
export function useIsEmpty(): boolean {
  const { company } = useShellCompany()
  const { data } = useQuery({
    ...QUERIES.coverage(company?.id ?? ''),
    enabled: company !== undefined && !company.isDemo,
    meta: { isQuiet: true },
  })
  return data?.connectedRegions.length === 0
}
