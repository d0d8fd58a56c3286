import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { guard, QUERIES } from '#web/area-guard.ts'
import { PATHS } from '#web/paths.ts'
import { selectedCompanyOf } from '#web/shell/selected-company.ts'
import { Shell } from '#web/shell/Shell.tsx'
import { leave, root } from './root.ts'

const admin = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  beforeLoad: (visit) => guard('admin', visit),
  component: Shell,
  loader: async ({ context }) => {
    const companies = await context.queryClient.ensureQueryData(QUERIES.companies)
    return { companies, company: selectedCompanyOf(companies) }
  },
})

const toCompanies = () => leave(redirect({ to: PATHS.admin, params: { page: 'companies' }, replace: true }))

// Which pages there are is known where they are: hardly anybody loads them.
const pages = [
  createRoute({ getParentRoute: () => admin, path: '/', beforeLoad: toCompanies }),
  createRoute({
    getParentRoute: () => admin,
    path: '/$page',
    component: lazyRouteComponent(() => import('#web/features/admin/AdminArea.tsx'), 'AdminArea'),
  }),
] as const

const blocked = createRoute({
  getParentRoute: () => root,
  path: '/blocked',
  beforeLoad: (visit) => guard('authenticated', visit),
  loader: async ({ context }) => {
    const companies = await context.queryClient.ensureQueryData(QUERIES.companies)
    const company = selectedCompanyOf(companies)
    return company ? { companies, company } : leave(redirect({ to: PATHS.index, replace: true }))
  },
  component: lazyRouteComponent(() => import('#web/blocked/BlockedPage.tsx'), 'BlockedPage'),
})

/** The area of those who run the platform, and the page of those whom they have shut out. */
export const adminRoutes = [
  blocked,
  createRoute({ getParentRoute: () => root, path: '/_admin', beforeLoad: toCompanies }),
  admin.addChildren(pages),
] as const
