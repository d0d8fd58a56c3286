import type { FactName } from '#contract/metrics/metric.ts'

/** A kind of report, as people call it. */
export interface ReportKind {
  name: string
  /** That its files fill, as the coverage of a company names them. */
  tables: readonly string[]
  /** The report of the guide that gives it. */
  guide: string
}

const ORDERS: ReportKind = { name: 'order', tables: ['order_items'], guide: 'all_orders' }

/** A report that a page is made from, with the names of the numbers that need it. */
export interface PageReport {
  kind: ReportKind
  needed: readonly string[]
}

/** What states each fact; the ledger where money counts by order. */
export const REPORT_KINDS: Record<FactName, ReportKind> = {
  ledger: ORDERS,
  orders: ORDERS,
  returns: { name: 'customer returns', tables: ['returns'], guide: 'customer_returns' },
  traffic: {
    name: 'sales and traffic',
    tables: ['sales_traffic_date', 'sales_traffic_asin_day'],
    guide: 'business_report',
  },
  advertising: { name: 'advertising', tables: ['ads_daily'], guide: 'ads_console' },
  stock: { name: 'FBA inventory', tables: ['inventory_snapshots'], guide: 'manage_fba_inventory' },
  ageing: { name: 'FBA inventory planning', tables: ['inventory_planning'], guide: 'inventory_planning' },
  stranded: { name: 'stranded inventory', tables: ['stranded_inventory'], guide: 'stranded_inventory' },
  search: {
    name: 'search query performance',
    tables: ['search_query_performance'],
    guide: 'search_query_table',
  },
}

const any = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** `advertising or sales and traffic report` */
export const reportText = (kinds: readonly ReportKind[]): string =>
  `${any.format(kinds.map(({ name }) => name))} report`
