import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { AdminCompany } from '#contract/admin.ts'
import type { Sort } from '#web/table/sort-rows.ts'
import { trpc } from '#web/trpc.ts'
import { companiesAsked, paramsOfSort, sortOf } from './company-view.ts'
import { useAddressView } from './use-address-view.ts'

type CompaniesPage = { companies: AdminCompany[]; total: number }

export const companiesOf = (page: CompaniesPage) => page.companies
export const companyId = ({ id }: AdminCompany) => id

/** The companies that the address asks for, page by page. */
export function useCompanies() {
  const [view, change] = useAddressView()
  const asked = companiesAsked(view)
  const query = useInfiniteQuery({
    ...trpc.threefinAdmin.getCompanies.infiniteQueryOptions(asked, {
      getNextPageParam: ({ total }, pages) => {
        const read = pages.reduce((sum, { companies }) => sum + companies.length, 0)
        return read < total ? read : undefined
      },
    }),
    placeholderData: keepPreviousData,
  })
  const { column, isDescending } = sortOf(asked)
  const sort = useMemo(() => ({ column, isDescending }), [column, isDescending])
  const onSort = useCallback((next: Sort | null) => change(paramsOfSort(next)), [change])
  return {
    view,
    change,
    asked,
    list: {
      query,
      rowsOf: companiesOf,
      rowId: companyId,
      total: query.data?.pages.at(-1)?.total,
      sorting: { sort, onSort },
    },
  }
}
