import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { guard } from '#web/area-guard.ts'
import { company } from './of-company.ts'
import { root } from './root.ts'

const userPages = () => import('#web/features/user-settings/pages.ts')
const companyPages = () => import('#web/features/company-settings/pages.ts')

export const settingsPages = [
  createRoute({
    getParentRoute: () => company,
    path: '/userSettings/personalDetails',
    component: lazyRouteComponent(userPages, 'DetailsPage'),
  }),
  createRoute({
    getParentRoute: () => company,
    path: '/userSettings/password',
    component: lazyRouteComponent(userPages, 'PasswordPage'),
  }),
  createRoute({
    getParentRoute: () => company,
    path: '/userSettings/mfa',
    component: lazyRouteComponent(userPages, 'MfaPage'),
  }),
  createRoute({
    getParentRoute: () => company,
    path: '/userSettings/sessions',
    component: lazyRouteComponent(userPages, 'SessionsPage'),
  }),
  createRoute({
    getParentRoute: () => company,
    path: '/companySettings/general',
    component: lazyRouteComponent(companyPages, 'GeneralPage'),
  }),
  createRoute({
    getParentRoute: () => company,
    path: '/companySettings/sqp',
    component: lazyRouteComponent(companyPages, 'SqpPage'),
  }),
  createRoute({
    getParentRoute: () => company,
    path: '/companySettings/team',
    component: lazyRouteComponent(companyPages, 'TeamPage'),
  }),
  createRoute({
    getParentRoute: () => company,
    path: '/subscription',
    component: lazyRouteComponent(
      () => import('#web/features/subscription/SubscriptionPage.tsx'),
      'SubscriptionPage',
    ),
  }),
] as const

export const companyDeletion = createRoute({
  getParentRoute: () => root,
  path: '/companyDeletion/$companyId',
  beforeLoad: (visit) => guard('authenticated', visit),
  component: lazyRouteComponent(companyPages, 'DeletionPage'),
})
