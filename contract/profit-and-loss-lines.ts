import { NO_CATEGORY } from './dashboards/expenses.ts'
/**
 * The profit-and-loss statement as data. The warehouse query, the page, the export, the explain drawer and the
 * documentation are all made from this one constant.
 */
export type Polarity = 'income' | 'cost' | 'result'

export interface LineDefinition {
  label: string
  polarity: Polarity
  /** The group whose sum this line is part of; null for the top level. */
  parent: string | null
  /** Present on results: the lines whose plain sum this is. Groups are the sum of their children instead. */
  sumOf?: readonly string[]
  /** `count` lines are units, `price` lines a ratio; both are without a percent column and without conversion of counts. */
  unit?: 'count' | 'price'
  /** Whether more of it is good, where its polarity does not say so. */
  better?: 'neither'
  /** In words, for the explain drawer. */
  definition: string
  /** In words, where the order basis means something else. */
  orderDefinition?: string
}

export const PNL_LINES = {
  unitsSold: {
    label: 'Units sold',
    polarity: 'income',
    parent: null,
    unit: 'count',
    definition: 'Quantity of the principal rows of shipments.',
    orderDefinition: 'Quantity of the ordered items, cancelled ones left out.',
  },
  unitsRefunded: {
    label: 'Units refunded',
    polarity: 'cost',
    parent: null,
    unit: 'count',
    definition: 'Quantity of the principal rows of refunds.',
  },
  netUnits: {
    label: 'Net units',
    polarity: 'income',
    parent: null,
    unit: 'count',
    definition: 'Units sold less units refunded.',
  },
  averageSellingPrice: {
    label: 'Average selling price',
    better: 'neither',
    polarity: 'income',
    parent: null,
    unit: 'price',
    definition: 'Product sales divided by units sold.',
  },

  grossSales: {
    label: 'Gross sales',
    polarity: 'income',
    parent: null,
    definition: 'What buyers were charged, value-added tax included.',
    orderDefinition: 'What buyers are charged, without value-added tax.',
  },
  productSales: {
    label: 'Product sales',
    polarity: 'income',
    parent: 'grossSales',
    definition: 'Principal of shipments, with the tax reported beside it where prices include tax.',
    orderDefinition:
      'Prices of the ordered items, without value-added tax. An order that waits for its payment counts with the last known price.',
  },
  shippingRevenue: {
    label: 'Shipping',
    polarity: 'income',
    parent: 'grossSales',
    definition: 'Delivery charged to buyers.',
  },
  giftWrapRevenue: {
    label: 'Gift wrap',
    polarity: 'income',
    parent: 'grossSales',
    definition: 'Gift wrap charged to buyers.',
  },

  promotions: { label: 'Promotions', polarity: 'cost', parent: null, definition: 'Rebates given to buyers.' },
  productPromotions: {
    label: 'Product promotions',
    polarity: 'cost',
    parent: 'promotions',
    definition: 'Rebates on goods, and points.',
  },
  shippingPromotions: {
    label: 'Shipping promotions',
    polarity: 'cost',
    parent: 'promotions',
    definition: 'Rebates on delivery, free shipping among them.',
  },

  refunds: {
    label: 'Refunds',
    polarity: 'cost',
    parent: null,
    definition: 'Money given back to buyers, on the day it was given back.',
  },
  refundedProductSales: {
    label: 'Refunded products',
    polarity: 'cost',
    parent: 'refunds',
    definition: 'Refunded principal, goodwill and restocking fees.',
  },
  refundedShipping: {
    label: 'Refunded shipping',
    polarity: 'cost',
    parent: 'refunds',
    definition: 'Refunded delivery and return postage.',
  },
  refundedGiftWrap: {
    label: 'Refunded gift wrap',
    polarity: 'cost',
    parent: 'refunds',
    definition: 'Gift wrap given back to buyers.',
  },
  refundedPromotions: {
    label: 'Promotions taken back',
    polarity: 'income',
    parent: 'refunds',
    definition: 'Rebates that came back with a refund.',
  },
  claimsAndChargebacks: {
    label: 'A-to-z claims and chargebacks',
    polarity: 'cost',
    parent: 'refunds',
    definition: 'Guarantee claims and card chargebacks, fees included.',
  },

  salesVat: {
    label: 'VAT in sales',
    polarity: 'cost',
    parent: null,
    definition:
      'Value-added tax contained in the lines above: reported, or amount × r / (1 + r) with the rate of the original shipment.',
  },
  netSales: {
    label: 'Net sales',
    polarity: 'result',
    parent: null,
    sumOf: ['grossSales', 'promotions', 'refunds', 'salesVat'],
    definition: 'Gross sales, promotions, refunds and VAT together.',
    orderDefinition: 'Gross sales, promotions and refunds together; value-added tax is in none of them.',
  },

  cogs: {
    label: 'Cost of goods',
    polarity: 'cost',
    parent: null,
    definition: 'Landed cost of the units sold, by the cost valid on the day.',
  },
  cogsManufacturing: {
    label: 'Manufacturing',
    polarity: 'cost',
    parent: 'cogs',
    definition: 'Quantity × manufacturing cost of the day.',
  },
  cogsFreight: {
    label: 'Freight',
    polarity: 'cost',
    parent: 'cogs',
    definition: 'Quantity × freight cost of the day.',
  },
  cogsDuty: { label: 'Duty', polarity: 'cost', parent: 'cogs', definition: 'Quantity × duty of the day.' },
  cogsOther: {
    label: 'Other',
    polarity: 'cost',
    parent: 'cogs',
    definition: 'Quantity × other landed cost of the day.',
  },
  cogsReturned: {
    label: 'Recovered from returns',
    polarity: 'income',
    parent: 'cogs',
    definition: 'Units that came back sellable, at the cost of their original shipment.',
  },
  contributionMargin1: {
    label: 'Contribution margin 1',
    polarity: 'result',
    parent: null,
    sumOf: ['netSales', 'cogs'],
    definition: 'Net sales less cost of goods: what the product leaves.',
  },

  sellingFees: {
    label: 'Amazon selling fees',
    polarity: 'cost',
    parent: null,
    definition: 'What Amazon charges for selling.',
  },
  referralFees: {
    label: 'Referral fees',
    polarity: 'cost',
    parent: 'sellingFees',
    definition: "Amazon's commission on sales.",
    orderDefinition:
      'Expected: the share of the newest fee preview, of the last 30 days, or 15 % of what is paid.',
  },
  referralFeesRefunded: {
    label: 'Referral fees given back',
    polarity: 'income',
    parent: 'sellingFees',
    definition: 'Commission that came back with refunds.',
  },
  refundAdminFees: {
    label: 'Refund administration fees',
    polarity: 'cost',
    parent: 'sellingFees',
    definition: 'What Amazon keeps of the commission on a refund.',
  },
  closingFees: {
    label: 'Closing fees',
    polarity: 'cost',
    parent: 'sellingFees',
    definition: 'Variable and fixed closing fees.',
    orderDefinition: 'Expected: per unit by the newest fee preview, or as in the last 30 days.',
  },
  digitalServicesFees: {
    label: 'Digital services fees',
    polarity: 'cost',
    parent: 'sellingFees',
    definition: 'Surcharge that passes digital taxes on.',
  },

  fulfilmentCosts: {
    label: 'Fulfilment',
    polarity: 'cost',
    parent: null,
    definition: 'Picking, packing, sending and taking back.',
  },
  fbaFulfilmentFees: {
    label: 'FBA fulfilment fees',
    polarity: 'cost',
    parent: 'fulfilmentCosts',
    definition: 'Per-unit and weight fees, multi-channel, shipping chargeback, low-inventory fee.',
    orderDefinition: 'Expected: per unit by the newest fee preview, or as in the last 30 days.',
  },
  fbmShippingCosts: {
    label: 'Own shipping',
    polarity: 'cost',
    parent: 'fulfilmentCosts',
    definition: 'Bought labels and own cost of shipping per unit.',
  },
  fbaReturnFees: {
    label: 'Return processing fees',
    polarity: 'cost',
    parent: 'fulfilmentCosts',
    definition: 'Fees for taking returns.',
  },

  storageAndInventory: {
    label: 'Storage and inventory',
    polarity: 'cost',
    parent: null,
    definition: 'Storing, inbound, removing, losing and being reimbursed.',
  },
  monthlyStorageFees: {
    label: 'Monthly storage',
    polarity: 'cost',
    parent: 'storageAndInventory',
    definition: "Monthly fee for the room that stock takes in Amazon's warehouses.",
    orderDefinition:
      'Expected: each day carries its share of the storage billed in its month or, until that has been billed, in the last billed month.',
  },
  agedInventoryFees: {
    label: 'Aged inventory surcharge',
    polarity: 'cost',
    parent: 'storageAndInventory',
    definition: 'Surcharge on stock that has lain in the warehouse for long.',
  },
  inboundFees: {
    label: 'Inbound, placement, prep',
    polarity: 'cost',
    parent: 'storageAndInventory',
    definition: 'Transport to Amazon, placement and preparation.',
  },
  removalFees: {
    label: 'Removal, disposal, liquidation',
    polarity: 'cost',
    parent: 'storageAndInventory',
    definition: 'Removal and disposal fees; liquidation proceeds are positive here.',
  },
  inventoryLosses: {
    label: 'Lost and damaged stock at cost',
    polarity: 'cost',
    parent: 'storageAndInventory',
    definition: 'Sellable stock lost, damaged or disposed of, less what was found, at the cost of the day.',
  },
  reimbursements: {
    label: 'Reimbursements',
    better: 'neither',
    polarity: 'income',
    parent: 'storageAndInventory',
    definition: 'Reimbursements, clawbacks and their reversals, signed.',
  },
  contributionMargin2: {
    label: 'Contribution margin 2',
    polarity: 'result',
    parent: null,
    sumOf: ['contributionMargin1', 'sellingFees', 'fulfilmentCosts', 'storageAndInventory'],
    definition: 'Contribution margin 1 after selling, shipping and storing.',
  },

  marketing: {
    label: 'Marketing',
    better: 'neither',
    polarity: 'cost',
    parent: null,
    definition: 'Advertising and promotion fees.',
  },
  advertisingSp: {
    label: 'Sponsored Products',
    better: 'neither',
    polarity: 'cost',
    parent: 'marketing',
    definition: 'Spend on the day of the click, from advertising reports.',
  },
  advertisingSb: {
    label: 'Sponsored Brands',
    better: 'neither',
    polarity: 'cost',
    parent: 'marketing',
    definition: 'Spend on the day of the click, from advertising reports.',
  },
  advertisingSd: {
    label: 'Sponsored Display',
    better: 'neither',
    polarity: 'cost',
    parent: 'marketing',
    definition: 'Spend on the day of the click, from advertising reports.',
  },
  advertisingBilled: {
    label: 'Advertising billed',
    better: 'neither',
    polarity: 'cost',
    parent: 'marketing',
    definition:
      'Advertising charges in settlements on their posted day, where no advertising report is the source.',
  },
  promotionFees: {
    label: 'Coupon, deal and Vine fees',
    polarity: 'cost',
    parent: 'marketing',
    definition: 'Fees for coupons, deals and Vine.',
  },
  contributionMargin3: {
    label: 'Contribution margin 3',
    polarity: 'result',
    parent: null,
    sumOf: ['contributionMargin2', 'marketing'],
    definition: 'Contribution margin 2 after marketing.',
  },

  accountLevel: {
    label: 'Account level',
    polarity: 'cost',
    parent: null,
    definition: 'Amounts that belong to the account rather than to a product.',
  },
  subscriptionFees: {
    label: 'Subscription',
    polarity: 'cost',
    parent: 'accountLevel',
    definition: 'The monthly fee of the selling plan.',
  },
  otherAmazonFees: {
    label: 'Other Amazon fees',
    polarity: 'cost',
    parent: 'accountLevel',
    definition: 'Further fees, and fees that are not mapped yet.',
  },
  adjustments: {
    label: 'Adjustments',
    better: 'neither',
    polarity: 'result',
    parent: 'accountLevel',
    definition: 'Corrections, and amounts that are not mapped yet.',
  },

  operatingExpenses: {
    label: 'Operating expenses',
    polarity: 'cost',
    parent: null,
    definition: 'Entered expenses, spread over their days up to today.',
  },
  netProfit: {
    label: 'Net profit',
    polarity: 'result',
    parent: null,
    sumOf: ['contributionMargin3', 'accountLevel', 'operatingExpenses'],
    definition: 'Contribution margin 3 after account level and operating expenses.',
  },

  memo: {
    label: 'Outside profit',
    better: 'neither',
    polarity: 'result',
    parent: null,
    definition:
      'Why this differs from your payout: money that passes through the account without being profit.',
  },
  memoFacilitatorTax: {
    label: 'Tax passed through',
    better: 'neither',
    polarity: 'result',
    parent: 'memo',
    definition: 'Tax that Amazon collects and keeps; collected and withheld together should be 0.00.',
  },
  memoFeeVat: {
    label: 'VAT on Amazon fees',
    better: 'neither',
    polarity: 'result',
    parent: 'memo',
    definition: 'Recoverable value-added tax taken out of the fees.',
  },
  memoAdvertisingBilled: {
    label: 'Advertising billed',
    better: 'neither',
    polarity: 'result',
    parent: 'memo',
    definition: 'Advertising charges in settlements while advertising reports are the cost.',
  },
  memoLoans: {
    label: 'Loans',
    better: 'neither',
    polarity: 'result',
    parent: 'memo',
    definition: 'Principal and interest of loans from Amazon.',
  },
  memoReserves: {
    label: 'Reserves',
    better: 'neither',
    polarity: 'result',
    parent: 'memo',
    definition: 'Money held back and given back.',
  },
  memoTransfers: {
    label: 'Transfers to bank',
    better: 'neither',
    polarity: 'result',
    parent: 'memo',
    definition: 'Payouts, card charges and balances carried over.',
  },
  deferredNetProceeds: {
    label: 'Deferred: not yet in this P&L',
    better: 'neither',
    polarity: 'result',
    parent: null,
    definition: 'Transactions that Amazon has not released yet, with their fees.',
  },
} as const satisfies Record<string, LineDefinition>

export type PnlLine = keyof typeof PNL_LINES
export const PNL_LINE_IDS = Object.keys(PNL_LINES) as PnlLine[]

export const isPnlLine = (id: string): id is PnlLine => Object.hasOwn(PNL_LINES, id)

/** A line of the statement with its optional fields, whichever it is. */
export const lineDefinition = (id: PnlLine): LineDefinition => PNL_LINES[id]

/** Stored below zero, so that its growth is told of its size (GROW-1). */
export const isCostLine = (id: PnlLine): boolean =>
  PNL_LINES[id].polarity === 'cost' && lineDefinition(id).unit === undefined

const children = new Map<PnlLine, PnlLine[]>(PNL_LINE_IDS.map((id) => [id, []]))
for (const id of PNL_LINE_IDS) {
  const { parent } = PNL_LINES[id]
  if (parent !== null) children.get(parent)!.push(id)
}

/** Children in statement order. */
export const childrenOf = (id: PnlLine): readonly PnlLine[] => children.get(id)!

/** Lines that hold the value-added tax of what was sold, where prices include it: owed by the seller, or collected by Amazon. */
export const TAXED_LINES: readonly PnlLine[] = (['grossSales', 'promotions', 'refunds'] as const).flatMap(
  childrenOf,
)

/**
 * What a number is without. DAYS: of some day, or of all, no settlement is there (on the order basis: no order report).
 * RATES: an amount has no exchange rate. BUDGETS: of a campaign that cost something no report says its state, or its daily budget
 * though it was enabled. PRICES: of some pending units no file knows a price yet. The others are sources of which nothing is in the number: costs of some units
 * sold, entered expenses, advertising, lost and damaged stock, refunds and fees that are not expected of an order (on the order basis,
 * which has them from settlements, where none reaches some of the days), and storage: on the order basis as long as no bill is known, and
 * of products as long as something billed is shared over none.
 */
export const LACKS = [
  'DAYS',
  'RATES',
  'COSTS',
  'EXPENSES',
  'ADVERTISING',
  'STOCK_LOSSES',
  'STORAGE',
  'REFUNDS',
  'PRICES',
  'BUDGETS',
] as const
export type Lack = (typeof LACKS)[number]

/** What warnings count, by the names that `PnlFlags` has for it; and the line that each is about. */
export const FLAGGED_LINES = {
  unitsWithoutCost: 'cogs',
  lostUnitsWithoutCost: 'inventoryLosses',
  unmappedLines: 'accountLevel',
  refundsWithoutQuantity: 'unitsRefunded',
  ordersWithDefaultFees: 'sellingFees',
} as const satisfies Record<string, PnlLine>
export type CountedFlag = keyof typeof FLAGGED_LINES
export const COUNTED_FLAGS = Object.keys(FLAGGED_LINES) as CountedFlag[]

/** What the line of a category of expenses is known by in tables and files, and what it is called; null is the smaller ones together. */
export const expenseLineNames = (category: string | null): { id: string; label: string } =>
  category === null
    ? { id: 'operatingExpenses, others', label: 'Other categories' }
    : { id: `operatingExpenses~${category}`, label: category || NO_CATEGORY }
