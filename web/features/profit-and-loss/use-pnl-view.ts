import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { PATHS } from '#web/paths.ts'
import { explainedOf, textOf, type Explained } from '#web/explain/explained-cell.ts'
import type { FilterContext } from '#web/filters/filter-fields.ts'
import { useDashboardFilters } from '#web/filters/use-dashboard-filters.ts'
import { pnlDashboard } from './pnl-view.ts'

const route = getRouteApi(PATHS.transactionProfitAndLoss)

/** The view that the address holds, and the number in it that is explained. */
export function usePnlView({ companyId, ...context }: FilterContext & { companyId: string }) {
  const { values: view, change, reset } = useDashboardFilters(pnlDashboard, companyId, context)
  const explainedText = route.useSearch({ select: ({ explain }) => explain })
  const navigate = route.useNavigate()
  const explained = useMemo(() => explainedOf(explainedText), [explainedText])

  return {
    view,
    explained,
    change,
    explain: (what: Explained | null) =>
      void navigate({
        search: (previous) => ({ ...previous, explain: what ? textOf(what) : undefined }),
        // Moving from number to number is one step, not many.
        replace: explained !== null && what !== null,
        resetScroll: false,
      }),
    reset,
  }
}
