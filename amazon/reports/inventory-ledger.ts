import { marketplaceOf } from '#contract/marketplaces.ts'
import { instantText } from '../files/moment-text.ts'
import { findTable, isWhole, tableRows } from '../files/table.ts'
import { dayGaps } from './day-gaps.ts'
import type { FactRecord, OpenOptions, RecordInput, RecordReportType } from './report-type.ts'
import { UnreadableFile } from './report-type.ts'
import type { Cells } from './tabular.ts'
import { hasTable, tableFacts } from './tabular.ts'

/** Compared without blanks, so that these are the headings of the API too. */
const columns = {
  date: { names: ['Date'], required: true },
  fnsku: { names: ['FNSKU'], required: true },
  asin: { names: ['ASIN'] },
  sku: { names: ['MSKU'], required: true },
  disposition: { names: ['Disposition'], required: true },
  starting_balance: { names: ['Starting Warehouse Balance'], required: true },
  in_transit: { names: ['In Transit Between Warehouses'] },
  receipts: { names: ['Receipts'] },
  customer_shipments: { names: ['Customer Shipments'] },
  customer_returns: { names: ['Customer Returns'] },
  vendor_returns: { names: ['Vendor Returns'] },
  transfers: { names: ['Warehouse Transfer In/Out'] },
  found: { names: ['Found'], required: true },
  lost: { names: ['Lost'], required: true },
  damaged: { names: ['Damaged'], required: true },
  disposed: { names: ['Disposed'], required: true },
  other_events: { names: ['Other Events'] },
  ending_balance: { names: ['Ending Warehouse Balance'], required: true },
  unknown_events: { names: ['Unknown Events'] },
  location: { names: ['Location'] },
}

const AS_THEY_STAND = [
  'fnsku',
  'asin',
  'disposition',
  'starting_balance',
  'in_transit',
  'receipts',
  'customer_shipments',
  'customer_returns',
  'vendor_returns',
  'transfers',
  'other_events',
  'ending_balance',
  'unknown_events',
  'location',
]

/** Amazon: inventory ledger, summary view (GET_LEDGER_SUMMARY_VIEW_DATA), by day. */
export const inventoryLedger: RecordReportType = {
  kind: 'records',
  id: 'inventory_ledger',
  label: 'Inventory ledger, summary view',
  guide: {
    gives: 'Units in the warehouses day by day: what was lost and damaged counts at its cost.',
    where: 'Reports → Fulfilment → Inventory ledger, summary view, by day',
  },
  source: 'NONE',
  isOfAccount: true,
  columns,
  recognise: (head) => hasTable(head, columns),
  read,
}

async function* read(input: RecordInput): AsyncGenerator<FactRecord> {
  const table = findTable(input.head, columns)
  if (!isWhole(table)) return
  const cell = table.header.cellOf['date']!
  const days = async function* () {
    for await (const row of tableRows(input, table))
      if ('cells' in row) yield monthFirst(row.cells[cell] ?? '')
  }
  const gaps = await dayGaps(days())
  if (gaps.length > 1 && gaps.every((gap) => gap % 7 === 0))
    throw new UnreadableFile(
      'REPORT_NOT_READ',
      'The rows of this inventory ledger are weeks, and what happened on their days is not in it. Ask for it by day in Seller Central, and download it again.',
    )
  const { marketplace, days: wanted } = input.options
  yield* tableFacts(input, columns, 'inventory_ledger', [], (cells) =>
    day(cells, marketplace).filter(({ values: { date } }) => isWithin(wanted, date!)),
  )
}

const isWithin = (days: OpenOptions['days'], date: string): boolean =>
  !days || (days.start <= date && date <= days.end)

function day(cells: Cells, marketplace: string | undefined): Extract<FactRecord, { values: unknown }>[] {
  const values = cells.facts('inventory_ledger', AS_THEY_STAND)
  values['date'] = dayOf(cells)
  values['sku'] = cells.required('sku', 'text')
  const location = cells.text('location').toUpperCase()
  // A location is a country or, where the report was asked for them, a fulfilment centre.
  values['marketplace'] = marketplaceOf(location === 'UK' ? 'GB' : location)?.code ?? marketplace ?? null
  const units = (column: string) => Number(cells.value(column, 'integer') ?? 0)
  // What leaves the stock is negative in the report. What comes back under the same heading was found again.
  let found = units('found')
  for (const column of ['lost', 'damaged', 'disposed']) {
    const change = units(column)
    values[column] = String(Math.max(0, -change))
    found += Math.max(0, change)
  }
  values['found'] = String(found)
  return [{ table: 'inventory_ledger', lineNumber: cells.lineNumber, part: 0, values }]
}

/** `08/27/2026`, the month first in every marketplace; undefined of other dates, as a report by month has. */
function monthFirst(text: string): string | undefined {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim())?.map(Number) ?? []
  return year
    ? instantText({ year, month: month!, day: day!, hour: 0, minute: 0, second: 0 }, 0)?.slice(0, 10)
    : undefined
}

function dayOf(cells: Cells): string {
  const read = monthFirst(cells.text('date')) ?? cells.value('date', 'day')
  if (!read) throw cells.refuse('date', 'a day such as 03/31/2026; ask for the report by day')
  return read
}
