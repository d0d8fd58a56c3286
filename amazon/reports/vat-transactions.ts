import { parseDecimal, toText } from '#contract/decimal.ts'
import { instantText } from '../files/moment-text.ts'
import { readCell } from './cells.ts'
import { marketplaceIn } from './facts-file.ts'
import type { FactRecord, RecordReportType } from './report-type.ts'
import type { Cells } from './tabular.ts'
import { hasTable, tableFacts } from './tabular.ts'

const columns = {
  account: { names: ['UNIQUE_ACCOUNT_IDENTIFIER'], required: true },
  period: { names: ['ACTIVITY_PERIOD'] },
  date: { names: ['TRANSACTION_COMPLETE_DATE'] },
  departed: { names: ['TRANSACTION_DEPART_DATE'] },
  marketplace: { names: ['MARKETPLACE', 'SALES_CHANNEL'] },
  program: { names: ['PROGRAM_TYPE', 'PROGRAM'] },
  transaction_type: { names: ['TRANSACTION_TYPE'], required: true },
  transaction_id: { names: ['ACTIVITY_TRANSACTION_ID'] },
  event_id: { names: ['TRANSACTION_EVENT_ID'] },
  sku: { names: ['SELLER_SKU'] },
  asin: { names: ['ASIN'] },
  quantity: { names: ['QTY'] },
  // Of sales and of stock that is moved: a row has one pair or the other.
  depart_country: { names: ['SALE_DEPART_COUNTRY'] },
  arrival_country: { names: ['SALE_ARRIVAL_COUNTRY'] },
  moved_from: { names: ['DEPARTURE_COUNTRY'] },
  moved_to: { names: ['ARRIVAL_COUNTRY'] },
  seller_vat_country: { names: ['TRANSACTION_SELLER_VAT_NUMBER_COUNTRY'], required: true },
  tax_jurisdiction: { names: ['TAXABLE_JURISDICTION'] },
  tax_scheme: { names: ['TAX_REPORTING_SCHEME'] },
  collected_by: { names: ['TAX_COLLECTION_RESPONSIBILITY'] },
  buyer_vat_country: { names: ['BUYER_VAT_NUMBER_COUNTRY'] },
  buyer_vat_number: { names: ['BUYER_VAT_NUMBER'] },
  vat_rate: { names: ['PRICE_OF_ITEMS_VAT_RATE_PERCENT'] },
  currency: { names: ['TRANSACTION_CURRENCY_CODE'] },
  amount_without_vat: { names: ['TOTAL_ACTIVITY_VALUE_AMT_VAT_EXCL'] },
  vat: { names: ['TOTAL_ACTIVITY_VALUE_VAT_AMT'] },
  amount_with_vat: { names: ['TOTAL_ACTIVITY_VALUE_AMT_VAT_INCL'] },
}

const AMOUNTS = ['amount_without_vat', 'vat', 'amount_with_vat']
const AS_THEY_STAND = [
  'period',
  'program',
  'transaction_id',
  'event_id',
  'sku',
  'asin',
  'quantity',
  'seller_vat_country',
  'tax_jurisdiction',
  'tax_scheme',
  'collected_by',
  ...AMOUNTS,
]

/** What an accountant needs of a month in Europe (GET_VAT_TRANSACTION_DATA): sales, refunds, stock that crossed a border. */
export const vatTransactions: RecordReportType = {
  kind: 'records',
  id: 'vat_transactions',
  label: 'VAT transactions report',
  guide: {
    gives:
      'Sales, refunds and movements of stock with their value-added tax, kept beside the statement, whose VAT follows the rates of the settings.',
    where: 'Reports → Fulfilment → Tax → Amazon VAT transactions',
  },
  source: 'NONE',
  isOfAccount: true,
  columns,
  recognise: (head) => hasTable(head, columns),
  read: (input) => tableFacts(input, columns, 'vat_transactions', AMOUNTS, transaction),
}

function transaction(cells: Cells): FactRecord[] {
  const values = cells.facts('vat_transactions', AS_THEY_STAND)
  const currency = cells.text('currency').toUpperCase()
  if (currency !== '' && !/^[A-Z]{3}$/.test(currency))
    throw cells.refuse('currency', 'a currency code such as EUR')
  const date = dayIn(cells, 'date') ?? dayIn(cells, 'departed')
  if (!date) throw cells.refuse('date', 'a date such as 31-03-2026')
  Object.assign(values, {
    date,
    transaction_type: cells.required('transaction_type', 'text'),
    marketplace: marketplaceIn(cells.text('marketplace')) ?? null,
    depart_country: cells.value('depart_country', 'text') ?? cells.value('moved_from', 'text'),
    arrival_country: cells.value('arrival_country', 'text') ?? cells.value('moved_to', 'text'),
    currency: currency || null,
    buyer_type: buyerIn(cells),
    vat_rate: rateIn(cells),
  })
  return [{ table: 'vat_transactions', lineNumber: cells.lineNumber, part: 0, values }]
}

/** Amazon writes `31-03-2026` here, and what a spreadsheet makes of it keeps the order of its numbers. */
function dayIn(cells: Cells, column: string): string | null {
  const [, day, month, year] =
    /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(cells.text(column))?.map(Number) ?? []
  if (year === undefined) return cells.value(column, 'day')
  const read = instantText({ year, month: month!, day: day!, hour: 0, minute: 0, second: 0 }, 0)
  if (!read) throw cells.refuse(column, 'a date such as 31-03-2026')
  return read.slice(0, 10)
}

/** Whoever gave a number for value-added tax buys for a business. The number itself is nobody's concern here. */
function buyerIn(cells: Cells): string | null {
  const isStated = cells.has('buyer_vat_country') || cells.has('buyer_vat_number')
  if (!isStated) return null
  return cells.text('buyer_vat_country') || cells.text('buyer_vat_number') ? 'BUSINESS' : 'CONSUMER'
}

/** `19` and `0.19` are one rate; none is above 100 %, and none below 1. */
function rateIn(cells: Cells): string | null {
  const [, text = '', sign = ''] = /^(.*?)(%?)$/.exec(cells.text('vat_rate')) ?? []
  const rate = readCell(cells.heading('vat_rate'), text, 'decimal', cells.rules('vat_rate'))
  if (rate === null) return null
  const value = parseDecimal(rate)
  if (value < 0n || value > parseDecimal('100')) throw cells.refuse('vat_rate', 'a rate from 0 to 100')
  return sign !== '' || value >= parseDecimal('1') ? toText(value / 100n, 9) : rate
}
