import { COMPANY_ORDERS, COMPANY_STATES, type CompanyOrder } from '#contract/admin.ts'
import type { SearchParams } from '#web/search-params.ts'
import type { Sort } from '#web/table/sort-rows.ts'
import { oneOf } from './use-address-view.ts'

/** Which columns the server puts companies in order by. */
const COLUMN_OF: Record<CompanyOrder, string> = {
  NAME: 'name',
  CREATED: 'created',
  MEMBERS: 'members',
  ORIGINAL_BYTES: 'originals',
  LAST_IMPORT: 'lastImport',
}

/** What the address asks of the list of companies. */
export const companiesAsked = (view: SearchParams) => ({
  search: view['search'] ?? '',
  state: oneOf(view['state'], COMPANY_STATES, 'ALL'),
  sort: oneOf(view['sort'], COMPANY_ORDERS, 'NAME'),
  isDescending: view['order'] === 'descending',
})

export const sortOf = ({ sort, isDescending }: ReturnType<typeof companiesAsked>): Sort => ({
  column: COLUMN_OF[sort],
  isDescending,
})

/** How the address says an order; the usual one is not said. */
export function paramsOfSort(sort: Sort | null): SearchParams {
  const order = sort && COMPANY_ORDERS.find((one) => COLUMN_OF[one] === sort.column)
  return {
    sort: order && order !== 'NAME' ? order : undefined,
    order: order && sort.isDescending ? 'descending' : undefined,
  }
}
