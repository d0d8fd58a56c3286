import { parseDecimal, toText } from '#contract/decimal.ts'
import { datedFacts } from './dated-facts.ts'
import type { FactRecord, RecordInput, RecordReportType } from './report-type.ts'
import { snapshotDay } from './snapshot-day.ts'
import type { Cells } from './tabular.ts'
import { hasTable } from './tabular.ts'

const columns = {
  reason: { names: ['stranded-reason'], required: true },
  stranded_since: { names: ['date-stranded'], required: true },
  sku: { names: ['sku'], required: true },
  asin: { names: ['asin'] },
  fulfillable: { names: ['fulfillable-qty'], required: true },
  unfulfillable: { names: ['unfulfillable-qty'] },
  reserved: { names: ['reserved-quantity'] },
}

/** Stock that no offer sells (GET_STRANDED_INVENTORY_UI_DATA), of a day and a marketplace that the file does not name. */
export const strandedInventory: RecordReportType = {
  kind: 'records',
  id: 'stranded_inventory',
  label: 'Stranded inventory report',
  guide: {
    gives: 'Units in Amazon’s warehouses without an offer, on the day of the download, and why.',
    where: 'Inventory → Fix stranded inventory, or Reports → Fulfilment → Inventory → Stranded inventory',
  },
  source: 'NONE',
  isOfMarketplace: true,
  dayColumn: 'date',
  columns,
  recognise: (head) => hasTable(head, columns),
  read,
}

function read(input: RecordInput): AsyncIterable<FactRecord> {
  const [date, marketplace] = [snapshotDay(input), input.options.marketplace ?? null]
  return datedFacts(input, columns, 'stranded_inventory', { days: ['stranded_since'] }, (cells, dayIn) => {
    const values = cells.facts('stranded_inventory', ['asin', 'reason'])
    Object.assign(values, {
      date,
      marketplace,
      sku: cells.required('sku', 'text'),
      stranded_since: dayIn('stranded_since'),
      units: unitsIn(cells),
    })
    return [{ table: 'stranded_inventory', lineNumber: cells.lineNumber, part: 0, values }]
  })
}

/** What is on the way is not in a warehouse yet. */
function unitsIn(cells: Cells): string {
  const units = ['fulfillable', 'unfulfillable', 'reserved'].map((column) => {
    const read = cells.value(column, 'integer') ?? '0'
    if (read.startsWith('-')) throw cells.refuse(column, 'a number of units')
    return parseDecimal(read)
  })
  return toText(units.reduce((sum, one) => sum + one))
}
