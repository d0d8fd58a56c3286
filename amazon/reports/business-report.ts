import { marketplaceOf } from '#contract/marketplaces.ts'
import { FACTS } from '../facts.ts'
import { dayReader } from '../files/day-order.ts'
import type { Columns } from '../files/header.ts'
import { findTable, isWhole, tableRows } from '../files/table.ts'
import { dayGaps } from './day-gaps.ts'
import type { FactRecord, RecordInput, RecordReportType } from './report-type.ts'
import { UnreadableFile } from './report-type.ts'
import type { Cells } from './tabular.ts'
import { hasTable, tableFacts } from './tabular.ts'
import { trafficNumber } from './traffic-facts.ts'

/** Newer headings before older ones. The same with ` - B2B` behind it is of buyers that are businesses. */
const HEADINGS: Record<string, readonly string[]> = {
  ordered_product_sales: ['Ordered Product Sales'],
  units_ordered: ['Units Ordered'],
  total_order_items: ['Total Order Items'],
  units_refunded: ['Units Refunded'],
  shipped_product_sales: ['Shipped Product Sales'],
  units_shipped: ['Units Shipped'],
  orders_shipped: ['Orders Shipped'],
  browser_page_views: ['Page Views - Browser', 'Browser Page Views'],
  mobile_app_page_views: ['Page Views - Mobile App', 'Mobile App Page Views'],
  page_views: ['Page Views - Total', 'Page Views'],
  browser_sessions: ['Sessions - Browser', 'Browser Sessions'],
  mobile_app_sessions: ['Sessions - Mobile App', 'Mobile App Sessions'],
  sessions: ['Sessions - Total', 'Sessions'],
  buy_box_percentage: [
    'Featured Offer (Buy Box) Percentage',
    'Featured Offer Percentage',
    'Buy Box Percentage',
  ],
  average_offer_count: ['Average Offer Count'],
  feedback_received: ['Feedback Received'],
  negative_feedback_received: ['Negative Feedback Received'],
}
const REQUIRED = ['ordered_product_sales', 'sessions']

const columns: Columns = {
  date: { names: ['Date'], required: true },
  ...Object.fromEntries(
    Object.keys(FACTS.sales_traffic_date).flatMap((column) => {
      const names = HEADINGS[column.replace('_b2b', '')]
      if (!names) return []
      const own = column.endsWith('_b2b') ? names.map((name) => `${name} - B2B`) : names
      return [[column, { names: own, required: REQUIRED.includes(column) }]]
    }),
  ),
}
const NUMBERS = Object.keys(columns).filter((column) => column !== 'date')
const AMOUNTS = ['ordered_product_sales', 'shipped_product_sales', 'buy_box_percentage']

/** Seller Central: business report "Sales and traffic", by date. It names neither its marketplace nor a currency. */
export const businessReport: RecordReportType = {
  kind: 'records',
  id: 'business_report',
  label: 'Business report: Sales and traffic by date',
  guide: {
    gives: 'Sales, sessions and page views of all products by day. The profit and loss does not need it.',
    where: 'Reports → Business reports → Sales and traffic by date, with days for its rows; download as CSV',
  },
  source: 'NONE',
  isOfMarketplace: true,
  columns,
  recognise: (head) => hasTable(head, columns),
  read,
}

async function* read(input: RecordInput): AsyncGenerator<FactRecord> {
  const { marketplace } = input.options
  const table = findTable(input.head, columns)
  // Without its marketplace, which is asked, nothing is known of its money nor of its days.
  if (!marketplace || !isWhole(table)) return
  const cell = table.header.cellOf['date']!
  const dayOf = await dayReader(() => tableRows(input, table), cell, input.options)
  const days = async function* () {
    for await (const row of tableRows(input, table)) if ('cells' in row) yield dayOf(row.cells[cell] ?? '')
  }
  // By days there is a row for each, whatever happened on it. A range that begins within a week has a shorter one.
  const gaps = await dayGaps(days())
  if (gaps.filter((gap) => gap >= 7).length > gaps.length / 2)
    throw new UnreadableFile(
      'REPORT_NOT_READ',
      'The rows of this business report are weeks or months, and what happened on their days is not in it. Show it by day in Seller Central, and download it again.',
    )
  yield* tableFacts(input, columns, 'sales_traffic_date', AMOUNTS, (cells) => [
    {
      table: 'sales_traffic_date',
      lineNumber: cells.lineNumber,
      part: 0,
      values: { ...cells.facts('sales_traffic_date', []), ...valuesIn(cells, marketplace, dayOf) },
    },
  ])
}

function valuesIn(
  cells: Cells,
  marketplace: string,
  dayOf: (text: string) => string | undefined,
): Record<string, string | null> {
  const date = dayOf(cells.text('date'))
  if (!date) throw cells.refuse('date', 'a date')
  return {
    date,
    marketplace,
    currency: marketplaceOf(marketplace)?.currency ?? null,
    ...Object.fromEntries(
      NUMBERS.map((column) => [
        column,
        trafficNumber(
          'sales_traffic_date',
          column,
          cells.heading(column),
          cells.text(column),
          cells.decimalMark,
        ),
      ]),
    ),
  }
}
