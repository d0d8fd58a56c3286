import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import type { CurrencyCode } from '#contract/marketplaces.ts'
import { PATHS } from '#web/paths.ts'
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
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const key = `profit-and-loss.${companyId}`

  const view = useMemo(
    () => viewOf(search, { lastDay, currencyCode, stored: readStored(key) }),
    [search, lastDay, currencyCode, key],
  )
  const explained = useMemo(() => explainedCellOf(search['explain']), [search])

  const write = (next: PnlView, cell: ExplainedCell | null, replace: boolean) => {
    const explain = cell ? { explain: textOf(cell) } : {}
    return navigate({ search: { ...paramsOf(next), ...explain }, replace, resetScroll: false })
  }

  const isComplete = Object.entries(paramsOf(view)).every(([name, value]) => search[name] === value)
  useEffect(() => {
    if (!isComplete) void write(view, explained, true)
  })

  return {
    view,
    explained,
    /** Changes what is shown; folding and the like leave no trace in the history. */
    change: (changes: Partial<PnlView>, replace = false) => {
      const next = { ...view, ...changes }
      writeStored(key, storedParams(next))
      void write(next, explained, replace)
    },
    explain: (cell: ExplainedCell | null) => void write(view, cell, explained !== null && cell !== null),
    reset: () => {
      writeStored(key, null)
      void navigate({ search: {} })
    },
  }
}
