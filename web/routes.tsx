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
import { guard, QUERIES } from './area-guard.ts'
import { forGuests, forNewFactor, forPendingEmail, forPendingSignIn } from './auth/guards.ts'
import { galleryRoutes } from './gallery/gallery-routes.ts'
import { PATHS } from './paths.ts'
import type { StepId } from './post-registration/steps.ts'
import { parseSearch, stringifySearch, type SearchParams } from './search-params.ts'
import { takeReturnAddress } from './session/return-address.ts'
import { selectedCompanyOf, rememberCompany } from './shell/selected-company.ts'
import { ErrorPage } from './shell/ErrorPage.tsx'
import { Shell } from './shell/Shell.tsx'
import { NotFoundPage } from './shell/NotFoundPage.tsx'
import { queryClient } from './trpc.ts'

/** The router is told to go elsewhere by what a loader throws; none of it is an error. */
function leave(signal: unknown): never {
  throw signal
}

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

// Most visits pass neither the wizard nor onboarding, so what guards them is loaded with them.
const wizardGuards = () => import('./post-registration/guards.ts')
const onboardingGuards = () => import('./onboarding/guards.ts')
const forStep = (id: StepId) => async (visit: { search: SearchParams }) =>
  (await wizardGuards()).forStep(id)(visit)

/** Where every sign-in ends: on from here to what somebody came for. */
const postRegistration = createRoute({
  getParentRoute: () => root,
  path: '/postRegistration',
  beforeLoad: async (visit) => (await wizardGuards()).forWizard(visit),
  loader: ({ context }) =>
    Promise.all([
      context.queryClient.ensureQueryData(QUERIES.companies),
      context.queryClient.ensureQueryData(QUERIES.personalDetails),
    ]),
})

const postRegistrationPages = [
  createRoute({
    getParentRoute: () => postRegistration,
    path: '/',
    beforeLoad: ({ search }) => leave(redirect({ to: PATHS.personalDetails, search, replace: true })),
  }),
  createRoute({
    getParentRoute: () => postRegistration,
    path: '/personalDetails',
    component: lazyRouteComponent(
      () => import('./post-registration/PersonalDetailsPage.tsx'),
      'PersonalDetailsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => postRegistration,
    path: '/companyDetails',
    beforeLoad: forStep('companyDetails'),
    component: lazyRouteComponent(
      () => import('./post-registration/CompanyDetailsPage.tsx'),
      'CompanyDetailsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => postRegistration,
    path: '/referral',
    beforeLoad: forStep('referral'),
    component: lazyRouteComponent(() => import('./post-registration/ReferralPage.tsx'), 'ReferralPage'),
  }),
  createRoute({
    getParentRoute: () => postRegistration,
    path: '/brandCategories',
    beforeLoad: forStep('brandCategories'),
    component: lazyRouteComponent(
      () => import('./post-registration/BrandCategoriesPage.tsx'),
      'BrandCategoriesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => postRegistration,
    path: '/largestAmazonMarketplace',
    beforeLoad: forStep('largestAmazonMarketplace'),
    component: lazyRouteComponent(
      () => import('./post-registration/LargestMarketplacePage.tsx'),
      'LargestMarketplacePage',
    ),
  }),
  createRoute({
    getParentRoute: () => postRegistration,
    path: '/otherChannels',
    beforeLoad: forStep('otherChannels'),
    component: lazyRouteComponent(
      () => import('./post-registration/OtherChannelsPage.tsx'),
      'OtherChannelsPage',
    ),
  }),
] as const

const currencyPreference = createRoute({
  getParentRoute: () => root,
  path: '/currencyPreference',
  beforeLoad: (visit) => guard('authenticated', visit),
  component: lazyRouteComponent(
    () => import('./onboarding/CurrencyPreferencePage.tsx'),
    'CurrencyPreferencePage',
  ),
})

const onboarding = createRoute({
  getParentRoute: () => root,
  path: '/onboarding',
  beforeLoad: (visit) => guard('onboarding', visit),
})

const onboardingPages = [
  createRoute({
    getParentRoute: () => onboarding,
    path: '/',
    beforeLoad: ({ search }) => leave(redirect({ to: PATHS.onboardingSellerCentral, search, replace: true })),
  }),
  createRoute({
    getParentRoute: () => onboarding,
    path: '/sellerCentral',
    beforeLoad: async (visit) => (await onboardingGuards()).forSellerCentral(visit),
    component: lazyRouteComponent(() => import('./onboarding/SellerCentralPage.tsx'), 'SellerCentralPage'),
  }),
  createRoute({
    getParentRoute: () => onboarding,
    path: '/advertising',
    beforeLoad: async (visit) => (await onboardingGuards()).forAdvertising(visit),
    component: lazyRouteComponent(() => import('./onboarding/AdvertisingPage.tsx'), 'AdvertisingPage'),
  }),
] as const

/** The start page: to where somebody wanted to go before a detour, else to the dashboard. */
const home = createRoute({
  getParentRoute: () => root,
  path: '/home',
  beforeLoad: async ({ context, search, location, preload }) => {
    await guard('onboarded', { location, preload })
    const href = preload ? null : takeReturnAddress()
    if (href) leave(redirect({ href, replace: true }))
    const company = selectedCompanyOf(await context.queryClient.ensureQueryData(QUERIES.companies))
    leave(
      redirect({
        to: PATHS.transactionProfitAndLoss,
        params: { companyId: company!.id },
        search,
        replace: true,
      }),
    )
  },
})

/** Addresses without a company lead to the one chosen last. */
const ofSelectedCompany = <Path extends string>(path: Path, to: (typeof PATHS)[keyof typeof PATHS]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: async ({ context, search, location, preload }) => {
      await guard(areaOf(location.pathname), { location, preload })
      const company = selectedCompanyOf(await context.queryClient.ensureQueryData(QUERIES.companies))
      leave(redirect({ to, params: { companyId: company!.id }, search, replace: true }))
    },
  })

const areaOf = (pathname: string) => (/\/import\/?$/.test(pathname) ? 'importing' : 'onboarded')

const company = createRoute({
  getParentRoute: () => root,
  path: '/$companyId',
  beforeLoad: ({ params, location, preload }) =>
    guard(areaOf(location.pathname), { location, preload }, params.companyId),
  component: Shell,
  loader: async ({ context, params }) => {
    const companies = await context.queryClient.ensureQueryData(QUERIES.companies)
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
  loader: ({ context, params }) => context.queryClient.ensureQueryData(QUERIES.coverage(params.companyId)),
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
  postRegistration.addChildren(postRegistrationPages),
  currencyPreference,
  onboarding.addChildren(onboardingPages),
  home,
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
