/** `unitEconomics.*`: what browser and server agree on. */
import { z } from 'zod'
import { SORT_ORDERS, type MetricCell } from './answer.ts'
import { Contingency, DecimalText, SKU_LENGTH_MAX, text } from './fields.ts'
import {
  BUSINESS_METRICS,
  CONTINGENCY_PRESET,
  GROUP_BYS,
  UNIT_ECONOMICS_METRICS,
  UNIT_ECONOMICS_PAGE_SIZE,
} from './dashboards/unit-economics.ts'
import { isOfLedger } from './metrics/evaluate.ts'
import { GROWTH_TYPES } from './periods.ts'
import { PRODUCT_SEARCH_LENGTH_MAX } from './product-master.ts'
import { ordered, ORDERED, PnlScope, type PnlCoverage, type PnlFlags } from './profit-and-loss.ts'

const METRICS = [...BUSINESS_METRICS, ...UNIT_ECONOMICS_METRICS] as const

const Scope = PnlScope.omit({ notAllocated: true, useAdjustedAdvertising: true }).extend({
  contingency: Contingency.default(CONTINGENCY_PRESET),
  growthMetricType: z.enum(GROWTH_TYPES).optional(),
})

export const UnitEconomicsInput = Scope.extend({
  groupBy: z.enum(GROUP_BYS).default('SKU'),
  pageNumber: z.int().min(1).max(100_000).default(1),
  pageSize: z.int().min(1).max(200).default(UNIT_ECONOMICS_PAGE_SIZE),
  searchText: text(PRODUCT_SEARCH_LENGTH_MAX).default(''),
  /** What other facts than the ledger state puts nothing in order yet. */
  sortBy: z
    .enum(METRICS)
    .refine(isOfLedger, 'Rows cannot be put in order by this number yet.')
    .default('unitProfit'),
  sortOrder: z.enum(SORT_ORDERS).default('DESC'),
}).refine(ordered, ORDERED)
export type UnitEconomicsInput = z.infer<typeof UnitEconomicsInput>

export interface UnitEconomicsRow {
  /** A SKU, a brand or a marketplace; empty for what belongs to none. */
  key: string
  identity: { sku: string; asin: string; name: string; brandName: string; marketplace: string }
  businessMetrics: Record<(typeof BUSINESS_METRICS)[number], MetricCell>
  unitEconomics: Record<(typeof UNIT_ECONOMICS_METRICS)[number], MetricCell>
  flags: Pick<PnlFlags, 'unitsWithoutCost'>
}

export interface UnitEconomics {
  rows: UnitEconomicsRow[]
  /** Of everything that is asked for; ratios of sums. */
  total: UnitEconomicsRow
  /** Amounts that belong to no product or marketplace, which are in the total; null where there are none. */
  notAllocated: UnitEconomicsRow | null
  /** Rows on all pages. */
  rowCount: number
  pageCount: number
  period: { startDate: string; endDate: string }
  comparison: { startDate: string; endDate: string }
  coverage: PnlCoverage
  flags: PnlFlags
}

/** What one unit would leave if something about it were otherwise; nothing is saved. All per unit, in the asked currency. */
export const SimulateInput = Scope.extend({
  groupBy: z.enum(GROUP_BYS).default('SKU'),
  key: text(SKU_LENGTH_MAX),
  /** What a buyer pays after promotions, VAT included. */
  price: DecimalText.optional(),
  landedCost: DecimalText.optional(),
  advertising: DecimalText.optional(),
  referralFee: DecimalText.optional(),
  fulfilmentFee: DecimalText.optional(),
}).refine(ordered, ORDERED)
export type SimulateInput = z.infer<typeof SimulateInput>

/** Null where the product sold nothing, or its cost is not known. */
export interface Simulation {
  price: string | null
  netPrice: string | null
  unitProfit: string | null
  unitMargin: string | null
  unitRoi: string | null
  breakEvenAcos: string | null
  minimumPrice: string | null
}
