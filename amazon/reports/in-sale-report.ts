import { fullYear, instantText } from '../files/moment-text.ts'
import type { FactRecord, RecordReportType } from './report-type.ts'
import type { Cells } from './tabular.ts'
import { hasTable, tableFacts } from './tabular.ts'

const columns = {
  // Tables written by pandas leave the heading of the row number empty.
  file_index: { names: ['index', 'Unnamed: 0'] },
  order_id: { names: ['Order ID'], required: true },
  date: { names: ['Date'], required: true },
  order_status: { names: ['Status'], required: true },
  fulfillment_channel: { names: ['Fulfilment', 'Fulfillment'], required: true },
  sales_channel: { names: ['Sales Channel'], required: true },
  courier_status: { names: ['Courier Status'], required: true },
  sku: { names: ['SKU'] },
  asin: { names: ['ASIN'] },
  quantity: { names: ['Qty', 'Quantity'], required: true },
  currency: { names: ['currency'], required: true },
  item_price: { names: ['Amount'], required: true },
  is_business: { names: ['B2B'] },
  promotion_ids: { names: ['promotion-ids'] },
  ship_country: { names: ['ship-country'] },
  ship_region: { names: ['ship-state'] },
}

/**
 * Order list of Amazon.in as CSV, with the titles of the seller's own export: no time of day, no item id, but a row
 * number. Its amounts include GST; cancelled lines keep theirs. Layouts differ by a few columns.
 */
export const inSaleReport: RecordReportType = {
  kind: 'records',
  id: 'in_sale_report',
  label: 'Amazon.in sale report',
  guide: {
    gives: 'Orders of Amazon.in, by day.',
    where: 'The order list of Amazon.in, saved as CSV',
  },
  source: 'NONE',
  isOfAccount: true,
  columns,
  recognise: (head) => hasTable(head, columns),
  read: (input) => tableFacts(input, columns, 'order_items', ['item_price'], orderItem),
}

const AS_THEY_STAND = [
  'file_index',
  'order_status',
  'fulfillment_channel',
  'sales_channel',
  'is_business',
  'sku',
  'asin',
  'quantity',
  'currency',
  'item_price',
  'promotion_ids',
  'ship_country',
  'ship_region',
]

function orderItem(cells: Cells): FactRecord[] {
  const values = cells.facts('order_items', AS_THEY_STAND)
  values['order_id'] = cells.required('order_id', 'text')
  values['purchased_day'] = dayOf(cells)
  return [{ table: 'order_items', lineNumber: cells.lineNumber, part: 0, values }]
}

/** `04-30-22` and `04-30-2022` occur in one file; the month always stands first. Cleaned copies have `2022-04-30`. */
function dayOf(cells: Cells): string {
  const text = cells.text('date')
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  const american = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4}|\d{2})$/.exec(text)
  const [year, month, day] = iso ? iso.slice(1) : american ? [american[3], american[1], american[2]] : []
  const date = {
    year: fullYear(year ?? ''),
    month: Number(month),
    day: Number(day),
    hour: 0,
    minute: 0,
    second: 0,
  }
  const read = year && instantText(date, 0)
  if (!read) throw cells.refuse('date', 'a date with the month first, such as 04-30-22')
  return read.slice(0, 10)
}
