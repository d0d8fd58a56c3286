/** `stockValue.*`: what stock at Amazon was worth at first and at last, and what became of it between. */
import { z } from 'zod'
import { ListInput, type KeyedRow, type Listing } from './answer.ts'
import { CompanyId, Currency, IsoDate, Offset, text } from './fields.ts'
import { ordered, ORDERED } from './profit-and-loss.ts'

export const STOCK_DAYS_MAX = 366
export const STOCK_LINES_MAX = 200
/** Longer than any key that an answer has. */
const KEY_LENGTH_MAX = 1000

/** What comes and goes, as Amazon's inventory ledger tells it apart: above zero what comes, below zero what goes. */
export const STOCK_MOVEMENTS = [
  'receipts',
  'customer_shipments',
  'customer_returns',
  'vendor_returns',
  'transfers',
  'found',
  'lost',
  'damaged',
  'disposed',
  'other_events',
  'unknown_events',
] as const
export type StockMovement = (typeof STOCK_MOVEMENTS)[number]

export const MOVEMENT_LABELS: Record<StockMovement, string> = {
  receipts: 'Received',
  customer_shipments: 'Shipped to customers',
  customer_returns: 'Returned by customers',
  vendor_returns: 'Sent back to you',
  transfers: 'Moved between warehouses',
  found: 'Found',
  lost: 'Lost',
  damaged: 'Damaged',
  disposed: 'Disposed of',
  other_events: 'Other events',
  unknown_events: 'Unknown events',
}

/** By what rows are put in order; those without it stand at the end. */
export const STOCK_ORDERS = [
  'sku',
  'opening',
  ...STOCK_MOVEMENTS,
  'unexplained',
  'sellable',
  'other',
  'openingValue',
  'closingValue',
  'writtenOff',
] as const
export type StockOrder = (typeof STOCK_ORDERS)[number]

const Scope = z.object({ companyId: CompanyId, startDate: IsoDate, endDate: IsoDate, currencyCode: Currency })

export const StockValueInput = Scope.extend({
  ...ListInput.shape,
  sortBy: z.enum(STOCK_ORDERS).default('closingValue'),
}).refine(ordered, ORDERED)
export type StockValueInput = z.infer<typeof StockValueInput>

export const StockLinesInput = Scope.omit({ currencyCode: true })
  .extend({
    /** Of a row. */
    key: text(KEY_LENGTH_MAX).min(1),
    limit: z.int().min(1).max(STOCK_LINES_MAX),
    offset: Offset,
  })
  .refine(ordered, ORDERED)
export type StockLinesInput = z.infer<typeof StockLinesInput>

type Units = number | null
/** Decimal text. */
type Money = string | null

/**
 * A product of an account and marketplace, every place of it together, or all of them. Units and amounts are null where they are
 * not known. Its lines are asked for by its key.
 */
export interface StockRow extends KeyedRow {
  account: string
  /** Empty where it is not known, or not the same all the time. */
  marketplace: string
  firstDay: string
  lastDay: string
  opening: Units
  moved: Record<StockMovement, Units>
  /** What the balances have and the movements do not explain. */
  unexplained: Units
  sellable: Units
  /** Damaged, expired and the like, which nobody can buy. */
  other: Units
  /** In the asked currency: landed cost of a unit on the first and on the last day, and what they come to. */
  openingCost: Money
  closingCost: Money
  openingValue: Money
  closingValue: Money
  /** Sellable units lost, damaged or disposed of, less those found, at the cost of their days. */
  writtenOff: Money
}

/** `revaluation`: what stock at first is worth more or less on the last day, because of new costs and exchange rates. */
export type RollForwardId = 'opening' | StockMovement | 'unexplained' | 'revaluation' | 'closing'

export const ROLL_FORWARD_LABELS: Record<RollForwardId, string> = {
  opening: 'Opening stock',
  ...MOVEMENT_LABELS,
  unexplained: 'Unexplained',
  revaluation: 'New costs and exchange rates',
  closing: 'Closing stock',
}

/** Units of all products, and values of those whose value is known. Of all lines but the last these add up to that of the last. */
export interface RollForwardLine {
  id: RollForwardId
  /** None of a revaluation. */
  units: Units
  /** What comes and goes at the landed cost of the last day, so that only what was there at first is revalued. */
  value: Money
}

export interface StockDays {
  account: string
  /** Days of the range that its inventory ledger knows, and how many they are. */
  startDate: string
  endDate: string
  count: number
}

/** Whatever is searched for, the total and what follows is of all products. */
export interface StockValue extends Listing<StockRow> {
  currencyCode: string
  rollForward: RollForwardLine[]
  closing: { sellable: Money; other: Money }
  /** What was written off of all products, beside the statement's lost and damaged stock, which is below zero. */
  tie: {
    writtenOff: Money
    statement: Money
    difference: Money
    /** Days without a file, or without an inventory ledger, are in what the statement has. */
    isStatementPartial: boolean
  }
  days: StockDays[]
  /** Accounts without an inventory ledger on these days, whose stock is in nothing. */
  untold: readonly string[]
  dayCount: number
  products: number
  /** How many lack a cost, a rate or a balance, and are in no value. */
  withoutValue: number
  notExplained: number
  /** Products of which a place with stock is told from a later day on, or to an earlier one, than others of its account. */
  beganLate: number
  endedEarly: number
  /** There are more products, or more losses of them, than are read, so that sums have no value. */
  isCut: boolean
}

/** A row of Amazon's inventory ledger. */
export interface StockLine {
  day: string
  fnsku: string
  disposition: string
  /** A country or a warehouse; empty where the file has one alone. */
  location: string
  opening: Units
  moved: Record<StockMovement, Units>
  closing: Units
  importId: number
  fileName: string
  /** 1-based line of the file as it was uploaded. */
  lineNumber: number
  rawLine: string | null
}

export interface StockLines {
  rowCount: number
  rows: StockLine[]
}
