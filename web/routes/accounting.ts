import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { QUERIES } from '#web/area-guard.ts'
import { company } from './of-company.ts'

/** Pages for who keeps the books. */
export const accountingPages = (
  [
    [
      '/accounting/journals',
      lazyRouteComponent(() => import('#web/features/journals/JournalsPage.tsx'), 'JournalsPage'),
    ],
    [
      '/accounting/vat',
      lazyRouteComponent(() => import('#web/features/vat-report/VatReportPage.tsx'), 'VatReportPage'),
    ],
    [
      '/accounting/stock',
      lazyRouteComponent(() => import('#web/features/stock-value/StockValuePage.tsx'), 'StockValuePage'),
    ],
    [
      '/accounting/bank',
      lazyRouteComponent(() => import('#web/features/bank-match/BankMatchPage.tsx'), 'BankMatchPage'),
    ],
    [
      '/accounting/months',
      lazyRouteComponent(() => import('#web/features/accounting/MonthsPage.tsx'), 'MonthsPage'),
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
