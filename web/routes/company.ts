import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router'
import { guard, QUERIES } from '#web/area-guard.ts'
import { PATHS } from '#web/paths.ts'
import { takeReturnAddress } from '#web/session/return-address.ts'
import { selectedCompanyOf, rememberCompany } from '#web/shell/selected-company.ts'
import { Shell } from '#web/shell/Shell.tsx'
import { trpc } from '#web/trpc.ts'
import { leave, root } from './root.ts'

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
    () => import('#web/features/profit-and-loss/TransactionPage.tsx'),
    'TransactionPage',
  ),
})

const importPage = createRoute({
  getParentRoute: () => company,
  path: '/import',
  component: lazyRouteComponent(() => import('#web/features/import/ImportPage.tsx'), 'ImportPage'),
})

export const companyRoutes = [
  home,
  ofSelectedCompany('/profitAndLoss', PATHS.transactionProfitAndLoss),
  ofSelectedCompany('/profitAndLoss/transaction', PATHS.transactionProfitAndLoss),
  ofSelectedCompany('/import', PATHS.import),
  company.addChildren([toTransaction('/'), toTransaction('/profitAndLoss'), transaction, importPage]),
] as const
