import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import type { CurrencyCode } from '#contract/marketplaces.ts'
import { PATHS } from '#web/paths.ts'
import type { SearchParams } from '#web/search-params.ts'
import { readStored, writeStored } from '#web/stored.ts'
import { explainedCellOf, textOf, type ExplainedCell } from '#web/explain/explained-cell.ts'
import { paramsOf, storedParams, viewOf, type PnlView } from './pnl-view.ts'

const route = getRouteApi(PATHS.transactionProfitAndLoss)

interface ViewDefaults {
  companyId: string
  lastDay: string
  currencyCode: CurrencyCode
}

/** The view that the address holds. An address that is silent is completed, so that it can always be passed on. */
export function usePnlView({ companyId, lastDay, currencyCode }: ViewDefaults) {
  // Explaining a number changes the address and not the view: the table need not be made anew.
  const search = route.useSearch({ select: viewParams, structuralSharing: true })
  const explainedText = route.useSearch({ select: ({ explain }) => explain })
  const navigate = route.useNavigate()
  const key = `profit-and-loss.${companyId}`

  const view = useMemo(
    () => viewOf(search, { lastDay, currencyCode, stored: readStored(key) }),
    [search, lastDay, currencyCode, key],
  )
  const explained = useMemo(() => explainedCellOf(explainedText), [explainedText])

  const write = (next: PnlView, replace: boolean) =>
    navigate({ search: ({ explain }) => ({ ...paramsOf(next), explain }), replace, resetScroll: false })

  const isComplete = Object.entries(paramsOf(view)).every(([name, value]) => search[name] === value)
  useEffect(() => {
    if (!isComplete) void write(view, true)
  })

  return {
    view,
    explained,
    /** Changes what is shown; folding and the like leave no trace in the history. */
    change: (changes: Partial<PnlView>, replace = false) => {
      const next = { ...view, ...changes }
      writeStored(key, storedParams(next))
      void write(next, replace)
    },
    explain: (cell: ExplainedCell | null) =>
      void navigate({
        search: (previous) => ({ ...previous, explain: cell ? textOf(cell) : undefined }),
        // Moving from number to number is one step, not many.
        replace: explained !== null && cell !== null,
        resetScroll: false,
      }),
    reset: () => {
      writeStored(key, null)
      void navigate({ search: {} })
    },
  }
}

const viewParams = (search: SearchParams): SearchParams =>
  Object.fromEntries(Object.entries(search).filter(([name]) => name !== 'explain'))
