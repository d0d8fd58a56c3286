import { marketplaceIn } from './product-costs.ts'
import type { FactRecord, RecordInput, RecordReportType } from './report-type.ts'
import { snapshotDay } from './snapshot-day.ts'
import { unitsIn } from './stock-units.ts'
import { hasTable, tableFacts } from './tabular.ts'

const columns = {
  date: { names: ['snapshot-date'], required: true },
  sku: { names: ['sku'], required: true },
  marketplace: { names: ['marketplace'] },
  available: { names: ['available'], required: true },
  age: { names: ['inv-age-0-to-90-days'], required: true },
  inbound_working: { names: ['inbound-working'] },
  inbound_shipped: { names: ['inbound-shipped'] },
  inbound_receiving: { names: ['inbound-received'] },
  reserved_customer_orders: { names: ['Reserved Customer Order'] },
  reserved_fc_transfer: { names: ['Reserved FC Transfer'] },
  reserved_fc_processing: { names: ['Reserved FC Processing'] },
  unfulfillable: { names: ['unfulfillable-quantity'] },
}

const UNITS = [
  'available',
  'inbound_working',
  'inbound_shipped',
  'inbound_receiving',
  'reserved_customer_orders',
  'reserved_fc_transfer',
  'reserved_fc_processing',
  'unfulfillable',
] as const

/** Stock with its age and Amazon's advice (GET_FBA_INVENTORY_PLANNING_DATA), of which the units are read. */
export const inventoryPlanning: RecordReportType = {
  kind: 'records',
  id: 'inventory_planning',
  label: 'FBA inventory planning report',
  guide: {
    gives:
      'Units at Amazon by day: for sale, on the way, reserved, not sellable. How old they are is not read yet.',
    where: 'Inventory → FBA inventory → Reports → Inventory report (Manage inventory health)',
    path: '/reportcentral/MANAGE_INVENTORY_HEALTH/1',
  },
  source: 'NONE',
  isOfMarketplace: true,
  dayColumn: 'date',
  columns,
  recognise: (head) => hasTable(head, columns),
  read,
}

function read(input: RecordInput): AsyncIterable<FactRecord> {
  const otherwise = { date: snapshotDay(input), marketplace: input.options.marketplace ?? null }
  return tableFacts(input, columns, 'inventory_snapshots', [], (cells) => {
    const values = unitsIn(cells, UNITS)
    values['date'] = cells.value('date', 'day') ?? otherwise.date
    values['marketplace'] = marketplaceIn(cells) ?? otherwise.marketplace
    values['sku'] = cells.required('sku', 'text')
    return [{ table: 'inventory_snapshots', lineNumber: cells.lineNumber, part: 0, values }]
  })
}
