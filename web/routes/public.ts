import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { guard, QUERIES } from '#web/area-guard.ts'
import { selectedCompanyOf } from '#web/shell/selected-company.ts'
import type * as staticPages from '#web/static-pages/pages.ts'
import { leave, root } from './root.ts'

const page = (name: keyof typeof staticPages) =>
  lazyRouteComponent(() => import('#web/static-pages/pages.ts'), name)

const staticPage = <Path extends string>(path: Path, name: keyof typeof staticPages) =>
  createRoute({ getParentRoute: () => root, path, component: page(name) })

const syncInProgress = createRoute({
  getParentRoute: () => root,
  path: '/syncInProgress',
  beforeLoad: (visit) => guard('syncing', visit),
  loader: async ({ context }) => ({
    company: selectedCompanyOf(await context.queryClient.ensureQueryData(QUERIES.companies))!,
  }),
  component: page('SyncInProgressPage'),
})

/** The address in the app store's listing has no page of its own. */
const amazon = createRoute({
  getParentRoute: () => root,
  path: '/amazon',
  beforeLoad: () => leave(redirect({ to: '/connections', replace: true })),
})

export const publicRoutes = [
  staticPage('/noInternet', 'NoInternetPage'),
  staticPage('/licenses', 'LicensesPage'),
  staticPage('/debug', 'DebugPage'),
  staticPage('/_featureFlags', 'FeatureFlagsPage'),
  staticPage('/spAppstoreRedirectNotice', 'SpAppstoreRedirectNoticePage'),
  staticPage('/redirects', 'RedirectsPage'),
  staticPage('/leaveUnconnectedCompanies', 'LeavingPage'),
  staticPage('/__internalTestErrorCapture', 'TestErrorPage'),
  syncInProgress,
  amazon,
] as const
