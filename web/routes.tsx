import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import type * as authPages from './auth/pages.ts'
import { forGuests, forNewFactor, forPendingEmail, forPendingSignIn, forUsers } from './auth/guards.ts'
import { galleryRoutes } from './gallery/gallery-routes.ts'
import { PATHS } from './paths.ts'
import { parseSearch, stringifySearch, type SearchParams } from './search-params.ts'
import { takeReturnAddress } from './session/return-address.ts'
import { selectedCompanyOf, rememberCompany } from './shell/selected-company.ts'
import { ErrorPage } from './shell/ErrorPage.tsx'
import { NotFoundPage } from './shell/NotFoundPage.tsx'
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

const toAuth = <Path extends string>(path: Path, to: (typeof PATHS)['auth' | 'logIn' | 'register']) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => leave(redirect({ to, replace: true })),
  })

const authScreen = (name: keyof typeof authPages) => lazyRouteComponent(() => import('./auth/pages.ts'), name)

const auth = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  component: lazyRouteComponent(() => import('./auth/first-page.ts'), 'AuthLayout'),
})

const authScreens = [
  createRoute({
    getParentRoute: () => auth,
    path: '/',
    beforeLoad: () => leave(redirect({ to: PATHS.logIn, replace: true })),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/logIn',
    beforeLoad: forGuests,
    component: lazyRouteComponent(() => import('./auth/first-page.ts'), 'LogInPage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/register',
    beforeLoad: forGuests,
    component: authScreen('RegisterPage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/emailVerification',
    beforeLoad: forPendingEmail,
    component: authScreen('EmailVerificationPage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/verificationSuccessful',
    component: authScreen('VerificationSuccessfulPage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/addMfa',
    beforeLoad: forNewFactor,
    component: lazyRouteComponent(() => import('./auth/AddMfaPage.tsx'), 'AddMfaPage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/addMfaSuccessful',
    beforeLoad: forNewFactor,
    component: authScreen('AddMfaSuccessfulPage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/mfaChallenge',
    beforeLoad: forPendingSignIn,
    component: authScreen('MfaChallengePage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/forgotPassword',
    component: authScreen('ForgotPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/overridePassword',
    beforeLoad: forPendingEmail,
    component: authScreen('OverridePasswordPage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/signOut',
    component: authScreen('SignOutPage'),
  }),
] as const

/** Where every sign-in ends: on from here to what somebody came for. */
const postRegistration = createRoute({
  getParentRoute: () => root,
  path: '/postRegistration',
  beforeLoad: forUsers,
  loader: async ({ context }) => {
    const companies = await context.queryClient.ensureQueryData(companiesQuery)
    if (companies.length === 0) return
    const href = takeReturnAddress()
    leave(href ? redirect({ href, replace: true }) : redirect({ to: PATHS.home, replace: true }))
  },
  component: lazyRouteComponent(() => import('./shell/NoCompanyPage.tsx'), 'NoCompanyPage'),
})

/** Addresses without a company lead to the one chosen last. */
const ofSelectedCompany = <Path extends string>(path: Path, to: (typeof PATHS)[keyof typeof PATHS]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: async ({ context, search, location, preload }) => {
      await forUsers({ location, preload })
      const companies = await context.queryClient.ensureQueryData(companiesQuery)
      const company = selectedCompanyOf(companies)
      if (!company) leave(redirect({ to: PATHS.postRegistration, replace: true }))
      leave(redirect({ to, params: { companyId: company.id }, search, replace: true }))
    },
  })

const company = createRoute({
  getParentRoute: () => root,
  path: '/$companyId',
  beforeLoad: forUsers,
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
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
  toAuth('/', PATHS.auth),
  toAuth('/register', PATHS.register),
  toAuth('/signUp', PATHS.register),
  toAuth('/logIn', PATHS.logIn),
  toAuth('/signIn', PATHS.logIn),
  auth.addChildren(authScreens),
  postRegistration,
  ofSelectedCompany('/home', PATHS.transactionProfitAndLoss),
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
