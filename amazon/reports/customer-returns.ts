import type { DayIn } from './dated-facts.ts'
import { datedFacts } from './dated-facts.ts'
import type { FactRecord, RecordReportType } from './report-type.ts'
import type { Cells } from './tabular.ts'
import { hasTable } from './tabular.ts'

const columns = {
  return_date: { names: ['return-date'], required: true },
  order_id: { names: ['order-id'], required: true },
  sku: { names: ['sku'], required: true },
  asin: { names: ['asin'] },
  fnsku: { names: ['fnsku'] },
  quantity: { names: ['quantity'], required: true },
  disposition: { names: ['detailed-disposition'], required: true },
  reason: { names: ['reason'] },
  status: { names: ['status'] },
  license_plate_number: { names: ['license-plate-number'] },
}

/** Older files lack the last columns. */
const AS_THEY_STAND = ['order_id', 'asin', 'fnsku', 'reason', 'status', 'license_plate_number']

/**
 * What customers sent back to Amazon's warehouses (GET_FBA_FULFILLMENT_CUSTOMER_RETURNS_DATA): units, no money, of all
 * marketplaces of an account. Which one a unit was sold in, its order says.
 */
export const customerReturns: RecordReportType = {
  kind: 'records',
  id: 'customer_returns',
  label: 'FBA customer returns report',
  guide: {
    gives:
      'Units that came back to Amazon, and in which state: what can be sold again gives back the cost of the unit.',
    where: 'Reports → Fulfilment → Customer concessions → FBA customer returns',
    path: '/reportcentral/CUSTOMER_RETURNS/1',
  },
  source: 'NONE',
  isOfAccount: true,
  columns,
  recognise: (head) => hasTable(head, columns),
  read: (input) => datedFacts(input, columns, 'returns', { days: ['return_date'] }, returned),
}

function returned(cells: Cells, dayIn: DayIn): FactRecord[] {
  const values = cells.facts('returns', AS_THEY_STAND)
  // The day as it is written, in the time of the marketplace.
  values['return_date'] = dayIn('return_date') ?? cells.required('return_date', 'day')
  values['sku'] = cells.required('sku', 'text')
  values['quantity'] = cells.required('quantity', 'integer')
  values['disposition'] = cells.required('disposition', 'text')
  return [{ table: 'returns', lineNumber: cells.lineNumber, part: 0, values }]
}
