import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { SearchParams } from '#web/search-params.ts'

/** What of an address means the same in every company. Marketplaces, products and the like are one company's own. */
const KEPT = ['startDate', 'endDate', 'dateInterval']

/** Shows another company on the page that is open. */
export function useSwitchCompany(): (companyId: string) => void {
  const navigate = useNavigate()
  return useCallback(
    (companyId) =>
      void navigate({
        to: '.',
        params: (before: object) => ({ ...before, companyId }),
        search: (before: SearchParams) => Object.fromEntries(KEPT.map((name) => [name, before[name]])),
      }),
    [navigate],
  )
}
