import { fold } from '../files/header.ts'
import type { FactRecord, RecordInput, RecordReportType } from './report-type.ts'
import { snapshotDay } from './snapshot-day.ts'
import { unitsIn, unitsTogether } from './stock-units.ts'
import type { Cells } from './tabular.ts'
import { hasTable, tableFacts } from './tabular.ts'

const columns = {
  sku: { names: ['sku'], required: true },
  is_listed: { names: ['afn-listing-exists', 'existe-oferta-gestionada-por-amazon'] },
  available: {
    names: ['afn-fulfillable-quantity', 'cantidad-disponible-gestionada-por-amazon'],
    required: true,
  },
  unfulfillable: { names: ['afn-unsellable-quantity', 'cantidad-no-vendible'] },
  reserved: { names: ['afn-reserved-quantity', 'cantidad-reservada'] },
  reserved_fc_transfer: { names: ['afn-fc-transfer-quantity'] },
  afn_total: {
    names: ['afn-total-quantity', 'cantidad-total-gestionada-por-amazon'],
    required: true,
  },
  inbound_working: { names: ['afn-inbound-working-quantity', 'cantidad-entrante-en-preparacion'] },
  inbound_shipped: { names: ['afn-inbound-shipped-quantity', 'cantidad-entrante-enviada'] },
  inbound_receiving: { names: ['afn-inbound-receiving-quantity', 'cantidad-entrante-en-recepcion'] },
  researching: { names: ['afn-researching-quantity', 'cantidad-en-investigacion'] },
}

const UNITS = [
  'available',
  'unfulfillable',
  'reserved_fc_transfer',
  'afn_total',
  'inbound_working',
  'inbound_shipped',
  'inbound_receiving',
  'researching',
] as const

/**
 * Stock at Amazon now (GET_FBA_MYI_UNSUPPRESSED_INVENTORY_DATA), of a day and a marketplace that the file does not name. Its
 * total has what is planned to be sent, and what is reserved stands there in one number, whatever it is reserved for. Since June
 * 2026 units between warehouses may stand beside it instead (github.com/amzn/selling-partner-api-models/issues/5289).
 */
export const manageFbaInventory: RecordReportType = {
  kind: 'records',
  id: 'manage_fba_inventory',
  label: 'Manage FBA inventory report',
  guide: {
    gives:
      'Units at Amazon on the day of the download: for sale, on the way, not sellable. In Europe those of all countries together, so import it for one marketplace.',
    where: 'Reports → Fulfilment → Inventory → Manage FBA inventory',
    path: '/reportcentral/FBA_MYI_UNSUPPRESSED_INVENTORY/1',
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
  return tableFacts(input, columns, 'inventory_snapshots', [], (cells) => {
    const values = unitsIn(cells, 'inventory_snapshots', UNITS)
    values['reserved'] = unitsTogether(cells, ['reserved', 'reserved_fc_transfer'])
    if (isNotAtAmazon(cells, values)) return []
    Object.assign(values, { date, marketplace, sku: cells.required('sku', 'text') })
    return [{ table: 'inventory_snapshots', lineNumber: cells.lineNumber, part: 0, values }]
  })
}

/** The file lists what the seller ships too. A row of it would say that Amazon has sold out of it. */
const isNotAtAmazon = (cells: Cells, values: Record<string, string | null>): boolean =>
  [...UNITS, 'reserved'].every((column) => values[column] === null) ||
  (fold(cells.text('is_listed')) === 'no' && values['afn_total'] === '0')
