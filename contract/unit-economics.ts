/** `unitEconomics.*`: what browser and server agree on. */
import { z } from 'zod'
import {
  ListInput,
  numberFilters,
  type AnsweredDays,
  type KeyedRow,
  type Listing,
  type MetricCell,
} from './answer.ts'
import { Contingency, DecimalText, NAME_LENGTH_MAX, text } from './fields.ts'
import { GROUP_BYS } from './dashboards/grouping.ts'
import { BUSINESS_METRICS, CONTINGENCY_PRESET, UNIT_ECONOMICS_METRICS } from './dashboards/unit-economics.ts'
import { putsInOrder } from './metrics/evaluate.ts'
import { GROWTH_TYPES } from './periods.ts'
import { ordered, ORDERED, PnlScope, type PnlFlags } from './profit-and-loss.ts'

const METRICS = [...BUSINESS_METRICS, ...UNIT_ECONOMICS_METRICS] as const

const Scope = PnlScope.omit({ notAllocated: true, useAdjustedAdvertising: true }).extend({
  contingency: Contingency.default(CONTINGENCY_PRESET),
  growthMetricType: z.enum(GROWTH_TYPES).optional(),
})

export const UnitEconomicsInput = Scope.extend({
  ...ListInput.shape,
  numbers: numberFilters(METRICS),
  groupBy: z.enum(GROUP_BYS).default('SKU'),
  sortBy: z
    .enum(METRICS)
    .refine(putsInOrder, 'Rows cannot be put in order by this number.')
    .default('unitProfit'),
}).refine(ordered, ORDERED)
export type UnitEconomicsInput = z.infer<typeof UnitEconomicsInput>

export interface UnitEconomicsRow extends KeyedRow {
  businessMetrics: Record<(typeof BUSINESS_METRICS)[number], MetricCell>
  unitEconomics: Record<(typeof UNIT_ECONOMICS_METRICS)[number], MetricCell>
  flags: Pick<PnlFlags, 'unitsWithoutCost'>
}

export type UnitEconomics = Listing<UnitEconomicsRow> &
  AnsweredDays & {
    /** Rows on all pages whose unit leaves less than nothing. */
    lossCount: number
  }

/** What one unit would leave if something about it were otherwise; nothing is saved. All per unit, in the asked currency. */
export const SimulateInput = Scope.extend({
  groupBy: z.enum(GROUP_BYS).default('SKU'),
  /** A SKU, a brand or a marketplace. */
  key: text(NAME_LENGTH_MAX),
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
