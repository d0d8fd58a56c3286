import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { guard, QUERIES } from '#web/area-guard.ts'
import { PATHS, type CompanyPath } from '#web/paths.ts'
import { hasSession } from '#web/session/session.ts'
import { takeReturnAddress } from '#web/session/return-address.ts'
import { selectedCompanyOf } from '#web/shell/selected-company.ts'
import { accountingPages } from './accounting.ts'
import { trpc } from '#web/trpc.ts'
import { company, ofSelectedCompany } from './of-company.ts'
import { leave, root } from './root.ts'
import { companyDeletion, settingsPages } from './settings.ts'

/** The start page: to where somebody wanted to go before a detour, else to the dashboard. */
const home = createRoute({
  getParentRoute: () => root,
  path: '/home',
  beforeLoad: async ({ context, search, location, preload }) => {
    // First: the page has rules of its own, and administrators without a company may see those of others.
    const href = preload || !hasSession() ? null : takeReturnAddress()
    if (href) leave(redirect({ href, replace: true }))
    await guard('onboarded', { location, preload })
    const company = selectedCompanyOf(await context.queryClient.ensureQueryData(QUERIES.companies))
    const { sources } = await context.queryClient.ensureQueryData(QUERIES.coverage(company!.id))
    // Without reports of sales and traffic the brand manager has little to say.
    const hasSales = sources.some(({ source }) => source === 'sales_traffic_date')
    leave(
      redirect({
        to: hasSales ? PATHS.brandManagerMarketplace : PATHS.transactionProfitAndLoss,
        params: { companyId: company!.id },
        search,
        replace: true,
      }),
    )
  },
})

/** Addresses that lead to a page, beside its own. */
const LEADING_TO: readonly (readonly [CompanyPath, ...string[]])[] = [
  [PATHS.transactionProfitAndLoss, '/profitAndLoss'],
  [PATHS.orderProfitAndLoss, '/wbr/your-top-line', '/wbr/pAndL'],
  [PATHS.weeklyReview, '/wbr', '/wbr/sales-breakdown'],
  [PATHS.brandManagerMarketplace, '/brandManager'],
  [PATHS.salesTrends, '/brandManager/trends'],
  // Without the licence that page leads on to the other view.
  [PATHS.executiveSummaryNew, '/executiveSummary', '/executiveSummary/$'],
  [PATHS.userDetails, '/userSettings'],
  [PATHS.companyGeneral, '/companySettings'],
]

const leadingTo = (to: CompanyPath, path: string) =>
  createRoute({
    getParentRoute: () => company,
    path,
    beforeLoad: ({ params, search }) => {
      leave(redirect({ to, params, search, replace: true }))
    },
  })

const OF_COMPANY = '/$companyId'
const isOfCompany = (path: string): path is CompanyPath => path.startsWith(`${OF_COMPANY}/`)
type ShortOf<Path> = Path extends `${typeof OF_COMPANY}${infer Short}` ? Short : never

/** Each page of a company, and each address that leads to one, is found without the company too. */
const withoutCompany = [
  ...Object.values(PATHS)
    .filter(isOfCompany)
    .map((to) => ofSelectedCompany(to.slice(OF_COMPANY.length) as ShortOf<CompanyPath>, to)),
  ...LEADING_TO.flatMap(([to, ...paths]) => paths.map((path) => ofSelectedCompany(path, to))),
]

// One place that asks for a file: each would list all that it brings.
const loadProfitAndLoss = () => import('#web/features/profit-and-loss/TransactionPage.tsx')
const loadTrends = () => import('#web/features/trends/TrendsPage.tsx')
const loadBrandManager = () => import('#web/features/brand-manager/pages.ts')

const dashboards = (
  [
    [
      '/executiveSummary/new',
      lazyRouteComponent(() => import('#web/features/executive-summary/NewPage.tsx'), 'NewPage'),
    ],
    [
      '/executiveSummary/legacy',
      lazyRouteComponent(() => import('#web/features/executive-summary/LegacyPage.tsx'), 'LegacyPage'),
    ],
    ['/profitAndLoss/transaction', lazyRouteComponent(loadProfitAndLoss, 'TransactionPage')],
    ['/profitAndLoss/order', lazyRouteComponent(loadProfitAndLoss, 'OrderPage')],
    [
      '/profitAndLoss/reconciliation',
      lazyRouteComponent(
        () => import('#web/features/profit-and-loss/reconciliation/ReconciliationPage.tsx'),
        'ReconciliationPage',
      ),
    ],
    ['/brandManager/marketplace', lazyRouteComponent(loadBrandManager, 'MarketplacesPage')],
    ['/brandManager/brand', lazyRouteComponent(loadBrandManager, 'BrandsPage')],
    ['/brandManager/product', lazyRouteComponent(loadBrandManager, 'ProductsPage')],
    ['/brandManager/trends/salesAndTraffic', lazyRouteComponent(loadTrends, 'SalesTrendsPage')],
    ['/brandManager/trends/advertising', lazyRouteComponent(loadTrends, 'AdvertisingTrendsPage')],
    ['/brandManager/salesAndTraffic', lazyRouteComponent(loadBrandManager, 'SalesTrafficPage')],
    [
      '/wbr/overview',
      lazyRouteComponent(
        () => import('#web/features/weekly-review/WeeklyReviewPage.tsx'),
        'WeeklyReviewPage',
      ),
    ],
  ] as const
).map(([path, component]) =>
  createRoute({
    getParentRoute: () => company,
    path,
    loader: ({ context, params }) => context.queryClient.ensureQueryData(QUERIES.coverage(params.companyId)),
    component,
  }),
)

const allInOne = createRoute({
  getParentRoute: () => company,
  path: '/allInOne',
  loader: ({ context: { queryClient }, params: { companyId } }) =>
    Promise.all([
      queryClient.ensureQueryData(QUERIES.coverage(companyId)),
      queryClient.ensureQueryData(trpc.advertising.getValidDataTimeWindow.queryOptions({ companyId })),
    ]),
  component: lazyRouteComponent(() => import('#web/features/all-in-one/AllInOnePage.tsx'), 'AllInOnePage'),
})

const unitEconomics = createRoute({
  getParentRoute: () => company,
  path: '/unitEconomics',
  loader: async ({ context: { queryClient }, params: { companyId }, location, preload }) => {
    await queryClient.ensureQueryData(QUERIES.coverage(companyId))
    if (!preload) return
    const { prefetchUnitEconomics } = await import('#web/features/unit-economics/prefetch.ts')
    await prefetchUnitEconomics(queryClient, companyId, location.search)
  },
  component: lazyRouteComponent(
    () => import('#web/features/unit-economics/UnitEconomicsPage.tsx'),
    'UnitEconomicsPage',
  ),
})

const importPages = () => import('#web/features/import/pages.ts')

/** Pages that show themselves what they wait for. */
const pages = (
  [
    ['/opex', lazyRouteComponent(() => import('#web/features/expenses/ExpensesPage.tsx'), 'ExpensesPage')],
    [
      '/productMaster',
      lazyRouteComponent(
        () => import('#web/features/product-master/ProductMasterPage.tsx'),
        'ProductMasterPage',
      ),
    ],
    [
      '/connections',
      lazyRouteComponent(() => import('#web/features/connections/ConnectionsPage.tsx'), 'ConnectionsPage'),
    ],
    ['/import', lazyRouteComponent(importPages, 'ImportPage')],
    ['/import/reports', lazyRouteComponent(importPages, 'ReportGuidePage')],
    [
      '/glossary',
      lazyRouteComponent(() => import('#web/features/glossary/GlossaryPage.tsx'), 'GlossaryPage'),
    ],
  ] as const
).map(([path, component]) => createRoute({ getParentRoute: () => company, path, component }))

export const companyRoutes = [
  home,
  ...withoutCompany,
  companyDeletion,
  company.addChildren([
    leadingTo(PATHS.transactionProfitAndLoss, '/'),
    ...LEADING_TO.flatMap(([to, ...paths]) => paths.map((path) => leadingTo(to, path))),
    ...dashboards,
    allInOne,
    unitEconomics,
    ...pages,
    ...accountingPages,
    ...settingsPages,
  ]),
] as const
