import { useNavigate, useParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { PATHS } from '#web/paths.ts'
import type { SearchParams } from '#web/search-params.ts'

/** What of an address means the same in every company. Marketplaces, products and the like are one company's own. */
const KEPT = ['startDate', 'endDate', 'dateInterval']

/** Shows another company on the page that is open, if that is a page of companies. */
export function useSwitchCompany(): (companyId: string) => void {
  const navigate = useNavigate()
  const isOnItsPage = useParams({ strict: false }).companyId !== undefined
  return useCallback(
    (companyId) =>
      void navigate({
        to: isOnItsPage ? '.' : PATHS.transactionProfitAndLoss,
        params: (before: object) => ({ ...before, companyId }),
        search: (before: SearchParams) => Object.fromEntries(KEPT.map((name) => [name, before[name]])),
      }),
    [navigate, isOnItsPage],
  )
}
