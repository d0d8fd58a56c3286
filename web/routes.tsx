import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { galleryRoutes } from './gallery/gallery-routes.ts'
import { PATHS } from './paths.ts'
import { parseSearch, stringifySearch, type SearchParams } from './search-params.ts'
import { selectedCompanyOf, rememberCompany } from './shell/selected-company.ts'
import { ErrorPage } from './shell/ErrorPage.tsx'
import { NotFoundPage } from './shell/NotFoundPage.tsx'
import { Shell } from './shell/Shell.tsx'
import { queryClient, trpc } from './trpc.ts'

/** The router is told to go elsewhere by what a loader throws; none of it is an error. */
function leave(signal: unknown): never {
  throw signal
}

const companiesQuery = trpc.companies.getUserCompanyOptions.queryOptions()

const coverageQuery = (companyId: string) => trpc.imports.getCoverage.queryOptions({ companyId })

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  // Pages read their own parameters; the address as a whole is flat text.
  validateSearch: (search: Record<string, unknown>): SearchParams => search as SearchParams,
})

/** Addresses without a company lead to the one chosen last. */
const ofSelectedCompany = (path: string, to: (typeof PATHS)[keyof typeof PATHS]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: async ({ context, search }) => {
      const companies = await context.queryClient.ensureQueryData(companiesQuery)
      const company = selectedCompanyOf(companies)
      if (!company) leave(notFound())
      leave(redirect({ to, params: { companyId: company.id }, search, replace: true }))
    },
  })

const company = createRoute({
  getParentRoute: () => root,
  path: '/$companyId',
  component: Shell,
  loader: async ({ context, params }) => {
    const companies = await context.queryClient.ensureQueryData(companiesQuery)
    const selected = companies.find(({ id }) => id === params.companyId)
    if (!selected) return leave(notFound())
    rememberCompany(selected.id)
    return { companies, company: selected }
  },
})

const toTransaction = (path: string) =>
  createRoute({
    getParentRoute: () => company,
    path,
    beforeLoad: ({ params, search }) => {
      leave(redirect({ to: PATHS.transactionProfitAndLoss, params, search, replace: true }))
    },
  })

const transaction = createRoute({
  getParentRoute: () => company,
  path: '/profitAndLoss/transaction',
  loader: ({ context, params }) => context.queryClient.ensureQueryData(coverageQuery(params.companyId)),
  component: lazyRouteComponent(
    () => import('./features/profit-and-loss/TransactionPage.tsx'),
    'TransactionPage',
  ),
})

const importPage = createRoute({
  getParentRoute: () => company,
  path: '/import',
  component: lazyRouteComponent(() => import('./features/import/ImportPage.tsx'), 'ImportPage'),
})

const pages = [
  ofSelectedCompany('/', PATHS.transactionProfitAndLoss),
  ofSelectedCompany('/profitAndLoss', PATHS.transactionProfitAndLoss),
  ofSelectedCompany('/profitAndLoss/transaction', PATHS.transactionProfitAndLoss),
  ofSelectedCompany('/import', PATHS.import),
  company.addChildren([toTransaction('/'), toTransaction('/profitAndLoss'), transaction, importPage]),
] as const

const routeTree = root.addChildren(pages)

// The types stay without the gallery: what is built has no such address.
if (import.meta.env.DEV) routeTree.addChildren([...pages, ...galleryRoutes(root)])

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: ErrorPage,
  // Answers live in the query cache, which knows when they are stale.
  defaultPreloadStaleTime: 0,
  defaultPreload: 'intent',
  scrollRestoration: true,
  scrollToTopSelectors: ['#sheet'],
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
