import { getRouteApi, useLoaderData } from '@tanstack/react-router'

const companyRoute = getRouteApi('/$companyId')

/** The company of the address, and all that the person may look at. */
export const useCompany = () => companyRoute.useLoaderData()

type CompanyData = ReturnType<typeof useCompany>

/** What the shell around a page is about: off the pages of companies the one looked at last, if there is any. */
export const useShellCompany = () =>
  useLoaderData({ strict: false }) as Pick<CompanyData, 'companies'> & Partial<CompanyData>
