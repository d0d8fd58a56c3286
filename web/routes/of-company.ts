import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { guard, QUERIES } from '#web/area-guard.ts'
import type { CompanyPath } from '#web/paths.ts'
import { hasSession } from '#web/session/session.ts'
import { selectedCompanyOf, rememberCompany } from '#web/shell/selected-company.ts'
import { Shell } from '#web/shell/Shell.tsx'
import { trpc } from '#web/trpc.ts'
import { leave, root } from './root.ts'

/** Addresses without a company lead to the one chosen last. */
export const ofSelectedCompany = <Path extends string>(path: Path, to: CompanyPath) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: async ({ context, search, location, preload }) => {
      await guard(areaOf(location.pathname), { location, preload })
      const company = selectedCompanyOf(await context.queryClient.ensureQueryData(QUERIES.companies))
      leave(redirect({ to, params: { companyId: company!.id }, search, replace: true }))
    },
  })

/** What is done for a company before it has numbers: files are imported, people invited, settings made. */
const WITHOUT_DATA =
  /\/(?:import(?:\/reports)?|connections|subscription|(?:userSettings|companySettings)(?:\/\w+)?)\/?$/

const areaOf = (pathname: string) => (WITHOUT_DATA.test(pathname) ? 'importing' : 'onboarded')

const COMPANY_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const company = createRoute({
  getParentRoute: () => root,
  path: '/$companyId',
  beforeLoad: async ({ params, location, preload, matches }) => {
    // Any first word of an address gets here. What can be no page is not found, before anybody is asked to sign in.
    const isNowhere = matches.at(-1)?.routeId === '/$companyId'
    if (!COMPANY_ID.test(params.companyId) || (isNowhere && !hasSession())) leave(notFound())
    await guard(areaOf(location.pathname), { location, preload }, params.companyId)
  },
  component: Shell,
  loader: async ({ context, params }) => {
    const companies = await context.queryClient.ensureQueryData(QUERIES.companies)
    const own = companies.find(({ id }) => id === params.companyId)
    if (own) {
      rememberCompany(own.id)
      return { companies, company: own }
    }
    // Administrators look into companies of others.
    const company = await context.queryClient
      .ensureQueryData(trpc.companies.get.queryOptions({ companyId: params.companyId }))
      .catch(() => leave(notFound()))
    return { companies: [...companies, company], company }
  },
})
