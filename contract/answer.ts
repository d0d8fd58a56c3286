/** Cells, rows and lists in which answers come, whatever page asks. */
import { z } from 'zod'
import { ROWS_PAGE_SIZE } from './dashboards/grouping.ts'
import { text } from './fields.ts'
import { PRODUCT_SEARCH_LENGTH_MAX } from './product-master.ts'
import { PnlCell, type PnlCoverage, type PnlFlags } from './profit-and-loss.ts'

/** A metric in a period, and what it was in the period that it is compared with. */
export const MetricCell = PnlCell.omit({ percentOfNetSales: true })
export type MetricCell = z.infer<typeof MetricCell>

export const SORT_ORDERS = ['ASC', 'DESC'] as const

/** Which rows of many. Each page names the metrics by which it puts them in order. */
export const ListInput = z.object({
  pageNumber: z.int().min(1).max(100_000).default(1),
  pageSize: z.int().min(1).max(200).default(ROWS_PAGE_SIZE),
  searchText: text(PRODUCT_SEARCH_LENGTH_MAX).default(''),
  sortOrder: z.enum(SORT_ORDERS).default('DESC'),
})

/** Whose row it is; empty texts are what it is not about, or what no file says. */
export interface Identity {
  sku: string
  asin: string
  name: string
  brandName: string
  marketplace: string
}

export interface KeyedRow {
  /** A SKU, a brand or a marketplace; empty for what belongs to none. */
  key: string
  identity: Identity
}

export interface Listing<Row extends KeyedRow> {
  rows: Row[]
  /** Of everything that is asked for; ratios of sums. */
  total: Row
  /** Amounts that belong to no product or marketplace, which are in the total; null where there are none. */
  notAllocated: Row | null
  /** Rows on all pages. */
  rowCount: number
  pageCount: number
}

/** Which days an answer is of, and which it is compared with. */
export interface AnsweredDays {
  period: { startDate: string; endDate: string }
  comparison: { startDate: string; endDate: string }
  coverage: PnlCoverage
  flags: PnlFlags
}
