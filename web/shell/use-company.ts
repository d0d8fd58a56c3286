import { getRouteApi } from '@tanstack/react-router'

const companyRoute = getRouteApi('/$companyId')

/** The company of the address, and all that the person may look at. */
export const useCompany = () => companyRoute.useLoaderData()
