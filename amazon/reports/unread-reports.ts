/**
 * Reports that sellers have and that are not read yet, by what only they hold. A file that is one of them gets an answer
 * that says what it is, whether anything needs it, and which file gives what was looked for.
 */
import type { Columns } from '../files/header.ts'
import { hasTable } from './tabular.ts'
import type { FileHead, HeaderNames } from './report-type.ts'

interface UnreadReport {
  /** Its name, as the place where it is downloaded gives it. */
  label: string
  /** Headings that must all be there, each with its spellings. */
  headings: readonly (string | HeaderNames)[]
  /** Of a JSON file, names that its beginning must hold instead. */
  keys?: readonly string[]
  answer: string
}

const NOT_NEEDED = 'Nothing in the profit and loss needs it.'
const ADVERTISING =
  'For the cost of advertising the profit and loss takes what settlements bill, day by day; it needs no advertising report.'
const STOCK =
  'The profit and loss does not need it. It is for the pages about stock, which are not there yet.'
const SEARCHES = `${NOT_NEEDED} It is for the pages about searches, which are not there yet.`
const FEES_ARE_SETTLED =
  'What was really charged stands in the settlement report (flat file V2), which the profit and loss takes.'

/** The first that fits is meant, so the more particular ones stand before the others of their kind. */
export const UNREAD_REPORTS: readonly UnreadReport[] = [
  {
    label: 'Business report: Detail page sales and traffic',
    headings: [
      ['(Child) ASIN', '(Parent) ASIN'],
      ['Sessions - Total', 'Sessions'],
      ['Featured Offer (Buy Box) Percentage', 'Featured Offer Percentage', 'Buy Box Percentage'],
    ],
    answer: `${NOT_NEEDED} It has sessions and orders by product, and no date in it.`,
  },
  {
    label: 'Business report: Sales and traffic by date',
    headings: ['Date', 'Ordered Product Sales', ['Sessions - Total', 'Sessions']],
    answer: `${NOT_NEEDED} For money by day, import the settlement reports.`,
  },
  {
    label: 'Sales and traffic report (JSON)',
    headings: [],
    keys: ['salesAndTrafficByDate'],
    answer: NOT_NEEDED,
  },
  {
    label: 'Search term report of the advertising console',
    headings: [
      ['Customer Search Term', 'Término de búsqueda del cliente'],
      ['Impressions', 'Impresiones'],
    ],
    answer: `${ADVERTISING} Search terms are for the pages about advertising, which are not there yet.`,
  },
  {
    label: 'Search term report of the advertising console (new layout)',
    headings: ['Target value', 'Search term', 'Total cost', 'Purchases'],
    answer: `${ADVERTISING} Search terms are for the pages about advertising, which are not there yet.`,
  },
  {
    label: 'Advertised product report of the advertising console',
    headings: [['Advertised SKU', 'Advertised ASIN'], 'Impressions'],
    answer: ADVERTISING,
  },
  {
    label: 'Purchased product report of the advertising console',
    headings: ['Purchased ASIN', ['Targeting', 'Advertised ASIN', 'Advertised SKU']],
    answer: ADVERTISING,
  },
  {
    label: 'Placement report of the advertising console',
    headings: ['Placement', ['Campaign Name', 'Campaign'], 'Impressions'],
    answer: ADVERTISING,
  },
  {
    label: 'Targeting report of the advertising console',
    headings: ['Targeting', 'Match Type', 'Impressions'],
    answer: ADVERTISING,
  },
  {
    label: 'Campaign report of the advertising console',
    headings: ['Campaign Name', ['Campaign Type', 'Budget', 'Bidding strategy'], 'Impressions'],
    answer: ADVERTISING,
  },
  {
    label: 'Performance over time report of the advertising console',
    headings: [['Average CPC', 'Cost Per Click (CPC)', 'CPC'], 'Clicks', 'Spend'],
    answer: ADVERTISING,
  },
  { label: 'Advertising report (JSON)', headings: [], keys: ['campaignId', 'cost'], answer: ADVERTISING },
  {
    label: 'Search Query Performance report',
    headings: ['Search Query', 'Search Query Score', 'Search Query Volume'],
    answer: SEARCHES,
  },
  {
    label: 'Search Query Performance report (JSON)',
    headings: [],
    keys: ['dataByAsin', 'searchQueryData'],
    answer: SEARCHES,
  },
  {
    label: 'Monthly storage fees report',
    headings: ['asin', 'fnsku', 'month_of_charge', 'estimated_monthly_storage_fee'],
    answer: `${FEES_ARE_SETTLED} This report would only spread the storage fee over products.`,
  },
  {
    label: 'Aged inventory surcharge report',
    headings: ['snapshot-date', 'amount-charged', 'surcharge-age-tier'],
    answer: `${FEES_ARE_SETTLED} This report would only spread the surcharge over products.`,
  },
  {
    label: 'FBA customer returns report',
    headings: ['return-date', 'detailed-disposition', 'license-plate-number'],
    answer:
      'Refunds stand in the settlement report. Which returned units can be sold again, so that their cost comes back, can be imported as `returns` of a facts file until then.',
  },
  {
    label: 'FBA reimbursements report',
    headings: ['reimbursement-id', 'amount-total', 'quantity-reimbursed-total'],
    answer:
      'The money of reimbursements stands in the settlement report (flat file V2), which the profit and loss takes.',
  },
  {
    label: 'Manage FBA inventory report',
    headings: [
      ['afn-fulfillable-quantity', 'cantidad-disponible-gestionada-por-amazon'],
      ['product-name', 'nombre-del-producto'],
    ],
    answer: STOCK,
  },
  {
    label: 'FBA multi-country inventory report',
    headings: ['seller-sku', 'quantity-for-local-fulfillment'],
    answer: STOCK,
  },
  {
    label: 'Reserved inventory report',
    headings: ['sku', 'reserved_qty', 'reserved_fc-transfers'],
    answer: STOCK,
  },
  {
    label: 'Inventory ledger, detailed view',
    headings: ['MSKU', 'Event Type', 'Reference ID', 'Unreconciled Quantity'],
    answer:
      'Lost and damaged stock is taken from the summary view of the inventory ledger: choose it in place of the detailed view, by day.',
  },
  {
    label: 'FBA inventory planning report',
    headings: ['snapshot-date', 'inv-age-0-to-90-days', 'sku'],
    answer: STOCK,
  },
  {
    label: 'Restock inventory report',
    headings: ['Merchant SKU', 'Recommended replenishment qty'],
    answer: STOCK,
  },
  {
    label: 'Removal order detail report',
    headings: ['request-date', 'order-type', 'removal-fee'],
    answer: `${FEES_ARE_SETTLED}`,
  },
  {
    label: 'Removal shipment detail report',
    headings: ['shipment-date', 'disposition', 'tracking-number'],
    answer: NOT_NEEDED,
  },
  {
    label: 'All listings report',
    headings: ['listing-id', 'seller-sku', 'asin1', 'fulfillment-channel'],
    answer: `${NOT_NEEDED} It holds the names of products, for pages that are not there yet.`,
  },
  {
    label: 'Referral fee preview report',
    headings: ['seller-sku', 'asin', 'estimated-referral-fee-per-item'],
    answer: FEES_ARE_SETTLED,
  },
  {
    label: 'Fee preview report',
    headings: ['sku', 'estimated-fee-total'],
    answer: `${FEES_ARE_SETTLED} Estimates for orders that are not settled yet can be imported as \`fee_estimates\` of a facts file.`,
  },
  {
    label: 'VAT transactions report',
    headings: ['UNIQUE_ACCOUNT_IDENTIFIER', 'TRANSACTION_TYPE', 'TRANSACTION_SELLER_VAT_NUMBER_COUNTRY'],
    answer: `${NOT_NEEDED} The VAT in prices follows the rates of the company's settings.`,
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
      'It has one sum per transaction. Download the date-range report instead, Payments → Reports repository → Transaction, or the settlement report as flat file V2.',
  },
]

/** The report that the beginning of a file belongs to; undefined for a file that nobody knows. */
export function unreadReportOf(head: FileHead): UnreadReport | undefined {
  return UNREAD_REPORTS.find(({ headings, keys }) =>
    keys
      ? /^\s*[[{]/.test(head.text) && keys.every((key) => head.text.includes(`"${key}"`))
      : hasTable(head, columnsOf(headings)),
  )
}

const columnsOf = (headings: UnreadReport['headings']): Columns =>
  Object.fromEntries(
    headings.map((heading, index) => [
      `c${index}`,
      { names: typeof heading === 'string' ? [heading] : heading, required: true },
    ]),
  )
