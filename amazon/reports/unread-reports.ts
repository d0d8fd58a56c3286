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

/** The first that fits is meant, so the more particular ones stand before the others of their kind. */
export const UNREAD_REPORTS: readonly UnreadReport[] = [
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
    headings: ['Transaction status', 'Total product charges'],
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

function isTableOf(head: FileHead, headings: UnreadReport['headings'], isAlone: boolean): boolean {
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
