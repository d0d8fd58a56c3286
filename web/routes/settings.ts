import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { guard } from '#web/area-guard.ts'
import { PATHS, type CompanyPath } from '#web/paths.ts'
import { company, ofSelectedCompany } from './of-company.ts'
import { leave, root } from './root.ts'

const userPages = () => import('#web/features/user-settings/pages.ts')
const companyPages = () => import('#web/features/company-settings/pages.ts')

const redirectTo = (path: string, to: CompanyPath) =>
  createRoute({
    getParentRoute: () => company,
    path,
    beforeLoad: ({ params }) => {
      leave(redirect({ to, params, replace: true }))
    },
  })

export const settingsPages = [
  redirectTo('/userSettings', PATHS.userDetails),
  redirectTo('/companySettings', PATHS.companyGeneral),
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

export const settingsRedirects = [
  ofSelectedCompany('/userSettings', PATHS.userDetails),
  ofSelectedCompany('/userSettings/personalDetails', PATHS.userDetails),
  ofSelectedCompany('/userSettings/password', PATHS.userPassword),
  ofSelectedCompany('/userSettings/mfa', PATHS.userMfa),
  ofSelectedCompany('/userSettings/sessions', PATHS.userSessions),
  ofSelectedCompany('/companySettings', PATHS.companyGeneral),
  ofSelectedCompany('/companySettings/general', PATHS.companyGeneral),
  ofSelectedCompany('/companySettings/sqp', PATHS.companySqp),
  ofSelectedCompany('/companySettings/team', PATHS.companyTeam),
  ofSelectedCompany('/subscription', PATHS.subscription),
  createRoute({
    getParentRoute: () => root,
    path: '/companyDeletion/$companyId',
    beforeLoad: (visit) => guard('authenticated', visit),
    component: lazyRouteComponent(companyPages, 'DeletionPage'),
  }),
] as const
