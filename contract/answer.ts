/** Cells, rows and lists in which answers come, whatever page asks. */
import { z } from 'zod'
import { LISTED_ROWS_MAX, ROWS_PAGE_SIZE } from './dashboards/grouping.ts'
import {
  isFilterNumber,
  isWholeFilter,
  NUMBER_COMPARISONS,
  NUMBER_FILTERS_MAX,
} from './dashboards/number-filters.ts'
import { DecimalText, text } from './fields.ts'
import { putsInOrder } from './metrics/evaluate.ts'
import type { MetricId } from './metrics/metrics.ts'
import { PRODUCT_SEARCH_LENGTH_MAX } from './product-master.ts'
import { PnlCell, type PnlCoverage, type PnlFlags } from './profit-and-loss.ts'

/** A metric in a period, and what it was in the period that it is compared with. */
export const MetricCell = PnlCell.omit({ percentOfNetSales: true }).extend({
  /** There is no value because what is left lasts for ever, which is shown as ∞; absent otherwise. */
  hasNoEnd: z.literal(true).optional(),
})
export type MetricCell = z.infer<typeof MetricCell>

export const SORT_ORDERS = ['ASC', 'DESC'] as const

/** Which rows of many. Each page names the metrics by which it puts them in order. */
export const ListInput = z.object({
  pageNumber: z.int().min(1).max(100_000).default(1),
  pageSize: z.int().min(1).max(LISTED_ROWS_MAX).default(ROWS_PAGE_SIZE),
  searchText: text(PRODUCT_SEARCH_LENGTH_MAX).default(''),
  sortOrder: z.enum(SORT_ORDERS).default('DESC'),
})

const FilterNumber = DecimalText.refine(
  isFilterNumber,
  'Give a number as 12.50, with at most 12 digits before the point and 6 after it.',
)

/** The input by which rows are told apart by their numbers, of the metrics of a page. */
export const numberFilters = <const Id extends MetricId>(metrics: readonly Id[]) =>
  z
    .array(
      z
        .object({
          metric: z.enum(metrics).refine(putsInOrder, 'Rows cannot be filtered by this number.'),
          comparison: z.enum(NUMBER_COMPARISONS),
          value: FilterNumber,
          to: FilterNumber.optional(),
        })
        .refine(isWholeFilter, 'Give two numbers in their order to a range, and one to anything else.'),
    )
    .max(NUMBER_FILTERS_MAX)
    .default([])

/** Whose row it is; empty texts are what it is not about, or what no file says. */
export interface Identity {
  sku: string
  asin: string
  name: string
  brandName: string
  marketplace: string
  /** Absent where its picture need not be asked for. */
  hasPicture?: true
}

export interface KeyedRow {
  /** A SKU, a parent ASIN, a brand or a marketplace; empty for what belongs to none. */
  key: string
  identity: Identity
}

export interface Listing<Row extends KeyedRow> {
  rows: Row[]
  /** Of everything that is asked for, whichever rows a search or filters by a number leave; ratios of sums. */
  total: Row
  /**
   * Amounts that belong to no product or marketplace, which are in the total; null where there are none, and where rows are
   * filtered by a number.
   */
  notAllocated: Row | null
  /** Rows on all pages. */
  rowCount: number
  pageCount: number
  /** Only where rows are filtered by a number: how many there were before, and how many of these lack one of the numbers. */
  unfiltered?: { rowCount: number; withoutNumber: number }
}

/** Which days an answer is of, and which it is compared with. */
export interface AnsweredDays {
  period: { startDate: string; endDate: string }
  comparison: { startDate: string; endDate: string }
  coverage: PnlCoverage
  flags: PnlFlags
}

/** A period of a course, or all its days together. */
export interface CoursePeriod<Cells> {
  startDate: string
  endDate: string
  /** Cut by the range or by the last day with a report, in progress, or not wholly read. */
  isPartial: boolean
  metrics: Cells
}

/** One of the parts that a course is split into. */
export interface CoursePart<Id extends MetricId> {
  /** Empty for the whole, or for what belongs to none. */
  key: string
  kind: 'WHOLE' | 'PART' | 'OTHER' | 'NOT_ALLOCATED'
  name: string
  /** One for each period. */
  cells: Partial<Record<Id, MetricCell>>[]
  /** Of the days of the range that are covered. */
  range: Partial<Record<Id, MetricCell>>
}
