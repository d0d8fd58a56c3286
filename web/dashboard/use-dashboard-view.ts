import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { preferredCurrency } from '#web/filters/currency-preference.ts'
import type { FilterContext } from '#web/filters/filter-fields.ts'
import { keptMoment, type SearchParams } from '#web/search-params.ts'
import { readStored, writeStored } from '#web/stored.ts'
import { toast } from '#web/ui/toast.ts'
import {
  changesWithCleared,
  keptFor,
  paramsOf,
  readView,
  storedAfter,
  type Dashboard,
  type FilterFields,
  type FilterValues,
} from './dashboard-view.ts'

interface DashboardView<F extends FilterFields> {
  view: FilterValues<F>
  /** Shows something else; folding and the like replace the address, so that they leave no trace in the history. */
  change: (changes: Partial<FilterValues<F>>, replace?: boolean) => void
  /** Shows what an address says, as one that was kept does. */
  showParams: (params: SearchParams, replace?: boolean) => void
  /** Everything to its default. */
  reset: () => void
}

/** The view that the address holds. An address that is silent is completed, so that it can always be passed on. */
export function useDashboardView<F extends FilterFields>(
  dashboard: Dashboard<F>,
  companyId: string,
  context: FilterContext,
): DashboardView<F> {
  const names = useMemo(() => [...Object.keys(dashboard.fields), 'startDate', 'endDate'], [dashboard])
  // What is no filter changes the address and not the view: nothing need be made anew.
  const search = useSearch({
    strict: false,
    select: (all: SearchParams): SearchParams =>
      Object.fromEntries(names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]]))),
    structuralSharing: true,
  })
  const navigate = useNavigate()
  const key = dashboard.storageKey(companyId)
  const { today, window, currencyCode } = context
  const [start, end] = [window?.start, window?.end]

  const {
    values: view,
    params,
    notice,
  } = useMemo(
    () =>
      readView(dashboard, search, keptFor(companyId, readStored(key)), {
        today,
        window: start !== undefined && end !== undefined ? { start, end } : null,
        currencyCode,
        preferredCurrency: preferredCurrency(),
      }),
    [dashboard, search, companyId, key, today, start, end, currencyCode],
  )

  const write = (next: SearchParams, replace: boolean) =>
    void navigate({
      to: '.',
      search: (previous: SearchParams) => ({ ...previous, ...next }),
      replace,
      resetScroll: false,
    })

  const isComplete = Object.entries(params).every(([name, value]) => search[name] === value)
  const said = useRef<SearchParams>(null)
  useEffect(() => {
    if (isComplete) return
    write(params, true)
    if (!notice || said.current === search) return
    said.current = search
    toast(notice.text, notice.appearance)
  })

  return {
    view,
    change: (wanted, replace = false) => {
      const changes = changesWithCleared(dashboard, view, wanted, context)
      writeStored(key, storedAfter(dashboard, keptFor(companyId, readStored(key)), changes))
      write({ ...params, ...paramsOf(dashboard, changes) }, replace)
      const refusal = dashboard.refusal?.({ ...view, ...changes })
      if (refusal) toast(refusal)
    },
    showParams: (next, replace = false) => write({ ...params, ...next }, replace),
    reset: () => {
      writeStored(key, null)
      void navigate({ to: '.', search: keptMoment, resetScroll: false })
      toast('Resetting all dashboard filters.', 'informative')
    },
  }
}
