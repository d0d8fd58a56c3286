import type { FactTable } from '#amazon/index.ts'
import type { LineMapping } from '#contract/line-mappings.ts'
import type { Places } from './places.ts'
import type { ReadingMoments } from './reading-moments.ts'
import type { SettlementSource } from '#server/ledger/settlements/settlement-sources.ts'

export interface VatPeriod {
  marketplace: string
  sku: string
  rate: string
  validFrom: string
  validTo: string
}

/** What the derivation needs to know beside the facts. Lists travel as parameters. */
export interface DeriveContext {
  /** Imports that count, the one being made among them. */
  live: number[]
  moments: ReadingMoments
  accounts: { id: string; homeMarketplace: string }[]
  places: Places
  /** Where the company places amounts that no rule knows. */
  lineMappings: readonly LineMapping[]
  vatPeriods: VatPeriod[]
  /** FEEVAT-2: rates of the establishment country; empty where fees are shown as charged. */
  feeVatPeriods: { rate: string; validFrom: string; validTo: string }[]
  /** Tables of which some row counts. */
  held: ReadonlySet<FactTable>
  survey: Survey
  /** Sources of settlements that another source of the same settlement pushes aside. */
  superseded: readonly SettlementSource[]
}

/**
 * What occurs among the rows of a scope. A statement is written for what occurs: planning one that can do everything
 * costs the engine more than running it over a small file.
 */
export interface Survey {
  /** Facts in the scope. */
  rows: number
  marketplaces: string[]
  /** Some row states the tax of its item. */
  reportsTax: boolean
  /** Some row is not released yet. */
  hasDeferred: boolean
  /** Some such row is of a report, which does not know what releases it. */
  hasDeferredReports: boolean
  /** Some row contains value-added tax. */
  hasVat: boolean
  /** Some row looks at the original shipment of its order. */
  looksBack: boolean
  hasUnits: boolean
  hasFees: boolean
  /** Some order item waits for its price. */
  lacksPrices: boolean
  /** Rows are held by more than one import, or by a facts file: choose, rather than take all. */
  overlapping: boolean
  /** Some fact belongs to no order. */
  hasAccountFacts: boolean
  /** Some row is of the Finances API, which tells of one sale several times. */
  hasFinances: boolean
  /** Some row has lost something to a spreadsheet. */
  hasLosses: boolean
  /** Orders among it, so that the rows of an order may not be looked at alone. */
  hasLostOrders: boolean
}

/**
 * Which facts: SQL on the columns of `settlement_lines` (`import_id`, `settlement_id`, `order_id`, `sku`), or on those
 * of `order_items` where orders are derived.
 */
export interface FactScope {
  where: string
  params: Record<string, unknown>
}

/** The last day that the engine knows. */
export const OPEN_END = '2149-06-06'
