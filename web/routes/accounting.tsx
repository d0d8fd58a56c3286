import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { company } from './of-company.ts'

/** Pages for who keeps the books. */
export const accountingPages = (
  [
    [
      '/accounting/months',
      lazyRouteComponent(() => import('#web/features/accounting/MonthsPage.tsx'), 'MonthsPage'),
    ],
  ] as const
).map(([path, component]) => createRoute({ getParentRoute: () => company, path, component }))
