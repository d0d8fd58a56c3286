import type { EndedSales, Replenishment, VatRate } from '#contract/company-settings.ts'
import type { LineMapping } from '#contract/line-mappings.ts'
import type { Region } from '#contract/marketplaces.ts'
import { STOCK_FACTS } from './facts-of-stock.ts'

/**
 * The fact tables: what a report becomes, whoever wrote the report. The facts file has the same tables and columns,
 * the warehouse adds company, seller account, import and line number to each.
 */

/** How a cell is read. `instant` is a moment in UTC, `day` a plain date, `flag` a boolean. */
export type Reading = 'text' | 'decimal' | 'integer' | 'instant' | 'day' | 'flag'

const text = 'text'
const decimal = 'decimal'
const integer = 'integer'
const instant = 'instant'
const day = 'day'
const flag = 'flag'

/** What both forms of the report of sales and traffic say of product pages. */
/** Of traffic, what is of visitors and not of sales. */
export const PAGES = {
  browser_page_views: integer,
  browser_page_views_b2b: integer,
  mobile_app_page_views: integer,
  mobile_app_page_views_b2b: integer,
  page_views: integer,
  page_views_b2b: integer,
  browser_sessions: integer,
  browser_sessions_b2b: integer,
  mobile_app_sessions: integer,
  mobile_app_sessions_b2b: integer,
  sessions: integer,
  sessions_b2b: integer,
  buy_box_percentage: decimal,
  buy_box_percentage_b2b: decimal,
} as const

/** Of one unit as it is sent. */
const PACKAGE = {
  package_length: decimal,
  package_width: decimal,
  package_height: decimal,
  length_unit: text,
  package_weight: decimal,
  weight_unit: text,
} as const

export const FACTS = {
  /** One row per amount of money of a settlement, a date-range export or the finances API. */
  settlement_lines: {
    line_id: text,
    settlement_id: text,
    transaction_type: text,
    status: text,
    /** Why a transaction is held back, in Amazon's word: `DD7`, `B2B`. */
    deferral_reason: text,
    posted_at: instant,
    released_at: instant,
    order_id: text,
    order_item_id: text,
    shipment_id: text,
    adjustment_id: text,
    marketplace: text,
    sku: text,
    asin: text,
    quantity: integer,
    amount_type: text,
    amount_description: text,
    amount: decimal,
    tax_amount: decimal,
    currency: text,
    fulfillment_channel: text,
    promotion_id: text,
  },
  /** What a settlement states about itself. */
  settlements: {
    settlement_id: text,
    start_at: instant,
    end_at: instant,
    deposit_at: instant,
    total_amount: decimal,
    currency: text,
  },
  /** One row per order item. Prices are for the whole line. */
  order_items: {
    order_id: text,
    order_item_id: text,
    /** The file's own row number, where it has one: only then are equal rows two items. */
    file_index: text,
    purchased_at: instant,
    purchased_day: day,
    last_updated_at: instant,
    order_status: text,
    item_status: text,
    fulfillment_channel: text,
    sales_channel: text,
    marketplace: text,
    is_business: flag,
    sku: text,
    asin: text,
    title: text,
    quantity: integer,
    currency: text,
    item_price: decimal,
    item_tax: decimal,
    shipping_price: decimal,
    shipping_tax: decimal,
    gift_wrap_price: decimal,
    gift_wrap_tax: decimal,
    item_promotion_discount: decimal,
    ship_promotion_discount: decimal,
    promotion_ids: text,
    ship_country: text,
    ship_region: text,
  },
  /** Landed cost per unit, inclusive validity; marketplace empty for all. */
  product_costs: {
    sku: text,
    marketplace: text,
    valid_from: day,
    valid_to: day,
    currency: text,
    manufacturing: decimal,
    freight: decimal,
    duty: decimal,
    other: decimal,
    fbm_shipping: decimal,
    note: text,
  },
  /** US dollars for one unit of the currency. */
  exchange_rates: { rate_date: day, currency: text, usd_per_unit: decimal, source: text },
  vat_rates: { marketplace: text, sku: text, rate: decimal, valid_from: day, valid_to: day },
  returns: {
    return_date: day,
    order_id: text,
    sku: text,
    asin: text,
    fnsku: text,
    marketplace: text,
    quantity: integer,
    disposition: text,
    reason: text,
    status: text,
    license_plate_number: text,
  },
  /** What a seller offered in a marketplace on a day. */
  listings: {
    snapshot_date: day,
    marketplace: text,
    sku: text,
    asin: text,
    title: text,
    price: decimal,
    currency: text,
    status: text,
    fulfillment_channel: text,
  },
  /** What Amazon's catalogue said of a product on a day; of one that it does not know, the ASIN alone. */
  catalogue_items: {
    snapshot_date: day,
    marketplace: text,
    asin: text,
    parent_asin: text,
    title: text,
    brand: text,
    image_address: text,
    ...PACKAGE,
  },
  fee_estimates: {
    sku: text,
    marketplace: text,
    snapshot_date: day,
    currency: text,
    price: decimal,
    referral_fee: decimal,
    fulfillment_fee: decimal,
    closing_fee: decimal,
    size_tier: text,
    ...PACKAGE,
  },
  expenses: {
    name: text,
    amount: decimal,
    currency: text,
    category: text,
    vendor: text,
    invoice_id: text,
    brand_name: text,
    marketplace: text,
    start_date: day,
    end_date: day,
    frequency: text,
    note: text,
  },
  /** What happened to stock on a day. Lost, damaged, disposed and found are units without a sign. */
  inventory_ledger: {
    date: day,
    marketplace: text,
    sku: text,
    fnsku: text,
    asin: text,
    disposition: text,
    location: text,
    starting_balance: integer,
    in_transit: integer,
    receipts: integer,
    customer_shipments: integer,
    customer_returns: integer,
    vendor_returns: integer,
    transfers: integer,
    found: integer,
    lost: integer,
    damaged: integer,
    disposed: integer,
    other_events: integer,
    ending_balance: integer,
    unknown_events: integer,
  },
  ads_daily: {
    date: day,
    ad_type: text,
    marketplace: text,
    campaign_id: text,
    sku: text,
    currency: text,
    impressions: integer,
    clicks: integer,
    cost: decimal,
    sales_14d: decimal,
    purchases_7d: integer,
    purchases_14d: integer,
    units_7d: integer,
    units_14d: integer,
    sales_7d: decimal,
    sales_same_sku_7d: decimal,
    ntb_purchases_14d: integer,
    ntb_sales_14d: decimal,
    /** One of AD_LEVELS; empty where a facts file states what was spent without one. */
    level: text,
    campaign_name: text,
    ad_group_id: text,
    ad_group_name: text,
    asin: text,
    /** A keyword, a product or a group of people. */
    target: text,
    match_type: text,
    search_term: text,
    placement: text,
    /** One of CAMPAIGN_STATUSES, and of BUDGET_TYPES. */
    campaign_status: text,
    campaign_budget: decimal,
    campaign_budget_type: text,
    /** Of all impressions there that its ads could have had, from 0 to 1. */
    top_of_search_share: decimal,
    /** One of AD_FORMATS where a report leaves out the others. */
    ad_formats: text,
  },
  /** Amazon's report of sales and traffic, by date: a row per day and marketplace. Percentages are from 0 to 100. */
  sales_traffic_date: {
    date: day,
    marketplace: text,
    currency: text,
    ordered_product_sales: decimal,
    ordered_product_sales_b2b: decimal,
    units_ordered: integer,
    units_ordered_b2b: integer,
    total_order_items: integer,
    total_order_items_b2b: integer,
    units_refunded: integer,
    shipped_product_sales: decimal,
    units_shipped: integer,
    orders_shipped: integer,
    ...PAGES,
    average_offer_count: integer,
    feedback_received: integer,
    negative_feedback_received: integer,
  },
  /** The same report by ASIN, asked for a day at a time. */
  sales_traffic_asin_day: {
    date: day,
    marketplace: text,
    parent_asin: text,
    child_asin: text,
    sku: text,
    currency: text,
    ordered_product_sales: decimal,
    ordered_product_sales_b2b: decimal,
    units_ordered: integer,
    units_ordered_b2b: integer,
    total_order_items: integer,
    total_order_items_b2b: integer,
    ...PAGES,
  },
  /** Stock at Amazon on a day. */
  inventory_snapshots: {
    date: day,
    marketplace: text,
    sku: text,
    available: integer,
    inbound_working: integer,
    inbound_shipped: integer,
    inbound_receiving: integer,
    reserved_customer_orders: integer,
    reserved_fc_transfer: integer,
    reserved_fc_processing: integer,
    reserved: integer,
    researching: integer,
    unfulfillable: integer,
    afn_total: integer,
  },
  /**
   * Amazon's report of search query performance by ASIN, of a week from Sunday to Saturday or of a month: `total_…` is all
   * sellers together and stands in the row of each ASIN, `asin_…` the product alone. Prices are medians.
   */
  search_query_performance: {
    start_date: day,
    end_date: day,
    marketplace: text,
    asin: text,
    sku: text,
    search_query: text,
    search_query_score: integer,
    search_query_volume: integer,
    total_impressions: integer,
    asin_impressions: integer,
    total_clicks: integer,
    asin_clicks: integer,
    total_cart_adds: integer,
    asin_cart_adds: integer,
    total_purchases: integer,
    asin_purchases: integer,
    currency: text,
    total_click_price: decimal,
    asin_click_price: decimal,
    total_cart_add_price: decimal,
    asin_cart_add_price: decimal,
    total_purchase_price: decimal,
    asin_purchase_price: decimal,
  },
  ...STOCK_FACTS,
  /** Days that a table is complete of in a marketplace, also those of which it has no row. */
  coverage: {
    table_name: text,
    marketplace: text,
    start_date: day,
    end_date: day,
  },
} as const satisfies Record<string, Record<string, Reading>>

/**
 * What the rows of a report of advertising are one of. Reports of several levels state the same spend; totals count one of
 * them, the first of this order that a day has. The account alone states least of what was done, search terms not all of it.
 */
export const AD_LEVELS = [
  'PRODUCT',
  'CAMPAIGN',
  'AD',
  'AD_GROUP',
  'PLACEMENT',
  'TARGET',
  'SEARCH_TERM',
  'ACCOUNT',
] as const
export type AdLevel = (typeof AD_LEVELS)[number]

/** The console has videos of Sponsored Brands in reports of their own. */
export const AD_FORMATS = ['VIDEO', 'OTHER'] as const
export const CAMPAIGN_STATUSES = ['ENABLED', 'PAUSED', 'ARCHIVED'] as const
/** What a campaign may spend in a day, or in all of its days. */
export const BUDGET_TYPES = ['DAILY_BUDGET', 'LIFETIME_BUDGET'] as const

/** Tables of which it can be said which days they are complete of. */
export const COVERED_TABLES = [
  'settlement_lines',
  'order_items',
  'returns',
  'inventory_ledger',
  'ads_daily',
  'sales_traffic_date',
  'sales_traffic_asin_day',
  'search_query_performance',
  'reimbursements',
] as const satisfies readonly FactTable[]
export type CoveredTable = (typeof COVERED_TABLES)[number]
/** Ads whose days are told apart from those of `ads_daily`, where reports of each kind are asked for by themselves. */
export const COVERED_ADS = ['sponsored_brands', 'sponsored_display'] as const
export type CoveredAds = (typeof COVERED_ADS)[number]
export type Covered = CoveredTable | CoveredAds

export type FactTable = keyof typeof FACTS
export const FACT_TABLES = Object.keys(FACTS) as FactTable[]

export const isFactTable = (name: string): name is FactTable => Object.hasOwn(FACTS, name)

export const readingOf = (table: FactTable, column: string): Reading | undefined =>
  (FACTS[table] as Record<string, Reading>)[column]

/** Company settings that a facts file may carry. */
export interface CompanySettings {
  establishment_country?: string | null
  fee_vat_recoverable?: boolean
  default_currency?: string | null
  fx_policy?: 'DAILY' | 'LATEST'
  vat_rates?: VatRate[]
  replenishment?: Replenishment
  wasted_click_threshold?: number
  brand_aliases?: string[]
  ended_sales?: EndedSales[]
  line_mappings?: LineMapping[]
}

interface NotesByList {
  /** Of the ordered amount of a month; null is that of all marketplaces together. */
  targets: { marketplace: string | null; month: string; amount: string; currency: string }
  /** Of the week that begins on a Monday. */
  weekly_notes: { week: string; text: string }
  annotations: { date: string; text: string }
}
export type NoteList = keyof NotesByList

/** What people plan for a company and note of it, as a facts file carries it. No number depends on it. */
export type CompanyNote = { [List in NoteList]: { list: List; row: NotesByList[List] } }[NoteList]

/** A seller account whose rows a facts file holds. */
export interface DeclaredAccount {
  name: string
  region: Region
  homeMarketplace: string | null
}
