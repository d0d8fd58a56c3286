import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { guard, QUERIES } from '#web/area-guard.ts'
import { PATHS } from '#web/paths.ts'
import type { StepId } from '#web/post-registration/steps.ts'
import type { SearchParams } from '#web/search-params.ts'
import { leave, root } from './root.ts'

// Most visits pass neither the wizard nor onboarding, so what guards them is loaded with them.
const wizardGuards = () => import('#web/post-registration/guards.ts')
const wizardFiles = () => import('#web/post-registration/pages.ts')
const onboardingGuards = () => import('#web/onboarding/guards.ts')
const onboardingFiles = () => import('#web/onboarding/pages.ts')
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
    component: lazyRouteComponent(wizardFiles, 'PersonalDetailsPage'),
  }),
  createRoute({
    getParentRoute: () => postRegistration,
    path: '/companyDetails',
    beforeLoad: forStep('companyDetails'),
    component: lazyRouteComponent(wizardFiles, 'CompanyDetailsPage'),
  }),
  createRoute({
    getParentRoute: () => postRegistration,
    path: '/referral',
    beforeLoad: forStep('referral'),
    component: lazyRouteComponent(wizardFiles, 'ReferralPage'),
  }),
  createRoute({
    getParentRoute: () => postRegistration,
    path: '/brandCategories',
    beforeLoad: forStep('brandCategories'),
    component: lazyRouteComponent(wizardFiles, 'BrandCategoriesPage'),
  }),
  createRoute({
    getParentRoute: () => postRegistration,
    path: '/largestAmazonMarketplace',
    beforeLoad: forStep('largestAmazonMarketplace'),
    component: lazyRouteComponent(wizardFiles, 'LargestMarketplacePage'),
  }),
  createRoute({
    getParentRoute: () => postRegistration,
    path: '/otherChannels',
    beforeLoad: forStep('otherChannels'),
    component: lazyRouteComponent(wizardFiles, 'OtherChannelsPage'),
  }),
] as const

const currencyPreference = createRoute({
  getParentRoute: () => root,
  path: '/currencyPreference',
  beforeLoad: (visit) => guard('authenticated', visit),
  component: lazyRouteComponent(onboardingFiles, 'CurrencyPreferencePage'),
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
    component: lazyRouteComponent(onboardingFiles, 'SellerCentralPage'),
  }),
  createRoute({
    getParentRoute: () => onboarding,
    path: '/advertising',
    beforeLoad: async (visit) => (await onboardingGuards()).forAdvertising(visit),
    component: lazyRouteComponent(onboardingFiles, 'AdvertisingPage'),
  }),
] as const

export const newcomerRoutes = [
  postRegistration.addChildren(postRegistrationPages),
  currencyPreference,
  onboarding.addChildren(onboardingPages),
] as const
