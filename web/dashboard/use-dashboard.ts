import type { CurrencyCode } from '#contract/currencies.ts'
import type { FilterContext, MarketplaceCode } from '#web/filters/filter-fields.ts'
import { useCoveredSkus, type SelectionProblem } from '#web/filters/products/use-covered.ts'
import type { SearchParams } from '#web/search-params.ts'
import { dayOfMoment, today as todayNow } from '#web/ui/dates.ts'
import { usePast, type Past } from './as-of.ts'
import type { DashboardSubject } from './dashboard-subject.ts'
import type { CommonView, Dashboard, FilterFields, FilterValues } from './dashboard-view.ts'
import { useDashboardView } from './use-dashboard-view.ts'
import { useDrawer, type Drawer } from './use-drawer.ts'

/** What every procedure of a dashboard is asked with, and every number of it explained within. */
export interface DashboardScope {
  companyId: string
  currencyCode: CurrencyCode
  marketplaces: MarketplaceCode[]
  /** Absent where all products count. */
  skus?: string[]
  brandNames?: string[]
  /** The moment as of which numbers are read; absent where that is now. */
  asOf?: string
}

/** What a page knows of its view, and can do with it. */
export interface DashboardFrame<V extends CommonView = CommonView> {
  // Only the frame looks into it, and it asks for no values.
  // oxlint-disable-next-line typescript/no-explicit-any
  dashboard: Dashboard<any>
  subject: DashboardSubject
  context: FilterContext
  view: V
  /** Shows something else; folding and the like replace the address, so that they leave no trace in the history. */
  change(this: void, changes: Partial<V>, replace?: boolean): void
  /** Shows what an address says, as one that was kept does. */
  showParams: (params: SearchParams, replace?: boolean) => void
  reset: () => void
  /** With the products that the product filter comes to. Not to be asked with before `isReady`. */
  scope: DashboardScope
  isReady: boolean
  /** Something is chosen in the product filter, and no product has it. */
  coversNothing: boolean
  /** Why nothing can be asked of what is chosen there. */
  selectionProblem: SelectionProblem | null
  drawer: Drawer
  past: Past
}

const NO_PRODUCTS = { products: [], tags: [], categories: [] }

/** The view of a page, kept in the address and from visit to visit. */
export function useDashboard<F extends FilterFields>(
  dashboard: Dashboard<F>,
  subject: DashboardSubject,
): DashboardFrame<FilterValues<F>> {
  const { company, currencyCode, window = { start: subject.firstDay, end: subject.lastDay } } = subject
  const today = subject.asOf === undefined ? todayNow() : dayOfMoment(new Date(subject.asOf))
  const context = { today, window, currencyCode }
  const { view, change, showParams, reset } = useDashboardView(dashboard, company.id, context)
  const common: CommonView = view
  const selection = { ...NO_PRODUCTS, ...common }
  const { skus, isPending, coversNothing, problem } = useCoveredSkus(askedOf(subject), selection)
  return {
    dashboard,
    subject,
    context,
    view,
    change,
    showParams,
    reset,
    scope: scopeOf(subject, common, skus),
    isReady: !isPending && problem === null,
    coversNothing,
    selectionProblem: problem,
    drawer: useDrawer(),
    past: usePast(),
  }
}

/** Which company, and as of when: what every question about it begins with. */
export const askedOf = ({ company, asOf }: DashboardSubject): Pick<DashboardScope, 'companyId' | 'asOf'> => ({
  companyId: company.id,
  ...(asOf !== undefined && { asOf }),
})

export const scopeOf = (
  subject: DashboardSubject,
  view: CommonView,
  skus: readonly string[],
): DashboardScope => ({
  ...askedOf(subject),
  currencyCode: view.currencyCode ?? subject.currencyCode,
  marketplaces: view.marketplaces ?? [],
  ...(skus.length > 0 && { skus: [...skus] }),
  ...(view.brandNames?.length && { brandNames: view.brandNames }),
})
