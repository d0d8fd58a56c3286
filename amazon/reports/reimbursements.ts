import type { DayIn } from './dated-facts.ts'
import { datedFacts } from './dated-facts.ts'
import type { FactRecord, RecordReportType } from './report-type.ts'
import type { Cells } from './tabular.ts'
import { currencyIn, hasTable } from './tabular.ts'

const columns = {
  date: { names: ['approval-date'], required: true },
  reimbursement_id: { names: ['reimbursement-id'], required: true },
  case_id: { names: ['case-id'] },
  order_id: { names: ['amazon-order-id'] },
  reason: { names: ['reason'], required: true },
  sku: { names: ['sku'] },
  asin: { names: ['asin'] },
  fnsku: { names: ['fnsku'] },
  condition: { names: ['condition'] },
  currency: { names: ['currency-unit'], required: true },
  amount: { names: ['amount-total'], required: true },
  quantity_cash: { names: ['quantity-reimbursed-cash'] },
  quantity_inventory: { names: ['quantity-reimbursed-inventory'] },
  total: { names: ['quantity-reimbursed-total'], required: true },
  original_reimbursement_id: { names: ['original-reimbursement-id'] },
}

const AS_THEY_STAND = [
  'case_id',
  'order_id',
  'reason',
  'sku',
  'asin',
  'fnsku',
  'condition',
  'amount',
  'quantity_cash',
  'quantity_inventory',
  'original_reimbursement_id',
]

/** What Amazon reimbursed, by case (GET_FBA_REIMBURSEMENTS_DATA), of all marketplaces of an account. */
export const reimbursements: RecordReportType = {
  kind: 'records',
  id: 'reimbursements',
  label: 'FBA reimbursements report',
  guide: {
    gives:
      'What Amazon pays or gives back for lost and damaged stock, and for which case. The statement takes the money from settlements.',
    where: 'Reports → Fulfilment → Payments → Reimbursements',
  },
  source: 'NONE',
  isOfAccount: true,
  columns,
  recognise: (head) => hasTable(head, columns),
  read: (input) =>
    datedFacts(input, columns, 'reimbursements', { amounts: ['amount'], days: ['date'] }, reimbursed),
}

function reimbursed(cells: Cells, dayIn: DayIn): FactRecord[] {
  const values = cells.facts('reimbursements', AS_THEY_STAND)
  values['date'] = dayIn('date') ?? cells.required('date', 'day')
  values['reimbursement_id'] = cells.required('reimbursement_id', 'text')
  // Stock that is given back has no money.
  if (values['amount'] !== null) values['currency'] = currencyIn(cells)
  return [{ table: 'reimbursements', lineNumber: cells.lineNumber, part: 0, values }]
}
