/** Every report type that is understood. A new one is a new file and a line here. */
import { agedFees } from './aged-fees.ts'
import { reimbursements } from './reimbursements.ts'
import { strandedInventory } from './stranded-inventory.ts'
import { storageFees } from './storage-fees.ts'
import { vatTransactions } from './vat-transactions.ts'
import { coupons, promotions } from './promotions.ts'
import { removalOrders, removalShipments } from './removals.ts'
import { adsApi } from './ads-api.ts'
import { adsConsole } from './ads-console.ts'
import { allListings } from './all-listings.ts'
import { allOrders } from './all-orders.ts'
import { catalogueItems } from './catalogue-items.ts'
import { customerReturns } from './customer-returns.ts'
import { businessReport, businessReportByProduct } from './business-report.ts'
import { dateRange } from './date-range.ts'
import { exchangeRates } from './exchange-rates.ts'
import { factsFile } from './facts-file.ts'
import { feePreview } from './fee-preview.ts'
import { financesTransactions } from './finances-transactions.ts'
import { inSaleReport } from './in-sale-report.ts'
import { inventoryLedger } from './inventory-ledger.ts'
import { inventoryPlanning } from './inventory-planning.ts'
import { manageFbaInventory } from './manage-fba-inventory.ts'
import { priceList } from './price-list.ts'
import { productCosts } from './product-costs.ts'
import { salesAndTraffic } from './sales-and-traffic.ts'
import { searchQueryPerformance } from './search-query-performance.ts'
import { searchQueryTable } from './search-query-table.ts'
import type { ReportType } from './report-type.ts'
import { settlementV2 } from './settlement-v2.ts'
import { settlementWide } from './settlement-wide.ts'

export const REPORT_TYPES: readonly ReportType[] = [
  settlementV2,
  settlementWide,
  allOrders,
  dateRange,
  financesTransactions,
  inSaleReport,
  inventoryLedger,
  customerReturns,
  salesAndTraffic,
  businessReport,
  businessReportByProduct,
  adsApi,
  adsConsole,
  manageFbaInventory,
  inventoryPlanning,
  feePreview,
  allListings,
  catalogueItems,
  strandedInventory,
  storageFees,
  agedFees,
  reimbursements,
  removalOrders,
  removalShipments,
  promotions,
  coupons,
  vatTransactions,
  searchQueryPerformance,
  searchQueryTable,
  productCosts,
  exchangeRates,
  factsFile,
  // Last, because reports have columns of these names too.
  priceList,
]

/** Throws for an id that no type has. */
export function reportTypeOf(id: string): ReportType {
  const type = REPORT_TYPES.find((candidate) => candidate.id === id)
  if (!type) throw new Error(`There is no report type ${id}.`)
  return type
}
