import { PRODUCT_ORDERS, PRODUCT_PARTS, type ProductOrder } from '#contract/dashboards/product-master.ts'
import type { ProductMasterInput } from '#contract/product-master.ts'
import { defineDashboard, type ViewOf } from '#web/dashboard/dashboard-view.ts'
import type { DashboardScope } from '#web/dashboard/use-dashboard.ts'
import { oneOf, someOf } from '#web/filters/filter-fields.ts'
import { SEARCH_LENGTH_MAX } from '#web/filters/SearchFilter.tsx'
import { numberField, textField } from '#web/filters/typed-fields.ts'
import { DisplayFilter } from './DisplayFilter.tsx'

export const DISPLAYS = ['costOfGoods', 'basicInformation', 'dimensions'] as const
export const PRODUCTS_PER_PAGE = 50
const PAGE_MAX = 1_000_000
const SKU_LENGTH_MAX = 100

/** Everything that decides what the page shows. The address holds all of it. What it says is of today. */
export const productMaster = defineDashboard({
  storageKey: (companyId) => `product-master.${companyId}`,
  filters: ['marketplaces', 'currency', { field: 'displays', Control: DisplayFilter }],
  advanced: ['products', 'brands'],
  fields: {
    displays: someOf(DISPLAYS, ['costOfGoods', 'basicInformation'], { isStored: true }),
    part: oneOf(PRODUCT_PARTS, 'ALL'),
    searchText: textField(SEARCH_LENGTH_MAX),
    sortBy: oneOf(PRODUCT_ORDERS, 'COST'),
    sortOrder: oneOf(['ASC', 'DESC'], 'ASC'),
    page: numberField(1, { min: 1, max: PAGE_MAX }),
    /** The SKU of the product whose costs are open. */
    opened: textField(SKU_LENGTH_MAX),
  },
  dates: { daysMax: 1, isQuiet: true, defaultRange: ({ today }) => ({ start: today, end: today }) },
})

export type ProductMasterView = ViewOf<typeof productMaster>

/** The view as the server asks for it. */
export const productMasterInput = (scope: DashboardScope, view: ProductMasterView): ProductMasterInput => ({
  ...scope,
  searchText: view.searchText,
  part: view.part,
  sortBy: view.sortBy,
  sortOrder: view.sortOrder,
  pageNumber: view.page,
  pageSize: PRODUCTS_PER_PAGE,
})

/** The columns that put rows in order, by their ids. */
export const ORDER_OF_COLUMN: Readonly<Record<string, ProductOrder>> = {
  landed: 'COST',
  name: 'NAME',
  sku: 'SKU',
  asin: 'ASIN',
  brand: 'BRAND',
  category: 'CATEGORY',
  validFrom: 'VALID_FROM',
  manufacturing: 'MANUFACTURING',
  freight: 'FREIGHT',
  duty: 'DUTY',
  other: 'OTHER',
  currency: 'CURRENCY',
}
