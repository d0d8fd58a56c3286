/**
 * Reports that sellers have and that are not read yet, by what only they hold. A file that is one of them gets an answer
 * that says what it is, whether anything needs it, and which file gives what was looked for.
 */
import type { Columns } from '../files/header.ts'
import { findTable, isWhole } from '../files/table.ts'
import type { FileHead, HeaderNames } from './report-type.ts'

interface UnreadReport {
  /** Its name, as the place where it is downloaded gives it. */
  label: string
  /** Headings that must all be there, each with its spellings. */
  headings: readonly (string | HeaderNames)[]
  /** Of a JSON file, names that its beginning must hold instead. */
  keys?: readonly string[]
  /** No other column stands beside these, which a list of somebody's own may have too. */
  isAlone?: true
  answer: string
}

const PURCHASED =
  'It says which other products were bought after a click, and no spend. Spend and sales are in the report of advertised products, by day.'
const STOCK =
  'The profit and loss does not need it. Units at Amazon are read from the FBA inventory planning report and the Manage FBA inventory report.'
const SEARCHES =
  'What shoppers searched for, and what came of it for your products, is read from the Search Query Performance report: import that one, for a week or a month.'
const FEES_ARE_SETTLED =
  'What was really charged stands in the settlement report (flat file V2), which the profit and loss takes.'

const LEDGER =
  'Lost and damaged stock is taken from the summary view of the inventory ledger, which Amazon makes in its place: import that one, by day.'
const UNITS_OF_TODAY =
  'Units at Amazon are read from the FBA inventory planning report, by day, and what moved from the summary view of the inventory ledger: import one of these.'

/** What a person changes campaigns with has their numbers too, as sums of days that it does not name. */
const BULK: UnreadReport = {
  label: 'Bulk operations file of the advertising console',
  headings: ['Entity', 'Operation', ['Campaign ID', 'Portfolio ID']],
  answer:
    'It is for changing campaigns, and its numbers are sums of days that it does not name. Download the report of advertised products with the time unit "Daily": Measurement & reporting → Sponsored ads reports.',
}
export const isBulkFile = (head: FileHead): boolean => isTableOf(head, BULK.headings)

/**
 * The first that fits is meant, so the more particular ones stand before the others of their kind. Headings of reports that the
 * API has too are those of its flat files; others, and other languages, are as programs name them that read such files.
 */
export const UNREAD_REPORTS: readonly UnreadReport[] = [
  BULK,
  {
    label: 'Report of the advertising console in French',
    headings: ['Nom de la campagne', 'Clics', ['Dépenses', 'Dépense']],
    answer:
      'Not all of its headings are known here. Set the advertising console to English, and download the same report again with the time unit "Daily".',
  },
  {
    label: 'Purchased product report of the advertising console',
    headings: ['Purchased ASIN', ['Targeting', 'Advertised ASIN', 'Advertised SKU']],
    answer: PURCHASED,
  },
  {
    label: 'Purchased product report (JSON)',
    headings: [],
    keys: ['purchasedAsin', 'campaignId'],
    answer: PURCHASED,
  },
  {
    label: 'Search Query Performance report, brand view',
    headings: ['Search Query', 'Search Query Volume', 'Impressions: Brand Count'],
    answer:
      'It names no product, and what a brand has is the sum of its products. Choose the ASIN view, for a week or a month, and download it for each of them.',
  },
  {
    label: 'Search Query Performance report in another language',
    headings: [
      ['Suchabfrage', '搜索查询', 'Query di ricerca'],
      ['Volumen der Suchabfrage', '搜索查询量', 'Volume query di ricerca'],
    ],
    answer:
      'Set Seller Central to English, at the top of its pages, choose the ASIN view, for a week or a month, and download it for each product.',
  },
  {
    label: 'Top search terms of brand analytics',
    headings: [
      ['Search Frequency Rank', '搜索频率排名'],
      ['Search Term', 'Search Query', '搜索词'],
    ],
    answer: SEARCHES,
  },
  {
    label: 'SKU economics report',
    headings: ['MSKU', 'Net units sold', 'Net proceeds total'],
    answer:
      'It has one sum for each product over its days, with fees as Amazon expects them. What was really charged stands in the settlement report (flat file V2), which the profit and loss takes.',
  },
  {
    label: 'Merchant tax report of India (MTR)',
    headings: ['Seller Gstin', 'Invoice Number', 'Tax Exclusive Gross'],
    answer:
      'It has the taxes of invoices, and neither fees nor payments. Sales and their taxes are in the settlement report (flat file V2) and in the date-range report: import one of these.',
  },
  {
    label: 'FBA replacements report',
    headings: ['original-fulfillment-center-id', 'replacement-reason-code'],
    answer:
      'It has no money. What goods that came back are worth is read from the FBA customer returns report.',
  },
  {
    label: 'FBA promotions report',
    headings: ['item-promotion-id', 'promotion-rule-value', 'shipment-item-id'],
    answer:
      'What promotions cost stands in the settlement report (flat file V2) and, before it is closed, in the all orders report: import these.',
  },
  {
    label: 'FBA inventory adjustments report',
    headings: ['adjusted-date', 'transaction-item-id', 'disposition'],
    answer: LEDGER,
  },
  {
    label: 'FBA inventory event detail report',
    headings: ['snapshot-date', 'transaction-type', 'fulfillment-center-id', 'disposition'],
    answer: LEDGER,
  },
  {
    label: 'FBA received inventory report',
    headings: ['received-date', 'fba-shipment-id', 'fulfillment-center-id'],
    answer: LEDGER,
  },
  {
    label: 'FBA daily inventory history report',
    headings: ['snapshot-date', 'fnsku', 'quantity', 'detailed-disposition'],
    answer: UNITS_OF_TODAY,
  },
  {
    label: 'FBA monthly inventory history report',
    headings: ['month', 'fnsku', 'average-quantity', 'end-quantity'],
    answer: UNITS_OF_TODAY,
  },
  {
    label: 'Subscribe & Save performance report',
    headings: ['offer-state', 'sns-units-shipped-week-1'],
    answer:
      'Its weeks are of four in one row, and no page shows them yet. Its orders are in the all orders report.',
  },
  {
    label: 'Unshipped orders report',
    headings: ['order-id', 'days-past-promise', 'quantity-to-ship'],
    answer: 'It has the orders that wait to be sent. The all orders report has them all: import that one.',
  },
  {
    label: 'FBA multi-country inventory report',
    headings: ['seller-sku', 'quantity-for-local-fulfillment'],
    answer:
      'It has the units for sale by country, and neither what is on the way nor a day. In Europe the Manage FBA inventory report counts the same units for all countries together: import that one for your main marketplace.',
  },
  {
    label: 'Amazon-fulfilled inventory report',
    headings: ['seller-sku', 'fulfillment-channel-sku', 'Quantity Available'],
    answer:
      'It has only what is for sale, and no day. The Manage FBA inventory report counts the same units with what is on the way, and the FBA inventory planning report says their day: import one of these.',
  },
  {
    label: 'Reserved inventory report',
    headings: ['sku', 'reserved_qty', 'reserved_fc-transfers'],
    answer:
      'It has only what is reserved, and no day. The FBA inventory planning report says the same beside what is for sale: import that one.',
  },
  {
    label: 'Inventory ledger, detailed view',
    headings: ['MSKU', 'Event Type', 'Reference ID', 'Unreconciled Quantity'],
    answer:
      'Lost and damaged stock is taken from the summary view of the inventory ledger: choose it in place of the detailed view, by day.',
  },
  {
    label: 'Returns of orders that the seller sends',
    headings: ['Order ID', 'Amazon RMA ID', 'Return Reason'],
    answer:
      'What was refunded stands in the settlement report (flat file V2), which the profit and loss takes. Of goods that come back only those that Amazon takes back are read: the FBA customer returns report.',
  },
  {
    label: 'Amazon-fulfilled shipments report',
    headings: ['amazon-order-id', 'shipment-id', 'quantity-shipped'],
    answer:
      'It has the orders that were sent, without those that were cancelled or wait. The all orders report has them all: import that one.',
  },
  {
    label: 'Search Catalog Performance report (JSON)',
    headings: [],
    keys: ['dataByAsin', 'impressionData', 'impressionCount'],
    answer: SEARCHES,
  },
  {
    label: 'Search Terms report (JSON)',
    headings: [],
    keys: ['dataByDepartmentAndSearchTerm', 'searchFrequencyRank'],
    answer: SEARCHES,
  },
  {
    label: 'Repeat Purchase report (JSON)',
    headings: [],
    keys: ['dataByAsin', 'uniqueCustomers', 'repeatCustomersPctTotal'],
    answer: 'It says how many customers bought again, and no page shows that yet.',
  },
  {
    label: 'Market Basket report (JSON)',
    headings: [],
    keys: ['dataByAsin', 'purchasedWithAsin', 'combinationPct'],
    answer: 'It says what was bought together, and no page shows that yet.',
  },
  {
    label: 'Restock inventory report',
    headings: ['Merchant SKU', 'Recommended replenishment qty'],
    answer: STOCK,
  },
  {
    label: 'Referral fee preview report',
    headings: ['seller-sku', 'asin', 'estimated-referral-fee-per-item'],
    answer: FEES_ARE_SETTLED,
  },
  {
    label: 'Statement summary of the payments page',
    headings: ['Settlement Start Date', 'Beginning Balance'],
    answer:
      'It has totals and no lines. Download the settlement report of the same days as flat file V2: Payments → Reports repository, or All statements → Download.',
  },
  {
    label: 'Transaction list of the payments page',
    headings: [
      ['Transaction status', 'Stato della transazione'],
      ['Total product charges', 'Totale costo prodotti'],
    ],
    answer:
      'It has one sum per transaction. Download the date-range report instead, Payments → Reports repository → Transaction, which has deferred transactions too, with their status, or the settlement report as flat file V2.',
  },
  {
    label: 'Open listings report',
    headings: ['sku', 'asin', 'price', 'quantity'],
    isAlone: true,
    answer:
      'It has no names, and only what is for sale now. The all listings report has names and states as well: import that one.',
  },
]

/** The report that the beginning of a file belongs to; undefined for a file that nobody knows. */
export function unreadReportOf(head: FileHead): UnreadReport | undefined {
  return UNREAD_REPORTS.find(({ headings, keys, isAlone = false }) =>
    keys
      ? /^\s*[[{]/.test(head.text) && keys.every((key) => head.text.includes(`"${key}"`))
      : isTableOf(head, headings, isAlone),
  )
}

function isTableOf(head: FileHead, headings: UnreadReport['headings'], isAlone = false): boolean {
  const table = findTable(head, columnsOf(headings))
  return (
    isWhole(table) &&
    (!isAlone || table.header.cells.filter((cell) => cell.trim() !== '').length === headings.length)
  )
}

const columnsOf = (headings: UnreadReport['headings']): Columns =>
  Object.fromEntries(
    headings.map((heading, index) => [
      `c${index}`,
      { names: typeof heading === 'string' ? [heading] : heading, required: true },
    ]),
  )
