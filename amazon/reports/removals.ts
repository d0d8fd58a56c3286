import type { DayIn } from './dated-facts.ts'
import { datedFacts } from './dated-facts.ts'
import type { FactRecord, RecordReportType } from './report-type.ts'
import type { Cells } from './tabular.ts'
import { currencyIn, hasTable } from './tabular.ts'

const orderColumns = {
  date: { names: ['request-date'], required: true },
  order_id: { names: ['order-id'], required: true },
  order_type: { names: ['order-type'], required: true },
  order_status: { names: ['order-status'] },
  last_updated: { names: ['last-updated-date'] },
  sku: { names: ['sku'], required: true },
  fnsku: { names: ['fnsku'] },
  disposition: { names: ['disposition'] },
  requested: { names: ['requested-quantity'], required: true },
  cancelled: { names: ['cancelled-quantity'] },
  disposed: { names: ['disposed-quantity'] },
  shipped: { names: ['shipped-quantity'] },
  in_process: { names: ['in-process-quantity'] },
  fee: { names: ['removal-fee'], required: true },
  currency: { names: ['currency'] },
}

const OF_ORDERS = [
  'order_type',
  'order_status',
  'fnsku',
  'disposition',
  'cancelled',
  'disposed',
  'shipped',
  'in_process',
  'fee',
]

/** What was to be removed (GET_FBA_FULFILLMENT_REMOVAL_ORDER_DETAIL_DATA), of all marketplaces of an account. */
export const removalOrders: RecordReportType = {
  kind: 'records',
  id: 'removal_orders',
  label: 'Removal order detail report',
  guide: {
    gives:
      'Stock that you have had sent back, disposed of or liquidated, and the fee of each. The statement takes fees from settlements.',
    where: 'Reports → Fulfilment → Removals → Removal order detail',
  },
  source: 'NONE',
  isOfAccount: true,
  columns: orderColumns,
  recognise: (head) => hasTable(head, orderColumns),
  read: (input) =>
    datedFacts(
      input,
      orderColumns,
      'removal_orders',
      { amounts: ['fee'], days: ['date', 'last_updated'] },
      ordered,
    ),
}

function ordered(cells: Cells, dayIn: DayIn): FactRecord[] {
  const values = cells.facts('removal_orders', OF_ORDERS)
  values['date'] = dayIn('date') ?? cells.required('date', 'day')
  values['last_updated'] = dayIn('last_updated')
  values['order_id'] = cells.required('order_id', 'text')
  values['sku'] = cells.required('sku', 'text')
  values['requested'] = cells.required('requested', 'integer')
  if (values['fee'] !== null) values['currency'] = currencyIn(cells)
  return [{ table: 'removal_orders', lineNumber: cells.lineNumber, part: 0, values }]
}

const shipmentColumns = {
  date: { names: ['shipment-date'], required: true },
  order_id: { names: ['order-id'], required: true },
  sku: { names: ['sku'], required: true },
  fnsku: { names: ['fnsku'] },
  disposition: { names: ['disposition'], required: true },
  quantity: { names: ['shipped-quantity'], required: true },
  carrier: { names: ['carrier'] },
  tracking_number: { names: ['tracking-number'], required: true },
}

/** What was sent of it (GET_FBA_FULFILLMENT_REMOVAL_SHIPMENT_DETAIL_DATA). */
export const removalShipments: RecordReportType = {
  kind: 'records',
  id: 'removal_shipments',
  label: 'Removal shipment detail report',
  guide: {
    gives: 'Stock that Amazon has sent back to you, by parcel.',
    where: 'Reports → Fulfilment → Removals → Removal shipment detail',
  },
  source: 'NONE',
  isOfAccount: true,
  columns: shipmentColumns,
  recognise: (head) => hasTable(head, shipmentColumns),
  read: (input) => datedFacts(input, shipmentColumns, 'removal_shipments', { days: ['date'] }, sent),
}

function sent(cells: Cells, dayIn: DayIn): FactRecord[] {
  const values = cells.facts('removal_shipments', ['fnsku', 'disposition', 'carrier', 'tracking_number'])
  values['date'] = dayIn('date') ?? cells.required('date', 'day')
  values['order_id'] = cells.required('order_id', 'text')
  values['sku'] = cells.required('sku', 'text')
  values['quantity'] = cells.required('quantity', 'integer')
  return [{ table: 'removal_shipments', lineNumber: cells.lineNumber, part: 0, values }]
}
